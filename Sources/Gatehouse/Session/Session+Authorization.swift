import GatehouseWire
public import HTTPTypes

extension Session {
    /// Returns the header fields that authorize a request of the app with an access token.
    ///
    /// These are `Authorization`, and `DPoP` with a proof if the token is bound to a key (RFC 9449). A proof is valid
    /// for one request with this method and URL, once and for about a minute: get new fields for each attempt.
    ///
    /// ```swift
    /// let token = try await session.accessToken()
    /// request.headerFields.append(contentsOf: try session.authorizationFields(for: request, with: token))
    /// ```
    ///
    /// ``AuthorizedTransport`` does this, and everything that follows a rejection.
    ///
    /// - Parameters:
    ///   - request: The request, with its scheme, authority, path and method.
    ///   - token: The token of ``accessToken(for:replacing:)`` or ``accessToken(forResource:replacing:)``.
    /// - Returns: The fields.
    /// - Throws: ``AuthError``: `interactionRequired` if the key cannot be used; `misconfigured` if the request has no
    ///   valid URL.
    public func authorizationFields(
        for request: HTTPRequest,
        with token: AccessToken
    ) throws(AuthError) -> HTTPFields {
        guard let key = token.key else { return [.authorization: token.authorizationHeader] }
        return [
            .authorization: AuthorizationHeader.dpop(token.secret).encoded,
            .dpop: try proofs.sign(request, with: RequestProof(key: key, accessToken: token.secret)),
        ]
    }

    /// Remembers the DPoP nonce of a service's response for the next fields.
    ///
    /// Call it with each response to a request that has the fields of ``authorizationFields(for:with:)``.
    ///
    /// - Parameters:
    ///   - response: The response.
    ///   - request: The request.
    /// - Returns: Whether the service has rejected the request only for its nonce: send it once more with new fields.
    @discardableResult
    public func rememberNonce(of response: HTTPResponse, to request: HTTPRequest) -> Bool {
        proofs.rememberNonce(of: response, to: request, ofResource: true)
        return response.status == .unauthorized && response.requiresProofNonce
    }

    private var proofs: ProofSigner { manager.service.connection.proofs }
}
