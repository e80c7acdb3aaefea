import Foundation

extension SessionManager {
    /// Refreshes the tokens under the refresh lock, unless another process has refreshed already.
    func refresh(_ session: StoredSession, _ attempt: Int, for tokenRequest: AccessTokenRequest) async {
        var lock: RefreshLockHandle?
        let outcome: RefreshOutcome
        do throws(AuthError) {
            lock = try await acquireLockAndPrepare(session)
            outcome = if let lock { await sendRequest(session, tokenRequest, holding: lock) } else { .superseded }
        } catch {
            outcome = .failed(error)
        }
        let chance = Double(environment.randomBytes(1).first ?? 0) / 255
        // Tokens that arrive after a sign-out are revoked.
        applySynchronousSignOuts()
        process(.refreshCompleted(session: session.id, attempt: attempt, outcome, now: clock.now, chance: chance))
        guard case .refreshed = outcome, let done = lock else { return }
        lock = nil
        // Holds the lock until the new tokens are saved, so that other processes do not read the old ones.
        locksAwaitingSave.append(done)
        releaseLocksOfSavedTokens()
        startSendingRevocations()
    }

    /// Releases the locks whose tokens have been saved.
    func releaseLocksOfSavedTokens() {
        let locks = locksAwaitingSave
        guard !locks.isEmpty, machine.isSaved else { return }
        locksAwaitingSave = []
        start("gatehouse refresh lock") { _ in for lock in locks { await lock.clearJournal() } }
    }

    /// Acquires the lock and fetches everything that the request needs, so that nothing delays storing the tokens.
    ///
    /// - Returns: The lock; `nil` if the tokens have been superseded.
    private func acquireLockAndPrepare(_ session: StoredSession) async throws(AuthError) -> RefreshLockHandle? {
        var isLastAttempt = false
        while true {
            guard let lock = try await acquireLock(for: session) else { return nil }
            let startTime = clock.now
            do throws(AuthError) {
                if try await isSuperseded(session) {
                    await lock.release(for: session)
                    return nil
                }
                try await server.prepareRefresh(of: session)
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

    private func sendRequest(
        _ session: StoredSession,
        _ tokenRequest: AccessTokenRequest,
        holding lock: RefreshLockHandle
    ) async -> RefreshOutcome {
        let outcome = await server.refresh(session, for: tokenRequest)
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

    /// Waits for the refresh lock, longer than any request takes.
    ///
    /// - Returns: The lock; `nil` if other tokens are stored by now.
    /// - Throws: ``AuthError`` if another process does not release the lock, or the store cannot be locked.
    private func acquireLock(for session: StoredSession) async throws(AuthError) -> RefreshLockHandle? {
        if !locksAwaitingSave.isEmpty {
            // This process holds the lock until the tokens of the last refresh are saved.
            try await checkWritable()
            _ = try await sessions()
        }
        let entry = RefreshJournalEntry(session, startedAt: clock.now)
        var waited = Duration.zero
        var pause = Duration.milliseconds(1)
        while true {
            do throws(TokenStoreError) {
                if let lock = try await refreshLock.acquire(key, recording: entry) { return lock }
            } catch {
                throw AuthError(error)
            }
            guard waited < .seconds(45), (try? await environment.sleep(pause)) != nil else { throw .refreshLockTimeout }
            // Lets the owner of the lock proceed even if a test's clock stands still.
            await Task.yield()
            if try await isSuperseded(session) { return nil }
            waited += pause
            pause = min(pause * 2, .milliseconds(40))
        }
    }

    /// Returns whether the tokens have been superseded, here or in the store.
    private func isSuperseded(_ session: StoredSession) async throws(AuthError) -> Bool {
        do throws(TokenStoreError) {
            let found = try await store.load(key)?.session(session.id)
            // The tokens here may be newer than those stored, but the store must not have changed since it was last
            // read.
            return machine.effectiveSessions.session(session.id)?.tokens != session.tokens
                || found?.tokens != machine.lastStored?.session(session.id)?.tokens
        } catch {
            throw AuthError(error)
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
    fileprivate var tokens: [Secret?] { [refreshToken, accessToken] + (cachedTokens ?? []).map(\.accessToken) }
}
