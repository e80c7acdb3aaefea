public import Foundation
public import GatehouseWire

extension GatehouseClient {
    /// Signs a user in.
    ///
    /// A sign-in that shows a page cancels another one. Cancelling the task closes the page, and nothing changes.
    ///
    /// - Parameters:
    ///   - scopes: The requested scopes. `openid` and `offline_access` are always added.
    ///   - interaction: The policy for showing the sign-in page.
    ///   - options: Hints for the server's pages.
    /// - Returns: The session, which becomes the current one.
    /// - Throws: ``AuthError``: `cancelled` if the user closed the page or denied consent; `interactionRequired` if
    ///   showing the page was not allowed; `network`, `serverUnavailable` or `rateLimited` if the server could not
    ///   respond; a `store…` code if the session cannot be stored, in which case the user is not signed in.
    @discardableResult
    public func signIn(
        scopes: ScopeSet = [],
        interaction: Interaction = .ifNeeded,
        options: SignInOptions = SignInOptions()
    ) async throws(AuthError) -> Session {
        session(try await signInFlow.run(scopes: scopes, interaction: interaction, options: options))
    }

    /// Signs a user in who confirms on another device (RFC 8628).
    ///
    /// It cancels another sign-in in progress, as ``signIn(scopes:interaction:options:)`` does. If another account has
    /// signed in here before the user confirms, that account stays signed in, and this sign-in is cancelled.
    ///
    /// - Parameters:
    ///   - scopes: The requested scopes. `openid` and `offline_access` are always added.
    ///   - resources: The identifiers of the APIs that have tokens of their own: ``SignInOptions/resources``.
    ///   - prompt: Shows the code and the page where it is entered. Polling starts when this returns, so it must
    ///     not wait for the end of the sign-in. Its task is cancelled with the sign-in.
    /// - Returns: The session, which becomes the current one.
    /// - Throws: ``AuthError``: `cancelled` if the user denied the request or the task was cancelled, `flowExpired` if
    ///   the code was not entered in time, otherwise as ``signIn(scopes:interaction:options:)``.
    @discardableResult
    public func signInWithDeviceCode(
        scopes: ScopeSet = [],
        resources: [String] = [],
        presenting prompt: @escaping @Sendable (DeviceAuthorizationPrompt) async -> Void
    ) async throws(AuthError) -> Session {
        session(try await services.deviceCodeFlow.run(scopes: scopes, resources: resources, presenting: prompt))
    }

    /// Creates a session from tokens obtained elsewhere, such as those that the app kept when it switched accounts.
    ///
    /// The server identifies the user of the token before anything changes: a failure leaves the current session as it
    /// is. Nothing is revoked, neither replaced sessions nor the imported tokens if they cannot be stored.
    ///
    /// An app may import the same refresh token at every start: while its session lasts, that session continues with
    /// its newer tokens, and no token is used twice.
    ///
    /// - Parameters:
    ///   - accessToken: The access token.
    ///   - refreshToken: The refresh token; without one the session ends with the access token.
    ///   - expiresAt: The expiration by the server's clock; `nil` if it is unknown.
    /// - Returns: The session, which becomes the current one.
    /// - Throws: ``AuthError``: `requestRejected` if the server does not accept the tokens or their syntax is invalid;
    ///   `network`, `serverUnavailable` or `rateLimited` if the server could not respond; `signedOut` if the session of
    ///   the same refresh token was ended here meanwhile; a `store…` code if the session cannot be stored.
    @discardableResult
    public func importSession(
        accessToken: String,
        refreshToken: String? = nil,
        expiresAt: Date? = nil
    ) async throws(AuthError) -> Session {
        let tokens = SessionImporter.Tokens(
            accessToken: accessToken,
            expiresAt: expiresAt ?? .distantFuture,
            refreshToken: refreshToken
        )
        return session(try await services.importer.importSession(tokens, identifyingBy: services.adapter.owner))
    }

    /// Completes the sign-in or sign-out that a redirect URL belongs to.
    ///
    /// Returns immediately, so a sign-in of an earlier process is found only if the store supports synchronous access:
    /// in the stores of this library, while they are readable. With another store, or one that may be locked, call
    /// ``completeSignIn(from:)`` if this returns `false`; it waits and reports errors.
    ///
    /// - Parameter url: The URL that the app was opened with.
    /// - Returns: `true` if the URL is the redirect of a sign-in or sign-out in progress, or of a sign-in whose process
    ///   has ended, which then continues: observe ``states``. `false` for any other URL, and if an earlier sign-in
    ///   cannot be looked up immediately; nothing has changed then.
    public func handle(_ url: URL) -> Bool {
        signInFlow.handle(url) || signInFlow.completeInBackground(from: url)
    }

    /// Completes a sign-in that was in progress when the app's process ended.
    ///
    /// A sign-in can be completed for half an hour after its page was opened, if ``ClientConfiguration/redirectURI``
    /// leads back to the app.
    ///
    /// - Parameter url: The URL that the app was opened with.
    /// - Returns: The session, which becomes the current one; `nil` if the URL does not belong to such a sign-in, or
    ///   another process has completed it.
    /// - Throws: ``AuthError`` as ``signIn(scopes:interaction:options:)``. Call this again after a temporary failure.
    @discardableResult
    public func completeSignIn(from url: URL) async throws(AuthError) -> Session? {
        try await signInFlow.complete(from: url).map(session)
    }

    /// Signs an account out, first on this device, then at the server.
    ///
    /// If the server cannot be reached, revocation is retried later: when this client is next created, at the next
    /// sign-in, sign-out or refresh, or when the app calls ``retryPendingWork()``.
    ///
    /// If the store has never been readable since this client was created, there is no known session to end. This then
    /// throws, and the session is available again once the store can be read. Call it again when ``states`` leaves
    /// ``SessionState/unknown(_:)``, or ask the user to unlock the device first. A corrupt store is cleared instead.
    ///
    /// - Parameters:
    ///   - account: The account to sign out; by default the current one.
    ///   - endingBrowserSession: Whether to end the browser's session with the server as well, which shows a page.
    /// - Returns: The result on the device, at the server and in the browser.
    /// - Throws: ``AuthError`` with a `store…` code if the store could not be read or written. If this process has read
    ///   the session before, it has ended nevertheless, in this process, at the server and in the browser, and the
    ///   store is retried until the process ends. If not, nothing has ended.
    @discardableResult
    public func signOut(
        _ account: Account? = nil,
        endingBrowserSession: Bool = false
    ) async throws(AuthError) -> SignOutResult {
        try await signOut(account, on: endingBrowserSession ? SignOutPageOptions() : nil)
    }

    /// Signs an account out as ``signOut(_:endingBrowserSession:)`` does, with options of the page; `nil` shows none.
    package func signOut(_ account: Account?, on page: SignOutPageOptions?) async throws(AuthError) -> SignOutResult {
        try await services.signOutFlow.run(account, on: page)
    }

    /// The stored sessions without waiting.
    package var synchronousSessions: SynchronousSessions { SynchronousSessions(manager: manager) }
}
