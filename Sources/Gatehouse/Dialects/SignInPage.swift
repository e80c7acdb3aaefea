import Foundation
import GatehouseWire

/// A page on which a person signs in, with all that its answer is checked against.
struct SignInPage: Sendable {
    /// Comes back with the redirect that ends the visit.
    let state: String
    /// The page, for the place that the browser is to be sent to.
    let url: @Sendable (_ redirectURI: URL?) -> URL
    /// The code in a redirect that answers this very page, from this very server.
    let code: @Sendable (_ redirect: URL) throws(AuthError) -> Secret
    /// Makes a session of the code in that redirect, not stored yet.
    let redeem: @Sendable (_ redirect: URL, _ redirectURI: URL?) async throws(AuthError) -> StoredGrant
}
