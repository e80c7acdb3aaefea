import Foundation
import GatehouseStore
import GatehouseWire

/// A token request that has passed the phases which all grants share.
struct GrantRequest: Sendable {
    /// The client, authenticated and registered for the grant.
    let client: Client
    /// Whom the access token is for.
    let audience: Audience
    /// Whose way of writing tokens is asked for.
    var dialect: Dialect = .openID
    /// When the access token is to end, where the dialect lets an app say so.
    var expiresAt: Date?
    let context: RequestContext
    let now: Date
}
