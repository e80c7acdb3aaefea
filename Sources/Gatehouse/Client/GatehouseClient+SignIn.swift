import Foundation
public import GatehouseWire

extension GatehouseClient {
    /// Signs a person in.
    ///
    /// A sign-in that has to ask takes the place of another one that is asking, which ends as cancelled. When the
    /// task is cancelled, the page closes and nothing is changed.
    ///
    /// - Parameters:
    ///   - scopes: What the app needs to know or do. `openid` and `offline_access` are asked for in any case.
    ///   - interaction: When to ask the person.
    ///   - options: Hints for the server's pages.
    /// - Returns: The session, which is the current one from now on.
    /// - Throws: ``AuthError``: `cancelled` when the person closed the page or did not agree; `interactionRequired`
    ///   when asking was not allowed; `network`, `serverUnavailable` or `rateLimited` when the server could not answer;
    ///   a `store…` code when the session cannot be kept, and then the person is not signed in.
    @discardableResult
    public func signIn(
        scopes: ScopeSet = [],
        interaction: Interaction = .automatic,
        options: SignInOptions = SignInOptions()
    ) async throws(AuthError) -> Session {
        var wanted = scopes
        switch interaction {
        case .automatic, .never:
            let stored = try await keeper.sessions().currentGrant
            if let stored, dialect.covers(scopes, granted: stored.scopes),
                let grant = try await usable(stored, isUrgent: interaction == .automatic)
            {
                return session(grant)
            }
            guard interaction == .automatic else {
                throw .nothingStored
            }
            // What the app had before it goes on to have.
            wanted = scopes.union(stored?.scopes ?? [])
        case .addAccount:
            _ = try await keeper.sessions()
        case .always:
            break
        }
        let request = SignInRequest(
            scopes: dialect.ownScopes.union(wanted),
            prompt: options.prompt ?? interaction.prompt,
            options: options
        )
        let (dialect, keeper) = (dialect, keeper)
        let grant = try await ask(request, interaction) { answer throws(AuthError) in
            try await keeper.redeem(answer.pending, answer.redirect, from: dialect)
        }
        return session(grant)
    }

    /// The stored session with a token that works, or `nil` when the server does not accept it any more.
    ///
    /// It is tried at once where a person waits; who may not be asked does not.
    private func usable(_ stored: StoredGrant, isUrgent: Bool) async throws(AuthError) -> StoredGrant? {
        do throws(AuthError) {
            return try await keeper.grant(
                stored.id,
                isUrgent: isUrgent,
                leeway: configuration.leeway.timeInterval
            )
        } catch {
            guard error.code == .signedOut || error.code == .interactionRequired else { throw error }
            return nil
        }
    }

    /// Has a person sign in, once nobody else does, and makes something of the answer before anybody else may.
    func ask<Value: Sendable>(
        _ request: SignInRequest,
        _ interaction: Interaction,
        isResumable: Bool = true,
        then finish: @escaping @Sendable (BrowserSignIn.Answer) async throws(AuthError) -> Value
    ) async throws(AuthError) -> Value {
        let flow = BrowserSignIn(
            dialect: dialect,
            agent: configuration.userAgent,
            visits: visits,
            redirectURI: configuration.redirectURI
        )
        let (keeper, visits, rule) = (keeper, visits, dialect.sessionRule)
        return try await self.interaction.run { () throws(AuthError) in
            // Nobody is to type a password for a sign-in that cannot be kept.
            try await keeper.rehearse()
            do throws(AuthError) {
                let answer = try await flow.ask(request) { pending throws(AuthError) in
                    if interaction == .always {
                        try await keeper.dropAll()
                        // With nobody signed in, the protection that was asked for by name is the only one.
                        try await keeper.rehearse()
                    }
                    // A server that takes a sign-out for the end of the browser's sign-in has to hear of it before the next one.
                    if rule == .oneWithBrowser { await keeper.deliver() }
                    if isResumable, pending.redirectURI != nil { try await keeper.begin(pending) }
                }
                return try await finish(answer)
            } catch {
                await keeper.abandonSignIn(begunIn: visits)
                throw error
            }
        }
    }
}

extension SessionKeeper {
    /// Makes a session of the answer to a page and stores it.
    func redeem(
        _ pending: PendingSignIn,
        _ redirect: URL,
        from dialect: any ServerDialect
    ) async throws(AuthError) -> StoredGrant {
        let grant = try await dialect.redeem(pending, redirect)
        guard pending.accountID == nil || grant.account.id == pending.accountID else {
            giveBack(grant)
            throw .anotherPerson
        }
        try await keep(grant)
        return grant
    }

    /// Stores the session of a sign-in; when that fails, the server is told to forget it.
    ///
    /// - Parameters:
    ///   - grant: The session.
    ///   - present: The sessions there were when the sign-in began, where nobody who has signed in since is to lose their place.
    /// - Throws: ``AuthError``: `cancelled` when somebody has; a `store…` code when it cannot be kept.
    func keep(_ grant: StoredGrant, unlessAfter present: Set<String>? = nil) async throws(AuthError) {
        do throws(AuthError) {
            if let present, let current = try await sessions().current, !present.contains(current) {
                throw .cancelled("Somebody else has signed in on this device meanwhile.")
            }
            try await add(grant)
        } catch {
            giveBack(grant)
            guard error.code != .cancelled else { throw error }
            var failure = error
            failure.message = "The server accepted the sign-in, but it could not be kept. " + error.message
            throw failure
        }
        startDelivery()
    }

    /// Has the server end a session that is not kept.
    func giveBack(_ grant: StoredGrant) {
        forget(grant)
        startDelivery()
    }

    /// Ends every session on the device, those in a damaged store too.
    func dropAll(tellingServer: Bool = true) async throws(AuthError) {
        do throws(AuthError) {
            let stored = try await sessions()
            try await end(Set(stored.grants.map(\.id)), because: .requested, tellingServer: tellingServer)
        } catch {
            guard error.code == .storeCorrupt else { throw error }
            if tellingServer { try await discard() } else { try await clear() }
        }
    }
}
