import Foundation
import GatehouseWire

/// A page on which a person signs in, with all that its answer is checked against.
struct SignInPage: Sendable {
    /// What the answer is checked against and redeemed with.
    var pending: PendingSignIn
    /// The page, for the place that the browser is to be sent to.
    let url: @Sendable (_ redirectURI: URL?) -> URL
}
