import Foundation

/// The stored sessions without waiting, for the synchronous methods of the facades.
package struct SynchronousSessions: Sendable {
    /// The number of conflicts after which a sign-out fails.
    private static let maximumAttempts = 16

    let manager: SessionManager

    private var key: TokenStoreKey { manager.persistence.key }

    /// Returns the current session as it is stored.
    ///
    /// - Returns: The session with its stored data; `nil` if no account is signed in.
    /// - Throws: ``AuthError`` with a `store…` code if the store cannot be read.
    package func current() throws(AuthError) -> (session: Session, storedSession: StoredSession)? {
        try stored()?.currentSession.map { (Session($0, manager: manager), $0) }
    }

    /// Returns the stored data.
    func stored() throws(AuthError) -> StoredSessions? {
        do throws(TokenStoreError) {
            return try store.loadNow(key)
        } catch {
            throw AuthError(error)
        }
    }

    /// Ends a session on this device, and soon after at the server.
    ///
    /// - Parameter session: The session; it is not an error if it has ended already.
    /// - Throws: ``AuthError`` with a `store…` code if the store failed; the session has ended in this process
    ///   nevertheless, and the store is retried.
    package func signOut(_ session: Session) throws(AuthError) {
        manager.cache.markEnded(session.id)
        defer {
            manager.tasks.start("gatehouse sign-out", isWaitedFor: false) { [manager] in
                try? await manager.end([session.id], because: .requested)
                await manager.sendRevocations()
            }
        }
        do throws(TokenStoreError) {
            try end(session.id)
        } catch {
            throw AuthError(error)
        }
    }

    private func end(_ id: String) throws(TokenStoreError) {
        let store = try store
        var conflict = TokenStoreError(.conflict, "Too many concurrent writes by other processes.")
        for _ in 0..<Self.maximumAttempts {
            guard let found = try store.loadNow(key), found.session(id) != nil else { return }
            let since = manager.service.accountPolicy.revokesEndedSessions ? manager.clock.now : nil
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

    private var store: any SynchronousTokenStore {
        get throws(TokenStoreError) {
            guard let store = manager.persistence.store as? any SynchronousTokenStore else {
                throw TokenStoreError(.unavailable, "The app’s token store does not support synchronous access.")
            }
            return store
        }
    }
}
