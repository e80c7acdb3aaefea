public import Foundation
public import GatehouseWire

extension GatehouseClient {
    /// Signs a user in.
    ///
    /// A sign-in that shows a page cancels another one that is doing so. If the task is cancelled, the page closes and
    /// nothing changes.
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
        var requestedScopes = scopes
        switch interaction {
        case .ifNeeded, .never:
            let stored = try await manager.sessions().currentSession
            if let stored, adapter.isSatisfied(scopes, granted: stored.scopes),
                let storedSession = try await usableSession(stored, isUrgent: interaction == .ifNeeded)
            {
                return session(storedSession)
            }
            guard interaction == .ifNeeded else {
                throw .interactionRequired
            }
            // Keeps the scopes that the app already had.
            requestedScopes = scopes.union(stored?.scopes ?? [])
        case .addAccount:
            _ = try await manager.sessions()
        case .always:
            break
        }
        let request = SignInRequest(
            scopes: adapter.requiredScopes.union(requestedScopes),
            prompt: options.prompt ?? interaction.prompt,
            options: options
        )
        let (adapter, manager) = (adapter, manager)
        let storedSession = try await authorize(request, interaction) { response throws(AuthError) in
            try await manager.redeem(response.pending, response.redirect, from: adapter)
        }
        return session(storedSession)
    }

    /// Returns the stored session with a valid token, or `nil` if the server no longer accepts it.
    ///
    /// Skips the backoff if a user is waiting.
    private func usableSession(_ stored: StoredSession, isUrgent: Bool) async throws(AuthError) -> StoredSession? {
        do throws(AuthError) {
            return try await manager.validSession(
                stored.id,
                isUrgent: isUrgent,
                leeway: configuration.expirationLeeway.timeInterval
            )
        } catch {
            guard error.code == .signedOut || error.code == .interactionRequired else { throw error }
            return nil
        }
    }

    /// Shows the sign-in page when no other sign-in is in progress, and processes its response before another one may
    /// start.
    func authorize<Value: Sendable>(
        _ request: SignInRequest,
        _ interaction: Interaction,
        isResumable: Bool = true,
        then finish: @escaping @Sendable (AuthorizationCodeFlow.Response) async throws(AuthError) -> Value
    ) async throws(AuthError) -> Value {
        let flow = AuthorizationCodeFlow(
            adapter: adapter,
            agent: configuration.userAgent,
            activeRequests: activeRequests,
            redirectURI: configuration.redirectURI
        )
        let (manager, activeRequests, rule) = (manager, activeRequests, adapter.accountPolicy)
        return try await self.interaction.run { () throws(AuthError) in
            // Checks the store first: the user must not sign in for a session that cannot be stored.
            try await manager.checkWritable()
            do throws(AuthError) {
                let response = try await flow.run(request) { pending throws(AuthError) in
                    if interaction == .always {
                        try await manager.endAllSessions()
                        // Without sessions, the store applies the configured protection: checks again.
                        try await manager.checkWritable()
                    }
                    // A server that treats a revocation as the end of the browser's sign-in must receive it before the
                    // next sign-in.
                    if rule == .singleAccountSharedWithBrowser { await manager.sendRevocations() }
                    if isResumable, pending.redirectURI != nil { try await manager.storePendingSignIn(pending) }
                }
                return try await finish(response)
            } catch {
                await manager.discardPendingSignIn(startedIn: activeRequests)
                throw error
            }
        }
    }
}

extension SessionManager {
    /// Redeems the response of a sign-in page and stores the session.
    func redeem(
        _ pending: PendingAuthorization,
        _ redirect: URL,
        from adapter: any ProtocolAdapter
    ) async throws(AuthError) -> StoredSession {
        let storedSession = try await adapter.redeem(pending, redirect)
        guard pending.accountID == nil || storedSession.account.id == pending.accountID else {
            revoke(storedSession)
            throw .differentUser
        }
        try await commit(storedSession)
        return storedSession
    }

    /// Stores the session of a sign-in, or revokes it if that fails.
    ///
    /// - Parameters:
    ///   - storedSession: The session.
    ///   - initialSessions: The sessions at the start of the sign-in, if an account that has signed in since must not
    ///     be replaced.
    /// - Throws: ``AuthError``: `cancelled` if an account has signed in since; a `store…` code if the session cannot be
    ///   stored.
    func commit(
        _ storedSession: StoredSession,
        onlyIfCurrentIn initialSessions: Set<String>? = nil
    ) async throws(AuthError) {
        do throws(AuthError) {
            if let initialSessions, let current = try await sessions().current, !initialSessions.contains(current) {
                throw .cancelled("Another account has signed in on this device meanwhile.")
            }
            try await add(storedSession)
        } catch {
            revoke(storedSession)
            guard error.code != .cancelled else { throw error }
            var failure = error
            failure.message = "The server accepted the sign-in, but it could not be stored. " + error.message
            throw failure
        }
        startSendingRevocations()
    }

    /// Revokes a session that is not stored.
    func revoke(_ storedSession: StoredSession) {
        enqueueRevocation(of: storedSession)
        startSendingRevocations()
    }

    /// Ends every session on the device, including those of a corrupt store.
    func endAllSessions(revoking: Bool = true) async throws(AuthError) {
        do throws(AuthError) {
            let stored = try await sessions()
            try await end(Set(stored.sessions.map(\.id)), because: .requested, revoking: revoking)
        } catch {
            guard error.code == .storeCorrupt else { throw error }
            if revoking { try await discardCorruptStore() } else { try await removeCorruptData() }
        }
    }
}

