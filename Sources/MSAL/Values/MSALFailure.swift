import Foundation
import Gatehouse
import GatehouseWire

/// An error before its conversion to the app's object.
struct MSALFailure: Sendable {
    /// The kind of error, as far as the API distinguishes it.
    enum Kind: Sendable, Hashable {
        case general, browserRequired, mfaRequired
        case userAlreadyExists, userNotFound, userDoesNotHavePassword
        case invalidUsername, invalidPassword, invalidCredentials, invalidCode, invalidScope
        case refreshTokenExpired
        case invalidChallenge, invalidInput, authMethodBlocked, contactBlocked
        case notImplemented, invalidAttributes
    }

    var kind: Kind
    /// The message of the server or the core.
    var message: String?
    var correlationID: UUID
    var codes: [Int] = []
    var uri: String?
    /// The number of seconds to wait before the next attempt.
    var retryAfter: TimeInterval?
    /// The error of the core; `nil` if no request was made.
    var cause: AuthError?

    init(_ kind: Kind, _ message: String? = nil, correlationID: UUID) {
        self.kind = kind
        self.message = message
        self.correlationID = correlationID
    }

    /// Creates an error for a delegate that lacks the method for the outcome.
    init(missing method: String, correlationID: UUID) {
        self.init(
            .general,
            "MSALNativeAuth has called the delegate method \(method) that has not been implemented",
            correlationID: correlationID
        )
    }

    /// Creates an error for a delegate that does not conform to the protocol of the next state.
    init(missingProtocol name: String, correlationID: UUID) {
        self.init(.notImplemented, "Delegate \(name) is not implemented", correlationID: correlationID)
    }
}

extension MSALFailure {
    /// Creates the facade's error from an error of the core.
    ///
    /// - Parameters:
    ///   - error: The error.
    ///   - kinds: The kinds that the error class distinguishes from general errors, besides a required browser.
    ///   - correlationID: The correlation ID if the error has none.
    init(_ error: AuthError, kinds: [AuthError.Code: Kind], correlationID: UUID) {
        let kind = kinds[error.code] ?? (error.code == .browserRequired ? .browserRequired : .general)
        self.init(kind, Self.message(of: error, kind), correlationID: error.correlationID ?? correlationID)
        codes = error.response?.errorNumbers ?? []
        uri = error.serverPage
        if case .retry(after: let pause?) = error.recovery { retryAfter = TimeInterval(pause.components.seconds) }
        cause = error
    }

    /// Returns the message of an error; `nil` for kinds with a fixed text of Microsoft's.
    private static func message(of error: AuthError, _ kind: Kind) -> String? {
        if let numbers = error.response?.errorNumbers, numbers.contains(EntraErrorNumber.passwordResetRequired),
            let text = error.serverText
        {
            return "User password change is required. \(text)"
        }
        if let text = error.serverText { return kind.explanation.map { "\($0) \(text)" } ?? text }
        guard kind == .general else { return nil }
        return switch error.code {
        // Without a status, the error concerns the flow and not a malformed response.
        case .serverUnavailable where error.response?.httpStatus != nil, .invalidResponse:
            "Unexpected response body received"
        case .unexpectedChallenge: "Unexpected challenge type"
        case .automaticSignInUnavailable:
            "Sign In is not available at this point, please use the standalone sign in methods"
        default: error.message
        }
    }

    /// Whether the server was unreachable or limited the rate, so that a retry may succeed.
    var isTransient: Bool { cause?.isConnectionFailure == true || cause?.code == .rateLimited }

    /// Whether the server had accepted the input before the error, so that the state cannot be used again.
    var isPastStep: Bool { cause?.isPastStep == true }

    /// Whether the same state accepts another attempt: the input was wrong, or the failure is transient.
    var allowsRetry: Bool { kind == .invalidCode || kind == .invalidPassword || isTransient }
}

extension MSALFailure.Kind {
    /// The default text.
    var text: String {
        switch self {
        case .general: "General error"
        case .browserRequired: "Browser required. Use acquireTokenInteractively instead"
        case .mfaRequired: "A second factor is required"
        case .userAlreadyExists: "User already exists"
        case .userNotFound: "User does not exist"
        case .userDoesNotHavePassword: "User does not have password associated with account"
        case .invalidUsername: "Invalid username"
        case .invalidPassword: "Invalid password"
        case .invalidCredentials: "Invalid credentials"
        case .invalidCode: "Invalid code"
        case .invalidScope: "Invalid scope"
        case .refreshTokenExpired: "Refresh token is expired"
        case .invalidChallenge: "Invalid challenge"
        case .invalidInput: "Invalid input"
        case .authMethodBlocked: "The authentication method is blocked"
        case .contactBlocked: "The verification contact is blocked"
        case .notImplemented: "The delegate is not implemented"
        case .invalidAttributes: "Invalid attributes"
        }
    }

    /// The text before the server's; `nil` for none.
    fileprivate var explanation: String? {
        switch self {
        case .authMethodBlocked: "The authentication method is blocked; use another one. More information:"
        case .contactBlocked: "The verification contact is blocked; use another one. More information:"
        default: nil
        }
    }
}
