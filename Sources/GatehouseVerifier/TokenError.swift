import GatehouseWire
public import HTTPTypes

/// The reason that a request is refused, with the response to send.
public struct TokenError: Error, Sendable, Hashable {
    /// The kind of error.
    @nonexhaustive public enum Code: Sendable, Hashable {
        /// The request has no access token.
        case missingToken
        /// The `Authorization` field is malformed or repeated.
        case invalidRequest
        /// The token is malformed, expired, for another audience, forged or not active.
        case invalidToken
        /// The token lacks a scope (RFC 6750 §3.1).
        case insufficientScope
        /// The sign-in is too old or too weak (RFC 9470 §3).
        case insufficientUserAuthentication
        /// The DPoP proof is missing, invalid or was used before (RFC 9449 §7.1).
        case invalidDPoPProof
        /// The DPoP proof must contain the nonce of the response (RFC 9449 §9).
        case dpopNonceRequired
        /// The token cannot be verified now: the issuer cannot be reached, or the configuration does not fit it.
        case unavailable
    }

    /// The kind of error.
    public let code: Code
    /// The description for the client.
    public let message: String
    /// The cause, for logs only.
    public let detail: String?
    /// The status of the response.
    public let status: HTTPResponse.Status
    /// The fields of the response: a `WWW-Authenticate` for each scheme or a `Retry-After`, a `DPoP-Nonce` for the
    /// next proof, and `Cache-Control`.
    public let headerFields: HTTPFields

    /// The values of all fields `WWW-Authenticate`, as one value; `nil` if the token could not be verified.
    public var challenge: String? { headerFields[.wwwAuthenticate] }

    init(_ code: Code, _ message: String, detail: String? = nil, fields: HTTPFields) {
        self.code = code
        self.message = message
        self.detail = detail
        status = code.status
        headerFields = fields
    }
}

extension TokenError: CustomStringConvertible {
    /// The description for the client, and the cause.
    public var description: String { detail.map { "\(message) (\($0))" } ?? message }
}

extension TokenError.Code {
    /// The status of the response (RFC 6750 §3.1, RFC 9449 §7.1, RFC 9470 §3).
    var status: HTTPResponse.Status {
        switch self {
        case .invalidRequest: .badRequest
        case .missingToken, .invalidToken, .insufficientUserAuthentication, .invalidDPoPProof, .dpopNonceRequired:
            .unauthorized
        case .insufficientScope: .forbidden
        case .unavailable: .serviceUnavailable
        }
    }

    /// The error of the challenge; `nil` for a request without credentials (RFC 6750 §3.1).
    var oauthError: OAuthErrorCode? {
        switch self {
        case .missingToken, .unavailable: nil
        case .invalidRequest: .invalidRequest
        case .invalidToken: .invalidToken
        case .insufficientScope: .insufficientScope
        case .insufficientUserAuthentication: .insufficientUserAuthentication
        case .invalidDPoPProof: .invalidDPoPProof
        case .dpopNonceRequired: .useDPoPNonce
        }
    }
}

/// The challenges of an API (RFC 6750 §3, RFC 9449 §7.1, RFC 9728 §5.1).
struct ChallengeBuilder: Sendable {
    /// The requirements of an operation, and the way in which a request presented its token.
    struct Operation: Sendable {
        var scopes: ScopeSet = []
        var authentication: RequiredAuthentication?
        /// The type of the received token; `nil` without a token.
        var presentedType: TokenType?
    }

    let realm: String
    let resourceMetadata: String?
    let requiresDPoP: Bool
    let algorithms: [SigningAlgorithm]

    /// The number of seconds after which a client may try again.
    private static let retryAfter = "5"

    /// Returns an error with its response.
    func error(
        _ code: TokenError.Code,
        _ message: String,
        for operation: Operation,
        nonce: String? = nil,
        detail: String? = nil
    ) -> TokenError {
        var fields: HTTPFields = [.cacheControl: "no-store"]
        if code == .unavailable {
            fields[.retryAfter] = Self.retryAfter
        } else {
            fields.add(schemes(code, operation).map { challenge($0, code, message: message, for: operation) })
        }
        if let nonce { fields[.dpopNonce] = nonce }
        return TokenError(code, message, detail: detail, fields: fields)
    }

    /// Returns the error for an invalid token; the cause is for logs only, because it does not help the client.
    func invalidToken(for operation: Operation, _ detail: String) -> TokenError {
        error(
            .invalidToken,
            "The access token is invalid, expired, revoked or for another API.",
            for: operation,
            detail: detail
        )
    }

    /// Returns the error for a token that cannot be verified now; the cause is for logs only.
    func unavailable(for operation: Operation, _ detail: String) -> TokenError {
        error(
            .unavailable,
            "The access token cannot be verified at the moment. Try again later.",
            for: operation,
            detail: detail
        )
    }

    /// Returns the schemes that the client can use: that of its token, or both if it sent none.
    private func schemes(_ code: TokenError.Code, _ operation: Operation) -> [WWWAuthenticate.Scheme] {
        if requiresDPoP || code == .invalidDPoPProof || code == .dpopNonceRequired { return [.dpop] }
        return switch operation.presentedType {
        case .dpop?: [.dpop]
        case .bearer?: [.bearer]
        default: [.bearer, .dpop]
        }
    }

    private func challenge(
        _ scheme: WWWAuthenticate.Scheme,
        _ code: TokenError.Code,
        message: String,
        for operation: Operation
    ) -> WWWAuthenticate {
        var challenge = WWWAuthenticate(
            scheme,
            realm: realm,
            error: code.oauthError,
            errorDescription: code.oauthError == nil ? nil : message,
            scope: operation.scopes.isEmpty ? nil : operation.scopes,
            resourceMetadata: resourceMetadata,
            algorithms: scheme == .dpop ? algorithms : []
        )
        if code == .insufficientUserAuthentication, let authentication = operation.authentication {
            challenge.maxAge = authentication.maxAge.map { Int($0.components.seconds) }
            challenge.acrValues = authentication.acrValues
        }
        return challenge
    }
}
