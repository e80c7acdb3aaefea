import Foundation

extension GatehouseClient {
    /// Returns a report on this client: its store, its clock, its sessions and its latest events.
    ///
    /// The report contains no secrets or personal data, so that it can be attached to a support ticket.
    ///
    /// - Returns: The diagnostics, with recommendations in ``Diagnostics/advice``.
    public func diagnostics() async -> Diagnostics {
        await manager.diagnostics()
    }

    /// Checks whether the server can be reached, and measures the difference of its clock.
    ///
    /// - Throws: ``AuthError`` if it cannot be reached or is not the configured server.
    public func checkServer() async throws(AuthError) {
        try await manager.server.checkReachable()
    }

    /// Waits for background refreshes and revocations to finish.
    ///
    /// Call it before a process ends, so that no refresh is interrupted and sign-outs reach the server; in an app that
    /// iOS is about to suspend, call it within `beginBackgroundTask`. It does not wait for the delay before a retry.
    ///
    /// - Parameter limit: The maximum time to wait at most, in all. Work that takes longer goes on as long as the
    ///   process does; the next process finishes the refresh and sends the sign-outs that remain.
    public func waitForPendingWork(deliveringSignOutsWithin limit: Duration = .seconds(5)) async {
        await manager.finish(within: limit)
    }
}

extension SessionManager {
    func diagnostics() async -> Diagnostics {
        let open = (try? await refreshLock.abandonedEntries(key)) ?? []
        let isHeld = (try? await refreshLock.isHeld(key)) ?? false
        var health = Diagnostics.Store(type: "\(type(of: store))", pendingRevocations: 0)
        do throws(TokenStoreError) {
            let found = try await store.load(key)
            health.generation = found?.generation
            health.pendingRevocations = found?.pendingRevocations.count ?? 0
        } catch {
            (health.readError, health.detail) = ("\(error.code)", error.detail.withoutHome)
        }
        do throws(TokenStoreError) {
            try await store.checkWritable(key)
        } catch {
            (health.writeError, health.detail) = ("\(error.code)", health.detail ?? error.detail.withoutHome)
        }
        let current = knownSessions.current
        let earlier = await (store as? any DiagnosticEventLog)?.persistedEvents(of: key) ?? []
        // The events of this client are in both logs.
        let older = earlier.filter { $0.client != leaseOwner.client }
        return Diagnostics(
            time: clock.now,
            issuer: key.issuer,
            clientID: key.clientID,
            clockOffset: clock.offset,
            isRefreshing: isRefreshing || isHeld,
            store: health,
            sessions: knownSessions.sessions.map { storedSession in
                let backoff = backoff(of: storedSession.id)
                return Diagnostics.Session(
                    fingerprint: String(storedSession.id.prefix(6)),
                    isCurrent: storedSession.id == current,
                    expiresAt: storedSession.expiresAt,
                    refreshTokenFingerprint: storedSession.refreshToken?.fingerprint,
                    hasInterruptedRefresh: open.contains { $0.isOpen(for: storedSession) },
                    failedRefreshes: backoff?.failures ?? 0,
                    nextRetryAt: backoff?.retryAt
                )
            },
            events: older.suffix(EventRingBuffer.size) + recorder.events
        )
    }
}

extension String {
    /// The text without the path of the home directory, which often contains the user's name.
    fileprivate var withoutHome: String {
        let homes = [ProcessInfo.processInfo.environment["HOME"], NSHomeDirectory()].compactMap(\.self)
        return homes.filter { $0.count > 1 }.reduce(self) { $0.replacing($1, with: "~") }
    }
}
