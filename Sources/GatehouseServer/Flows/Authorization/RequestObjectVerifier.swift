import GatehouseJOSE
import GatehouseStore
import GatehouseWire

/// Verifies request objects that are passed by value (RFC 9101 §6, OpenID Connect Core §6.1).
struct RequestObjectVerifier: Sendable {
    let issuer: String
    let signatures: PublishedKeyVerifier
    let environment: ServerEnvironment

    /// Returns the parameters in a request object.
    ///
    /// Parameters outside are not read (RFC 9101 §5), but `client_id` and `response_type` must not differ.
    ///
    /// - Parameters:
    ///   - object: The request object.
    ///   - client: The client, which must have signed it.
    ///   - outside: The parameters of the request itself.
    /// - Returns: The parameters.
    /// - Throws: `request_not_supported` for a client without keys; `invalid_request_object` that names the reason;
    ///   `temporarily_unavailable` if the keys of the client are not available.
    func parameters(
        in object: Secret,
        of client: Client,
        outside: Parameters
    ) async throws(OAuthError) -> Parameters {
        guard let keys = client.keys else {
            throw OAuthError(.requestNotSupported, "The client is not registered with keys for request objects.")
        }
        let result = try await signatures.verify(
            object,
            with: keys,
            ofTrustedParty: client.hasOperator,
            as: RequestObjectClaims.self,
            accepting: .authorizationRequest,
            algorithms: client.requestObjectAlgorithms
        )
        let claims: RequestObjectClaims
        do { claims = try result.get() } catch { throw Self.invalid(error) }
        try check(claims, of: client)
        let parameters = try RequestObjectParameters(claims: claims.members).parameters
        for name in [ParameterName.clientID, .responseType] {
            guard let inside = parameters[name] else { throw Self.invalid("the parameter \(name) is missing") }
            guard outside[name].map({ $0.utf8.elementsEqual(inside.utf8) }) ?? true else {
                throw Self.invalid("\(name) differs from that of the request")
            }
        }
        return parameters
    }

    private func check(_ claims: RequestObjectClaims, of client: Client) throws(OAuthError) {
        let id = client.id.rawValue
        guard claims.issuer?.utf8.elementsEqual(id.utf8) == true else {
            throw Self.invalid("iss must be the client identifier")
        }
        guard claims.audience?.contains(issuer) == true else {
            throw Self.invalid("aud must be the issuer \(issuer)")
        }
        // RFC 9101 §10.8: otherwise a client assertion could be used as a request object.
        guard claims.subject != id else { throw Self.invalid("sub must not be the client identifier") }
        let period = AssertionPeriod(expiresAt: claims.expiresAt, notBefore: claims.notBefore, issuedAt: nil)
        if let violation = period.violation(at: environment.now, maximumLifetime: nil) {
            throw Self.invalid(violation)
        }
    }

    private static func invalid(_ error: JOSEError) -> OAuthError {
        switch error {
        case .tooLong: invalid("it is too long")
        case .malformed: invalid("it must be a signed JWT")
        case .algorithmNotAllowed: invalid("its algorithm is not one that the client may use")
        case .criticalExtension: invalid("it has critical extensions, which are not supported")
        case .wrongType: invalid("typ must be absent, \(JWTType.jwt) or \(JWTType.authorizationRequest)")
        case .invalidClaims(let text): OAuthError(.invalidRequestObject, "The request object is invalid: \(text)")
        default: invalid("its signature does not match a key of the client")
        }
    }

    private static func invalid(_ text: String) -> OAuthError {
        OAuthError(.invalidRequestObject, "The request object is invalid: \(text).")
    }
}
