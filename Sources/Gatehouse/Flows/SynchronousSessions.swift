import Foundation

/// The stored sessions without waiting, for the synchronous methods of the facades.
package struct SynchronousSessions: Sendable {
    let manager: SessionManager

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
            return try manager.persistence.sessions.loadNow()
        } catch {
            throw error.authError
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
            throw error.authError
        }
    }

    private func end(_ id: String) throws(TokenStoreError) {
        let since = manager.service.accountPolicy.revokesEndedSessions ? manager.clock.now : nil
        try manager.persistence.sessions.updateNow { found in
            found?.session(id) == nil ? nil : found?.applying([.end([id], revocationTime: since)])
        }
    }
}
