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
        case .serverUnavailable, .invalidAnswer: "Unexpected response body received"
        default: error.message
        }
    }

    /// Whether the server was not reached or asks for a pause, so that the same request may succeed later.
    var isTransient: Bool { cause?.code == .network || cause?.code == .rateLimited }
}
