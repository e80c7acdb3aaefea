import Foundation
import GatehouseWire

/// Where a native flow stands: all that its next request needs and no earlier answer can be asked for again.
struct NativePlace: Sendable, Hashable, Codable {
    /// The server's name for the flow and the step; `nil` when the server gave none.
    var token: Secret?
    /// Whom it is about; printed no more than a token is.
    var email: Secret
    /// Names the flow in the logs of both sides.
    var correlationID: UUID
}
