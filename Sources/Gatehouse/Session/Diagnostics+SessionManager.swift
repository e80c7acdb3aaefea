import Foundation

extension Diagnostics {
    /// Creates the report on a client, after a request to its server if there is a `service` to check.
    init(of manager: SessionManager, checking service: (any SessionService)?) async {
        var failure: String?
        if let service {
            do throws(AuthError) { try await service.checkReachable() } catch { failure = error.message }
        }
        await self.init(of: manager)
        serverError = failure
    }

    /// Creates a report on the sessions of a client.
    init(of manager: SessionManager) async {
        let persistence = manager.persistence
        let (key, lock) = (persistence.key, persistence.refreshLock)
        let open = (try? await lock.abandonedEntries(key)) ?? []
        let isHeld = (try? await lock.isHeld(key)) ?? false
        let store = await Store(of: persistence)
        let machine = await manager.machine
        let known = machine.effectiveSessions
        self.init(
            time: manager.clock.now,
            issuer: key.issuer,
            clientID: key.clientID,
            clockOffset: manager.clock.offset,
            isRefreshing: !machine.coordinator.refreshes.isEmpty || isHeld,
            store: store,
            sessions: known.sessions.map { storedSession in
                let backoff = machine.coordinator.backoffs[storedSession.id]
                return Session(
                    fingerprint: String(storedSession.id.prefix(6)),
                    isCurrent: storedSession.id == known.current,
                    expiresAt: storedSession.expiresAt,
                    refreshTokenFingerprint: storedSession.refreshToken?.fingerprint,
                    hasInterruptedRefresh: open.contains { $0.isOpen(for: storedSession) },
                    failedRefreshes: backoff?.failures ?? 0,
                    nextRetryAt: backoff?.retryAt
                )
            },
            events: await manager.recorder.events
        )
    }
}

extension Diagnostics.Store {
    /// Creates a report on the stored data of a client.
    fileprivate init(of persistence: SessionPersistence) async {
        self.init(type: "\(Swift.type(of: persistence.store))", pendingRevocations: 0)
        do throws(TokenStoreError) {
            let found = try await persistence.sessions.load()
            generation = found?.generation
            pendingRevocations = found?.pendingRevocations.count ?? 0
        } catch {
            (readError, detail) = ("\(error.code)", error.detail.withoutHome)
        }
        do throws(TokenStoreError) {
            try await persistence.sessions.checkWritable()
        } catch {
            (writeError, detail) = ("\(error.code)", detail ?? error.detail.withoutHome)
        }
    }
}

extension String {
    /// The text without the path of the home directory, which often contains the user's name.
    fileprivate var withoutHome: String {
        let homes = [ProcessInfo.processInfo.environment["HOME"], NSHomeDirectory()].compactMap(\.self)
        return homes.filter { $0.count > 1 }.reduce(self) { $0.replacing($1, with: "~") }
    }
}
