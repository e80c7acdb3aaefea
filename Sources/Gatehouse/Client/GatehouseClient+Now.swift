import Foundation

extension GatehouseClient {
    /// Returns the current session as it is stored, synchronously.
    ///
    /// - Returns: The session with its stored data; `nil` if no account is signed in.
    /// - Throws: ``AuthError`` with a `store…` code if the store cannot be read.
    package func storedNow() throws(AuthError) -> (session: Session, storedSession: StoredSession)? {
        do throws(TokenStoreError) {
            let storedSession = try synchronousStore.loadNow(key)?.currentSession
            return storedSession.map { (session($0), $0) }
        } catch {
            throw AuthError(error)
        }
    }

    /// Ends a session synchronously on this device, and soon after at the server.
    ///
    /// - Parameter session: The session; it is not an error if it has ended already.
    /// - Throws: ``AuthError`` with a `store…` code if the store failed; the session has ended in this process
    ///   nevertheless, and the store is retried.
    package func signOutNow(_ session: Session) throws(AuthError) {
        manager.cache.markEnded(session.id)
        defer {
            Task(name: "gatehouse sign-out", executorPreference: configuration.executor) { [manager] in
                try? await manager.end([session.id], because: .requested)
                await manager.sendRevocations()
            }
        }
        do throws(TokenStoreError) {
            try endNow(session.id)
        } catch {
            throw AuthError(error)
        }
    }

    private func endNow(_ id: String) throws(TokenStoreError) {
        let store = try synchronousStore
        var conflict = TokenStoreError(.conflict, "Too many concurrent writes by other processes.")
        for _ in 0..<16 {
            guard let found = try store.loadNow(key), found.session(id) != nil else { return }
            let since = adapter.accountPolicy == .singleAccountLocalOnly ? nil : manager.clock.now
            var next = found.applying([.end([id], revocationTime: since)])
            next.generation += 1
            do throws(TokenStoreError) {
                try store.saveNow(next, for: key, replacing: found.generation)
                return
            } catch {
                guard error.code == .conflict else { throw error }
                conflict = error
            }
        }
        throw conflict
    }

    private var synchronousStore: any SynchronousTokenStore {
        get throws(TokenStoreError) {
            guard let store = configuration.tokenStore as? any SynchronousTokenStore else {
                throw TokenStoreError(.unavailable, "The app’s token store does not support synchronous access.")
            }
            return store
        }
    }
}
