package import Foundation
package import GatehouseWire

extension GatehouseClient.Configuration {
    /// Creates a configuration for a server with Kii's API, with the defaults of this platform.
    ///
    /// Tokens are refreshed five minutes before they expire, if there is a refresh token.
    ///
    /// - Parameter kii: The server and the app.
    package init(kii: KiiServer) {
        self.init(issuer: kii.baseURL, clientID: kii.appID)
        self.kii = kii
        expirationLeeway = .seconds(300)
        returnsExpiringTokens = false
    }
}

extension GatehouseClient {
    /// The operations on users of an app with Kii's API.
    ///
    /// - Throws: `misconfigured` if the client uses another protocol.
    package var kii: KiiUsers {
        get throws(AuthError) {
            guard let service = adapter as? KiiAdapter else {
                throw .misconfigured("This client is not configured for Kii.")
            }
            return KiiUsers(client: self, service: service)
        }
    }
}

extension GatehouseClient.Configuration {
    /// Creates a configuration for a server with Login with Amazon, with the defaults of this platform.
    ///
    /// - Parameter amazon: The API key and the location.
    package init(amazon: AmazonServer) {
        self.init(issuer: AmazonEndpoints.home(of: amazon.key), clientID: amazon.key.clientID)
        self.amazon = amazon
        #if canImport(AuthenticationServices)
        redirectURI = AmazonRedirect.app(bundleID: amazon.key.bundleID).flatMap { URL(string: $0.rawValue) }
        #endif
    }
}

extension GatehouseClient {
    /// Signs the user in for another party that redeems the code, such as the app's own server; nothing is stored.
    ///
    /// - Parameters:
    ///   - scopes: The requested scopes.
    ///   - interaction: ``Interaction/always`` removes the stored sessions first; ``Interaction/never`` is not
    ///     possible.
    ///   - options: Options with the code challenge of the other party.
    /// - Returns: The code, and the redirect URI for redeeming it.
    /// - Throws: ``AuthError`` as ``signIn(scopes:interaction:options:)``.
    package func authorizationCode(
        scopes: ScopeSet,
        interaction: Interaction = .ifNeeded,
        options: SignInOptions
    ) async throws(AuthError) -> (code: Secret, redirectURI: URL?) {
        guard interaction != .never else { throw .interactionRequired }
        let request = SignInRequest(scopes: scopes, options: options)
        let adapter = adapter
        return try await authorize(request, interaction, isResumable: false) { response throws(AuthError) in
            let code = try await adapter.code(of: response.pending, in: response.redirect)
            return (code, response.pending.redirectURI.flatMap(URL.init))
        }
    }

    /// Requests a code that the user enters on another device.
    ///
    /// - Parameters:
    ///   - scopes: The requested scopes.
    ///   - options: Hints for the server.
    /// - Returns: The code; ``finish(_:)`` waits for its completion.
    /// - Throws: ``AuthError`` if the server issues none.
    package func startDeviceSignIn(
        scopes: ScopeSet,
        options: SignInOptions
    ) async throws(AuthError) -> PendingDeviceSignIn {
        let request = SignInRequest(scopes: adapter.requiredScopes.union(scopes), options: options)
        return PendingDeviceSignIn(code: try await adapter.deviceCode(for: request))
    }

    /// Waits until the user has entered the code and decided.
    ///
    /// - Parameter pending: The code.
    /// - Returns: The session, which becomes the current one.
    /// - Throws: ``AuthError`` as ``signInWithDeviceCode(scopes:presenting:)``.
    package func finish(_ pending: PendingDeviceSignIn) async throws(AuthError) -> Session {
        try await completeDeviceSignIn { () throws(AuthError) in pending.code }
    }

    /// Removes all sessions from this device only: nothing is revoked, and the browser stays signed in.
    ///
    /// - Throws: ``AuthError`` with a `store…` code if the store failed.
    package func removeSessionsFromDevice() async throws(AuthError) {
        try await manager.endAllSessions(revoking: false)
    }
}
