import Foundation
import GatehouseWire

/// A code that a person types in on another device, with all that it takes to wait for the end.
struct DeviceCode: Sendable {
    /// Makes a session, not stored yet, of tokens that have come.
    typealias Completion = @Sendable () async throws(AuthError) -> StoredGrant

    /// What to show the person.
    let prompt: DeviceAuthorizationPrompt
    /// Until when asking is of use, by the server's clock: what is shown goes by the device's, which may be set meanwhile.
    let deadline: Date
    /// How many seconds to wait before each question.
    let interval: Int
    /// Asks once whether the person has decided.
    let poll: @Sendable () async throws(AuthError) -> Completion
}