extension GatehouseClient {
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
        completeUserAgentRequest(with: url) || resumeInBackground(url)
    }

    /// Completes the user agent request in progress that a URL belongs to.
    ///
    /// - Parameter url: The URL.
    /// - Returns: Whether there was one.
    package func completeUserAgentRequest(with url: URL) -> Bool {
        activeRequests.handle(url)
    }

    /// Ends every user agent request as if the user had closed its page.
    ///
    /// - Returns: Whether a page was open.
    package func dismissUserAgentRequests() -> Bool {
        activeRequests.close()
    }

    /// Continues the sign-in of another process that a URL belongs to.
    ///
    /// - Parameter url: The URL.
    /// - Returns: Whether there was one.
    package func resumeInBackground(_ url: URL) -> Bool {
        guard let store = configuration.tokenStore as? any SynchronousTokenStore,
            let pending = try? store.loadNow(key)?.pendingSignIn, isResumable(pending, by: url)
        else { return false }
        Task(name: "gatehouse resume", executorPreference: configuration.executor) {
            try? await self.completeSignIn(from: url)
        }
        return true
    }

    /// Completes a sign-in that was in progress when the app's process ended.
    ///
    /// A sign-in can be completed for half an hour after its page was opened, if ``Configuration/redirectURI`` leads
    /// back to the app.
    ///
    /// - Parameter url: The URL that the app was opened with.
    /// - Returns: The session, which becomes the current one; `nil` if the URL does not belong to such a sign-in, or
    ///   another process has completed it.
    /// - Throws: ``AuthError`` as ``signIn(scopes:interaction:options:)``. Call this again after a temporary failure.
    @discardableResult
    public func completeSignIn(from url: URL) async throws(AuthError) -> Session? {
        guard let pending = try await manager.sessions().pendingSignIn, isResumable(pending, by: url) else {
            return nil
        }
        let (adapter, manager) = (adapter, manager)
        let storedSession = try await interaction.run { () throws(AuthError) -> StoredSession? in
            guard try await manager.consume(pending) else { return nil }
            do throws(AuthError) {
                return try await manager.redeem(pending, url, from: adapter)
            } catch {
                if error.isTransient { try await manager.storePendingSignIn(pending) }
                throw error
            }
        }
        return storedSession.map(session)
    }

    /// Returns whether to complete the sign-in here: one started in this process is completed by its own task.
    private func isResumable(_ pending: PendingAuthorization, by url: URL) -> Bool {
        !activeRequests.hasStarted(pending.state.reveal()) && pending.matches(url, at: manager.clock.now)
    }
}

extension GatehouseClient {
    /// Signs a user in who confirms on another device (RFC 8628).
    ///
    /// It cancels another sign-in in progress, as ``signIn(scopes:interaction:options:)`` does. If another account has
    /// signed in here before the user confirms, that account stays signed in, and this sign-in is cancelled.
    ///
    /// - Parameters:
    ///   - scopes: The requested scopes. `openid` and `offline_access` are always added.
    ///   - prompt: Shows the code and the page where it is entered. Polling starts when this returns, so it must
    ///     not wait for the end of the sign-in. Its task is cancelled with the sign-in.
    /// - Returns: The session, which becomes the current one.
    /// - Throws: ``AuthError``: `cancelled` if the user denied the request or the task was cancelled, `flowExpired` if
    ///   the code was not entered in time, otherwise as ``signIn(scopes:interaction:options:)``.
    @discardableResult
    public func signInWithDeviceCode(
        scopes: ScopeSet = [],
        presenting prompt: @escaping @Sendable (DeviceAuthorizationPrompt) async -> Void
    ) async throws(AuthError) -> Session {
        let request = SignInRequest(scopes: adapter.requiredScopes.union(scopes))
        let (adapter, executor) = (adapter, configuration.executor)
        return try await completeDeviceSignIn { () throws(AuthError) in
            let code = try await adapter.deviceCode(for: request)
            // A prompt that does not return must neither outlive the sign-in nor delay the next one.
            let shown = Promise<Bool>()
            let showing = Task(name: "gatehouse prompt", executorPreference: executor) {
                await prompt(code.prompt)
                shown.resolve(true)
            }
            guard await shown.value != nil else {
                showing.cancel()
                throw .cancelled()
            }
            return code
        }
    }

    /// Waits for the confirmation on another device, when no other sign-in is in progress.
    ///
    /// - Parameter code: Requests the code.
    /// - Returns: The session, which becomes the current one.
    /// - Throws: ``AuthError`` as ``signInWithDeviceCode(scopes:presenting:)``.
    func completeDeviceSignIn(
        with code: @escaping @Sendable () async throws(AuthError) -> DeviceCodeGrant
    ) async throws(AuthError) -> Session {
        _ = try await manager.sessions()
        let flow = DeviceCodeFlow(environment: configuration.environment, clock: manager.clock)
        let manager = manager
        let storedSession = try await interaction.run { () throws(AuthError) in
            // Checks the store first: the user must not enter a code for a session that cannot be stored.
            try await manager.checkWritable()
            let initialSessions = Set(try await manager.sessions().sessions.map(\.id))
            let storedSession = try await flow.run(try await code())
            try await manager.commit(storedSession, onlyIfCurrentIn: initialSessions)
            return storedSession
        }
        return session(storedSession)
    }
}
