import Foundation
import GatehouseWire

/// Stores the result of a sign-in, or revokes it.
struct SessionCommitter: Sendable {
    let manager: SessionManager

    /// Redeems the response of a sign-in page and stores the session.
    func redeem(
        _ pending: PendingAuthorization,
        _ redirect: URL,
        from service: any SignInService
    ) async throws(AuthError) -> StoredSession {
        let storedSession = try await service.redeem(pending, redirect)
        guard pending.accountID == nil || storedSession.account.id == pending.accountID else {
            await revoke(storedSession)
            throw .differentUser
        }
        try await commit(storedSession)
        return storedSession
    }

    /// Redeems the response of a sign-in page with which the user of a session has signed in again.
    ///
    /// - Parameters:
    ///   - pending: The request.
    ///   - redirect: The response.
    ///   - service: The server.
    ///   - id: The session, which continues with the new tokens.
    /// - Returns: The session.
    /// - Throws: ``AuthError``: `requestRejected` if another user has signed in; `signedOut` if the session has ended
    ///   meanwhile; a `store…` code if the tokens cannot be stored. The new tokens are revoked then.
    func redeem(
        _ pending: PendingAuthorization,
        _ redirect: URL,
        from service: any SignInService,
        continuing id: String
    ) async throws(AuthError) -> StoredSession {
        let storedSession = try await service.redeem(pending, redirect)
        do throws(AuthError) {
            guard storedSession.account.id == pending.accountID else { throw .differentUser }
            let since = manager.service.accountPolicy.revokesReplacedSessions ? manager.clock.now : nil
            try await manager.submit(.reauthenticate(id, storedSession, revocationTime: since))
            // The change does not apply to a session that has ended meanwhile.
            let continued = try await manager.session(id)
            await manager.startSendingRevocations()
            return continued
        } catch {
            await revoke(storedSession)
            throw error
        }
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
            try await manager.add(storedSession, onlyIfCurrentIn: initialSessions)
        } catch {
            await revoke(storedSession)
            guard error.code != .cancelled else { throw error }
            var failure = error
            failure.message = "The server accepted the sign-in, but it could not be stored. " + error.message
            throw failure
        }
        await manager.startSendingRevocations()
    }

    /// Revokes a session that is not stored.
    private func revoke(_ storedSession: StoredSession) async {
        await manager.enqueueRevocation(of: storedSession)
        await manager.startSendingRevocations()
    }

    /// Ends every session on the device, including those of a corrupt store.
    func endAllSessions(revoking: Bool = true) async throws(AuthError) {
        do throws(AuthError) {
            let stored = try await manager.sessions()
            try await manager.end(Set(stored.sessions.map(\.id)), because: .requested, revoking: revoking)
        } catch {
            guard error.code == .storeCorrupt else { throw error }
            if revoking { try await discardCorruptStore() } else { try await manager.removeCorruptData() }
        }
    }

    /// Removes corrupt stored data; sessions still known to this process end and are revoked.
    func discardCorruptStore() async throws(AuthError) {
        let lost = await manager.knownSessions.sessions
        // The end cannot be stored, but applies in memory.
        if !lost.isEmpty { try? await manager.end(Set(lost.map(\.id)), because: .requested) }
        try await manager.removeCorruptData()
        for session in lost { await manager.enqueueRevocation(of: session) }
    }
}
