package import Foundation
import GatehouseConcurrency
package import GatehouseWire

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

/// The sign-ins of a client with the options of Login with Amazon.
package struct AmazonSignIn: Sendable {
    let adapter: AmazonAdapter
    let flow: AuthorizationCodeFlow
    let deviceCodeFlow: DeviceCodeFlow

    /// Signs a user in, as ``GatehouseClient/signIn(scopes:interaction:options:)`` does.
    package func signIn(
        scopes: ScopeSet,
        interaction: Interaction,
        options: AmazonSignInOptions
    ) async throws(AuthError) -> Session {
        let flow = flow(with: options)
        let storedSession = try await flow.run(scopes: scopes, interaction: interaction, options: SignInOptions())
        return Session(storedSession, manager: flow.manager)
    }

    /// Signs the user in for another party that redeems the code, such as the app's own server; nothing is stored.
    ///
    /// - Parameters:
    ///   - scopes: The requested scopes.
    ///   - interaction: ``Interaction/always`` removes the stored sessions first; ``Interaction/never`` is not
    ///     possible.
    ///   - options: Options with the code challenge of the other party.
    /// - Returns: The code, and the redirect URI for redeeming it.
    /// - Throws: ``AuthError`` as ``GatehouseClient/signIn(scopes:interaction:options:)``.
    package func authorizationCode(
        scopes: ScopeSet,
        interaction: Interaction = .ifNeeded,
        options: AmazonSignInOptions
    ) async throws(AuthError) -> (code: Secret, redirectURI: URL?) {
        try await flow(with: options).code(scopes: scopes, interaction: interaction, options: SignInOptions())
    }

    /// Requests a code that the user enters on another device.
    ///
    /// - Parameters:
    ///   - scopes: The requested scopes.
    ///   - options: The data of the scopes, and the region.
    /// - Returns: The code; ``finish(_:)`` waits for its completion.
    /// - Throws: ``AuthError`` if the server issues none.
    package func startDeviceSignIn(
        scopes: ScopeSet,
        options: AmazonSignInOptions
    ) async throws(AuthError) -> PendingDeviceSignIn {
        let request = SignInRequest(scopes: adapter.requiredScopes.union(scopes))
        return PendingDeviceSignIn(code: try await adapter.with(options).deviceCode(for: request))
    }

    /// Waits until the user has entered the code and decided.
    ///
    /// - Parameter pending: The code.
    /// - Returns: The session, which becomes the current one.
    /// - Throws: ``AuthError`` as ``GatehouseClient/signInWithDeviceCode(scopes:resources:presenting:)``.
    package func finish(_ pending: PendingDeviceSignIn) async throws(AuthError) -> Session {
        let storedSession = try await deviceCodeFlow.run { () throws(AuthError) in pending.code }
        return Session(storedSession, manager: deviceCodeFlow.manager)
    }

    /// Removes all sessions from this device only: nothing is revoked, and the browser stays signed in.
    ///
    /// - Throws: ``AuthError`` with a `store…` code if the store failed.
    package func removeSessionsFromDevice() async throws(AuthError) {
        try await SessionCommitter(manager: flow.manager).endAllSessions(revoking: false)
    }

    private func flow(with options: AmazonSignInOptions) -> AuthorizationCodeFlow {
        var flow = flow
        flow.adapter = adapter.with(options)
        return flow
    }
}

/// A pending sign-in on another device.
package final class PendingDeviceSignIn: Sendable {
    private let grant: DeviceCodeGrant
    private let hasTokens = Flag()

    init(code: DeviceCodeGrant) {
        grant = code
    }

    /// The prompt to show.
    package var prompt: DeviceAuthorizationPrompt { grant.prompt }

    /// Whether the server has issued tokens for the code, so that it cannot be used again.
    package var isSpent: Bool { hasTokens.isSet }

    var code: DeviceCodeGrant {
        DeviceCodeGrant(prompt: grant.prompt, deadline: grant.deadline, interval: grant.interval) {
            () throws(AuthError) in
            let complete = try await self.grant.poll()
            self.hasTokens.set()
            return complete
        }
    }
}
