package import Foundation
package import GatehouseWire

extension GatehouseClient.Configuration {
    /// A configuration for a server that speaks as Login with Amazon, with the defaults of this platform.
    ///
    /// - Parameter amazon: Who the app is, where its server is, and where the app wants to be served.
    package init(amazon: AmazonServer) {
        self.init(issuer: AmazonEndpoints.home(of: amazon.key), clientID: amazon.key.clientID)
        self.amazon = amazon
        #if canImport(AuthenticationServices)
        redirectURI = AmazonRedirect.app(bundleID: amazon.key.bundleID).flatMap { URL(string: $0.rawValue) }
        #endif
    }
}

extension GatehouseClient {
    /// Has a person sign in for somebody else, such as the app's own server, who redeems the code; nothing is stored.
    ///
    /// - Parameters:
    ///   - scopes: What is asked for.
    ///   - interaction: ``Interaction/always`` drops what is stored first; ``Interaction/never`` is not possible.
    ///   - options: Among them the challenge whose verifier that somebody has.
    /// - Returns: The code, and the redirect URI that it must be redeemed with.
    /// - Throws: ``AuthError`` as ``signIn(scopes:interaction:options:)``.
    package func authorizationCode(
        scopes: ScopeSet,
        interaction: Interaction = .automatic,
        options: SignInOptions
    ) async throws(AuthError) -> (code: Secret, redirectURI: URL?) {
        guard interaction != .never else { throw .nothingStored }
        let request = SignInRequest(scopes: scopes, options: options)
        let dialect = dialect
        return try await ask(request, interaction, isResumable: false) { answer throws(AuthError) in
            let code = try await dialect.code(of: answer.pending, in: answer.redirect)
            return (code, answer.pending.redirectURI.flatMap(URL.init))
        }
    }

    /// Gets a code that the person types in on another device.
    ///
    /// - Parameters:
    ///   - scopes: What is asked for.
    ///   - options: Hints for the server.
    /// - Returns: The code; ``finish(_:)`` waits for the person.
    /// - Throws: ``AuthError`` when the server gives none.
    package func beginOnDevice(
        scopes: ScopeSet,
        options: SignInOptions
    ) async throws(AuthError) -> PendingDeviceSignIn {
        let request = SignInRequest(scopes: dialect.ownScopes.union(scopes), options: options)
        return PendingDeviceSignIn(code: try await dialect.deviceCode(for: request))
    }

    /// Waits until the person has typed the code in and decided.
    ///
    /// - Parameter pending: The code.
    /// - Returns: The session, which is the current one from now on.
    /// - Throws: ``AuthError`` as ``signInWithDevice(scopes:prompt:)``.
    package func finish(_ pending: PendingDeviceSignIn) async throws(AuthError) -> Session {
        try await signInOnDevice { () throws(AuthError) in pending.code }
    }

    /// Signs everybody out on this device alone: the server is not told, and the browser stays signed in.
    ///
    /// - Throws: ``AuthError`` with a `store…` code when the device could not forget.
    package func forgetOnDevice() async throws(AuthError) {
        try await keeper.dropAll(tellingServer: false)
    }
}
