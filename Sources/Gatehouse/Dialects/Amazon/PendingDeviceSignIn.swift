import GatehouseWire
import Synchronization

/// A sign-in that waits for a person on another device.
package final class PendingDeviceSignIn: Sendable {
    private let given: DeviceCode
    private let hasTokens = Atomic(false)

    init(code: DeviceCode) {
        given = code
    }

    /// What to show the person.
    package var prompt: DeviceAuthorizationPrompt { given.prompt }

    /// Whether the server has given tokens for the code, so that waiting for it again is of no use.
    package var isSpent: Bool { hasTokens.load(ordering: .acquiring) }

    var code: DeviceCode {
        DeviceCode(prompt: given.prompt, deadline: given.deadline, interval: given.interval) { () throws(AuthError) in
            let complete = try await self.given.poll()
            self.hasTokens.store(true, ordering: .releasing)
            return complete
        }
    }
}
