import Foundation
import Gatehouse
import GatehouseWire

/// Why something did not work, in the vendor's terms, before it becomes the object that an app gets.
struct Failure: Sendable {
    /// What happened, as far as an app can ask.
    enum Kind: Sendable, Hashable {
        case general, browserRequired, mfaRequired
        case userAlreadyExists, userNotFound, userDoesNotHavePassword
        case invalidUsername, invalidPassword, invalidCredentials, invalidCode, invalidScope
        case refreshTokenExpired
    }

    var kind: Kind
    /// What happened, in the words of the server or of the core.
    var message: String?
    var correlationID: UUID
    var codes: [Int] = []
    var uri: String?
    /// How many seconds the server wants to be left alone.
    var retryAfter: TimeInterval?
    /// The error of the core; `nil` when nobody was asked.
    var cause: AuthError?

    init(_ kind: Kind, _ message: String? = nil, correlationID: UUID) {
        self.kind = kind
        self.message = message
        self.correlationID = correlationID
    }

    /// The delegate has no method for what happened.
    init(missing method: String, correlationID: UUID) {
        self.init(
            .general,
            "MSALNativeAuth has called the delegate method \(method) that has not been implemented",
            correlationID: correlationID
        )
    }
}
