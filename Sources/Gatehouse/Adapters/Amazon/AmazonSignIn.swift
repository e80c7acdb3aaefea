package import GatehouseWire
import Synchronization

/// The options of a sign-in with Login with Amazon.
package struct AmazonSignInOptions: Sendable, Hashable {
    /// The party that redeems the code.
    package enum Redeemer: Sendable, Hashable {
        /// This client, with its own code verifier.
        case client
        /// Another party, which may have the verifier of this challenge.
        case other(CodeChallenge?)
    }

    /// The data of the requested scopes.
    package var scopeData: AmazonScopeData?
    /// The party that redeems the code.
    package var redeemer: Redeemer
    /// The region, if it is not that of the app.
    package var region: AmazonRegion?

    package init(
        scopeData: AmazonScopeData? = nil,
        redeemer: Redeemer = .client,
        region: AmazonRegion? = nil
    ) {
        self.scopeData = scopeData
        self.redeemer = redeemer
        self.region = region
    }
}

/// A pending sign-in on another device.
package final class PendingDeviceSignIn: Sendable {
    private let grant: DeviceCodeGrant
    private let hasTokens = Atomic(false)

    init(code: DeviceCodeGrant) {
        grant = code
    }

    /// The prompt to show.
    package var prompt: DeviceAuthorizationPrompt { grant.prompt }

    /// Whether the server has issued tokens for the code, so that it cannot be used again.
    package var isSpent: Bool { hasTokens.load(ordering: .acquiring) }

    var code: DeviceCodeGrant {
        DeviceCodeGrant(prompt: grant.prompt, deadline: grant.deadline, interval: grant.interval) {
            () throws(AuthError) in
            let complete = try await self.grant.poll()
            self.hasTokens.store(true, ordering: .releasing)
            return complete
        }
    }
}
