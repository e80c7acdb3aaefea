import Foundation

extension GatehouseClient {
    /// The current session as it is stored, for a caller who cannot wait.
    ///
    /// - Returns: The session, and all that is stored of it; `nil` when nobody is signed in.
    /// - Throws: ``AuthError`` with a `store…` code when what is stored cannot be read now.
    package func storedNow() throws(AuthError) -> (session: Session, grant: StoredGrant)? {
        do throws(TokenStoreError) {
            let grant = try immediateStore.loadNow(key)?.currentGrant
            return grant.map { (session($0), $0) }
        } catch {
            throw AuthError(error)
        }
    }

    /// Ends a session for a caller who cannot wait: on this device before this returns, at the server soon after.
    ///
    /// - Parameter session: The session; one that has ended already is not an error.
    /// - Throws: ``AuthError`` with a `store…` code when the device could not forget it now; this process has all the same,
    ///   and tries again.
    package func forgetNow(_ session: Session) throws(AuthError) {
        keeper.snapshot.noteEnd(of: session.id)
        defer {
            Task(name: "gatehouse sign-out", executorPreference: configuration.executor) { [keeper] in
                try? await keeper.end([session.id], because: .requested)
                await keeper.deliver()
            }
        }
        do throws(TokenStoreError) {
            try endNow(session.id)
        } catch {
            throw AuthError(error)
        }
    }

    private func endNow(_ id: String) throws(TokenStoreError) {
        let store = try immediateStore
        var conflict = TokenStoreError(.conflict, "Other processes write all the time.")
        for _ in 0..<16 {
            guard let found = try store.loadNow(key), found.grant(id) != nil else { return }
            let since = dialect.sessionRule == .oneOnDevice ? nil : keeper.clock.now
            var next = found.applying([.end([id], tellServerSince: since)])
            next.generation += 1
            do throws(TokenStoreError) {
                try store.saveNow(next, for: key, replacing: found.generation)
                return
            } catch {
                guard error.kind == .conflict else { throw error }
                conflict = error
            }
        }
        throw conflict
    }

    private var immediateStore: any ImmediateTokenStore {
        get throws(TokenStoreError) {
            guard let store = configuration.tokenStore as? any ImmediateTokenStore else {
                throw TokenStoreError(.unavailable, "The app's own token store cannot be asked without waiting.")
            }
            return store
        }
    }
}
