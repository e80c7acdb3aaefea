import Foundation
import Gatehouse
import GatehouseWire

extension Failure {
    /// What an error of the core is called here.
    ///
    /// - Parameters:
    ///   - error: The error.
    ///   - kinds: What the class of the error knows beside general errors.
    ///   - correlationID: Tells the call in the logs, unless the error does.
    init(_ error: AuthError, kinds: [AuthError.Code: Kind], correlationID: UUID) {
        let kind = kinds[error.code] ?? .general
        self.init(kind, Self.message(of: error, kind), correlationID: error.correlationID ?? correlationID)
        codes = error.serverNumbers
        uri = error.serverPage
        if case .retry(after: let pause?) = error.recovery { retryAfter = TimeInterval(pause.components.seconds) }
        cause = error
    }

    /// Words for what happened; `nil` where the kind has some of its own, which are Microsoft's.
    private static func message(of error: AuthError, _ kind: Kind) -> String? {
        if error.serverNumbers.contains(EntraErrorNumber.passwordResetRequired), let text = error.serverText {
            return "User password change is required. \(text)"
        }
        if let text = error.serverText { return text }
        guard kind == .general else { return nil }
        return switch error.code {
        // Without a status it is no answer of the server that was none, but what became of a flow.
        case .serverUnavailable where error.httpStatus != nil, .invalidAnswer: "Unexpected response body received"
        case .unexpectedChallenge: "Unexpected challenge type"
        case .signInUnavailable:
            "Sign In is not available at this point, please use the standalone sign in methods"
        default: error.message
        }
    }

    /// Whether the server was not reached or asks for a pause, so that the same request may succeed later.
    var isTransient: Bool { cause?.code == .network || cause?.code == .rateLimited }
}
