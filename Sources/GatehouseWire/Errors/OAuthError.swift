public import HTTPTypes

/// A refusal as OAuth and OpenID Connect write it; nothing else can leave an endpoint.
public struct OAuthError: Error, Sendable, Equatable {
    /// What kind of refusal it is.
    public var code: OAuthErrorCode
    /// What happened and what to do, in plain words; never a secret, never personal data.
    public var description: String
    /// The HTTP status that goes with it when it is not sent by redirect.
    public var status: HTTPResponse.Status
    /// How long to wait before trying again.
    public var retryAfter: Duration?
    /// The challenge that goes with a 401 or 403.
    public var challenge: WWWAuthenticate?

    /// A refusal.
    ///
    /// - Parameters:
    ///   - code: What kind of refusal it is.
    ///   - description: What happened and what to do, in plain words; never a secret, never personal data.
    ///   - status: The HTTP status; by default the one that the code's specification gives.
    ///   - retryAfter: How long to wait before trying again; sent in whole seconds, rounded up.
    ///   - challenge: The challenge that goes with a 401 or 403.
    public init(
        _ code: OAuthErrorCode,
        _ description: String,
        status: HTTPResponse.Status? = nil,
        retryAfter: Duration? = nil,
        challenge: WWWAuthenticate? = nil
    ) {
        self.code = code
        self.description = description
        self.status = status ?? code.status
        self.retryAfter = retryAfter
        self.challenge = challenge
    }
}

extension OAuthErrorCode {
    /// The status that the code's specification gives (RFC 6749 §5.2, RFC 6750 §3.1).
    fileprivate var status: HTTPResponse.Status {
        switch self {
        case .invalidClient, .invalidToken: .unauthorized
        case .insufficientScope: .forbidden
        case .serverError: .internalServerError
        case .temporarilyUnavailable: .serviceUnavailable
        default: .badRequest
        }
    }
}
