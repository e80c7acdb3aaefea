import Foundation
import GatehouseWire

/// The sessions of this process, as a refresh compares them with the store.
protocol RefreshedSessions: Sendable {
    /// Waits until the tokens of earlier refreshes are saved, because this process holds the lock until then.
    ///
    /// - Throws: ``AuthError`` with a `store…` code if they cannot be saved.
    func waitUntilTokensAreSaved() async throws(AuthError)

    /// Returns whether a session has other tokens by now, here or in the store.
    ///
    /// - Parameters:
    ///   - session: The session whose tokens are about to be sent.
    ///   - stored: The session as it is stored now.
    /// - Returns: `true` if the tokens were superseded.
    func hasOtherTokens(than session: StoredSession, stored: StoredSession?) async -> Bool
}

/// Refreshes tokens under the refresh lock: one request, recorded in the journal before it is sent.
struct TokenRefresher: Sendable {
    let service: any TokenService
    let persistence: SessionPersistence
    /// Waits while another process holds the lock.
    let sleep: @Sendable (Duration) async throws -> Void

    private var clock: ServerClock { persistence.clock }

    /// Refreshes the tokens of a session, unless another process has refreshed already.
    ///
    /// - Parameters:
    ///   - session: The session.
    ///   - tokenRequest: The requested scopes and claims.
    ///   - sessions: The sessions of this process.
    /// - Returns: The outcome, and the lock to hold until the new tokens are saved.
    func refresh(
        _ session: StoredSession,
        for tokenRequest: AccessTokenRequest,
        in sessions: any RefreshedSessions
    ) async -> (outcome: RefreshOutcome, lock: RefreshLockHandle?) {
        do throws(AuthError) {
            guard let lock = try await acquireLockAndPrepare(session, in: sessions) else { return (.superseded, nil) }
            return (await sendRequest(session, tokenRequest, holding: lock), lock)
        } catch {
            return (.failed(error), nil)
        }
    }

    /// Acquires the lock and fetches everything that the request needs, so that nothing delays storing the tokens.
    ///
    /// - Returns: The lock; `nil` if the tokens have been superseded.
    private func acquireLockAndPrepare(
        _ session: StoredSession,
        in sessions: any RefreshedSessions
    ) async throws(AuthError) -> RefreshLockHandle? {
        var isLastAttempt = false
        while true {
            guard let lock = try await acquireLock(for: session, in: sessions) else { return nil }
            let startTime = clock.now
            do throws(AuthError) {
                if try await isSuperseded(session, in: sessions) {
                    await lock.release(for: session)
                    return nil
                }
                try await service.prepareRefresh(of: session)
            } catch {
                await lock.release(for: session)
                throw error
            }
            // A lease may have expired meanwhile, or its clock may have been wrong. The second attempt has everything
            // at hand.
            if isLastAttempt || 0..<5 ~= clock.now.timeIntervalSince(startTime) { return lock }
            await lock.release(for: session)
            isLastAttempt = true
        }
    }

    /// Waits for the refresh lock, longer than any request takes.
    ///
    /// - Returns: The lock; `nil` if other tokens are stored by now.
    /// - Throws: ``AuthError`` if another process does not release the lock, or the store cannot be locked.
    private func acquireLock(
        for session: StoredSession,
        in sessions: any RefreshedSessions
    ) async throws(AuthError) -> RefreshLockHandle? {
        try await sessions.waitUntilTokensAreSaved()
        let entry = RefreshJournalEntry(session, startedAt: clock.now)
        var waited = Duration.zero
        var pause = Duration.milliseconds(1)
        while true {
            do throws(TokenStoreError) {
                let lock = try await persistence.refreshLock.tryAcquire(persistence.key, recording: entry)
                if let lock { return lock }
            } catch {
                throw error.authError
            }
            guard waited < .seconds(45), (try? await sleep(pause)) != nil else { throw .refreshLockTimeout }
            // Lets the owner of the lock proceed even if a test's clock stands still.
            await Task.yield()
            if try await isSuperseded(session, in: sessions) { return nil }
            waited += pause
            pause = min(pause * 2, .milliseconds(40))
        }
    }

    /// Returns whether the tokens have been superseded, here or in the store.
    private func isSuperseded(
        _ session: StoredSession,
        in sessions: any RefreshedSessions
    ) async throws(AuthError) -> Bool {
        do throws(TokenStoreError) {
            let found = try await persistence.sessions.load()?.session(session.id)
            return await sessions.hasOtherTokens(than: session, stored: found)
        } catch {
            throw error.authError
        }
    }

    private func sendRequest(
        _ session: StoredSession,
        _ tokenRequest: AccessTokenRequest,
        holding lock: RefreshLockHandle
    ) async -> RefreshOutcome {
        let outcome = await service.refresh(session, for: tokenRequest)
        switch outcome {
        case .rejected(let error):
            await lock.clearJournal()
            return lock.interrupted?.isOpen(for: session) == true ? .rejected(error.afterInterruption) : outcome
        case .failed(let error) where error.isRejection || error.code == .rateLimited || error.wasNeverSent:
            // The server issued no tokens or was never reached; after any other failure it may have issued some.
            await lock.release(for: session)
            return outcome
        case .refreshed, .superseded, .failed:
            return outcome
        }
    }
}

extension RefreshLockHandle {
    /// Releases a lock without new tokens; an unfinished entry of an earlier owner for the same token stays.
    fileprivate func release(for session: StoredSession) async {
        if interrupted?.isOpen(for: session) != true { await clearJournal() }
    }
}

extension StoredSession {
    /// All tokens that a refresh may replace.
    var tokens: [Secret?] { [refreshToken, accessToken] + (cachedTokens ?? []).map(\.accessToken) }
}
