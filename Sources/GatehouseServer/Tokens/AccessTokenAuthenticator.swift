import GatehouseJOSE
import GatehouseWire
package import HTTPTypes

/// The parts of a request to a protected resource that authorize it (RFC 6750 §2, RFC 9449 §7.1).
package struct ResourceRequest: Sendable {
    let method: HTTPRequest.Method
    /// The path and query as received.
    let target: String
    /// The value of the `Authorization` field.
    let authorization: String?
    /// The value of the `DPoP` field.
    let dpopProof: String?

    package init(method: HTTPRequest.Method, target: String, authorization: String?, dpopProof: String? = nil) {
        self.method = method
        self.target = target
        self.authorization = authorization
        self.dpopProof = dpopProof
    }
}

extension OAuthError {
    /// The error of a request whose access token the server does not accept for its own resources.
    static let invalidAccessToken = OAuthError(
        .invalidToken,
        "The access token is invalid, expired, revoked or for another API."
    )
}

/// Authenticates requests to the server's own resources by their access tokens, with and without a proof (RFC 6750,
/// RFC 9449 §7).
package struct AccessTokenAuthenticator: Sendable {
    let issuer: String
    let accessTokens: AccessTokenValidator
    let dpop: DPoPVerifier

    /// Returns the token of a request.
    ///
    /// A bound token requires a proof of its key, and a token that is sent with a proof must be bound (RFC 9449 §7.1,
    /// §7.2). The token is checked first: only its holder causes the work of the proof.
    ///
    /// - Parameters:
    ///   - presented: The token and the scheme that it was sent with.
    ///   - request: The request.
    /// - Returns: The active token.
    /// - Throws: `invalid_token`, `invalid_dpop_proof` or `use_dpop_nonce`, without a challenge.
    func authenticate(
        _ presented: ReceivedToken,
        of request: ResourceRequest
    ) async throws(OAuthError) -> ActiveAccessToken {
        guard let active = try await accessTokens.inspect(presented.token) else {
            throw .invalidAccessToken
        }
        let confirmation = active.claims.confirmation
        guard presented.type == .dpop else {
            guard confirmation == nil else {
                throw Self.invalid("The access token is bound to a key. Send it with the scheme DPoP and a proof.")
            }
            return active
        }
        guard let confirmation else {
            throw Self.invalid("The access token is not bound to a key. Send it with the scheme Bearer.")
        }
        let key = try dpop.key(
            provenBy: request.dpopProof,
            method: request.method,
            target: request.target,
            accessToken: presented.token
        )
        guard key.thumbprint == confirmation.keyThumbprint else {
            throw Self.invalid("The DPoP proof is for another key than the one that the access token is bound to.")
        }
        return active
    }

    private static func invalid(_ description: String) -> OAuthError { OAuthError(.invalidToken, description) }

    /// Returns the error of a request with its challenges (RFC 6750 §3, RFC 9449 §7.1).
    ///
    /// Without a usable token, both schemes are offered. After a request with DPoP, only DPoP is: a bound token must
    /// not be sent as a bearer token.
    ///
    /// - Parameters:
    ///   - error: The error.
    ///   - type: The type of the token of the request; `nil` for a request without a token, whose challenges have no
    ///     error code.
    ///   - scope: The required scope, if the error is `insufficient_scope`.
    /// - Returns: The error with challenges, or unchanged if it is of another kind.
    func challenging(_ error: OAuthError, to type: TokenType?, requiring scope: ScopeSet) -> OAuthError {
        let isProof = [.invalidDPoPProof, .useDPoPNonce].contains(error.code)
        guard isProof || [.invalidToken, .insufficientScope, .invalidRequest].contains(error.code) else { return error }
        var error = error
        if isProof { error.status = .unauthorized }
        var challenge = self.challenge(to: type)
        if type != nil {
            challenge.error = error.code
            challenge.errorDescription = error.description
        }
        if error.code == .insufficientScope { challenge.scope = scope }
        error.challenge = challenge
        if type != .dpop, error.status == .unauthorized { error.alternativeChallenge = self.challenge(to: .dpop) }
        return error
    }

    /// Returns the challenge for the scheme that a token was sent with, without an error (RFC 9449 §7.1).
    func challenge(to type: TokenType?) -> WWWAuthenticate {
        type == .dpop
            ? WWWAuthenticate(.dpop, realm: issuer, algorithms: DPoPVerifier.algorithms)
            : WWWAuthenticate(.bearer, realm: issuer)
    }
}
