public import Foundation

extension GatehouseClient {
    /// Hands in a URL that the app was opened with.
    ///
    /// The answer comes at once, so a sign-in that an earlier process began is found only where the store answers at once: in the stores of this
    /// library, while they can be read. With a store of the app's own, or one that may still be locked, call ``resume(_:)-(URL)`` when this
    /// returns `false`; that waits, and says why it could not go on.
    ///
    /// - Parameter url: The URL.
    /// - Returns: `true` when it is the redirect of a sign-in or sign-out under way, which it ends, or of a sign-in that was under way when
    ///   the app's process ended, which goes on: ``states`` tells when the person is signed in. `false` for any other URL, and where what an
    ///   earlier process began cannot be looked up at once; nothing has changed then.
    public func handle(_ url: URL) -> Bool {
        endVisit(with: url) || resumeSoon(url)
    }

    /// Hands in a URL that ends a visit under way here.
    ///
    /// - Parameter url: The URL.
    /// - Returns: Whether it has ended one.
    package func endVisit(with url: URL) -> Bool {
        visits.handle(url)
    }

    /// Ends every open visit of the browser, as if the user had closed its page.
    ///
    /// - Returns: Whether a page was open.
    package func closeVisits() -> Bool {
        visits.close()
    }

    /// Hands in a URL with which a sign-in goes on that another process began.
    ///
    /// - Parameter url: The URL.
    /// - Returns: Whether one goes on.
    package func resumeSoon(_ url: URL) -> Bool {
        guard let store = configuration.tokenStore as? any ImmediateTokenStore,
            let pending = try? store.loadNow(key)?.pendingSignIn, isAnswered(pending, by: url)
        else { return false }
        Task(name: "gatehouse resume", executorPreference: configuration.executor) { try? await self.resume(url) }
        return true
    }

    /// Goes on with a sign-in that was under way when the app's process ended.
    ///
    /// A sign-in is kept for half an hour from when its page was opened, where ``Configuration/redirectURI`` leads back into the app.
    ///
    /// - Parameter url: The URL that the app was opened with.
    /// - Returns: The session, which is the current one from now on; `nil` when the URL is not the redirect of such a sign-in, or another
    ///   process has gone on with it.
    /// - Throws: ``AuthError`` as ``signIn(scopes:interaction:options:)``. After a failure that may pass, this can be called again.
    @discardableResult
    public func resume(_ url: URL) async throws(AuthError) -> Session? {
        guard let pending = try await keeper.sessions().pendingSignIn, isAnswered(pending, by: url) else { return nil }
        let (dialect, keeper) = (dialect, keeper)
        let grant = try await interaction.run { () throws(AuthError) -> StoredGrant? in
            guard try await keeper.take(pending) else { return nil }
            do throws(AuthError) {
                return try await keeper.redeem(pending, url, from: dialect)
            } catch {
                if error.isTransient { try await keeper.begin(pending) }
                throw error
            }
        }
        return grant.map(session)
    }

    /// What was begun here is waited for here.
    private func isAnswered(_ pending: PendingSignIn, by url: URL) -> Bool {
        !visits.hasBegun(pending.state.reveal()) && pending.isAnswered(by: url, at: keeper.clock.now)
    }
}
