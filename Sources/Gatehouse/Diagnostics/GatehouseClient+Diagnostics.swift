import Foundation

extension GatehouseClient {
    /// How this client is doing: its store, its clock, its sessions, and the last events of its flight recorder.
    ///
    /// It holds nothing secret and nothing personal, so that it can go into a support ticket as it is.
    ///
    /// - Returns: The diagnostics, with ``Diagnostics/advice`` on what to do.
    public func diagnostics() async -> Diagnostics {
        await keeper.diagnostics()
    }

    /// Asks the server what it can do, to find out whether it can be reached and how far its clock is off.
    ///
    /// - Throws: ``AuthError`` when it cannot be reached, or is not the server that it should be.
    public func reachServer() async throws(AuthError) {
        try await keeper.server.reach()
    }

    /// Waits for background work: the refresh of a token that is about to expire, and sign-outs that have not reached
    /// the server yet.
    ///
    /// Call it before a process ends, so that no refresh is cut off and sign-outs reach the server; in an app that iOS
    /// is about to suspend, call it within `beginBackgroundTask`. It does not wait for a pause before a retry.
    ///
    /// - Parameter limit: How long to wait for sign-outs; the next process sends those that are left.
    public func finishBackgroundWork(deliveringSignOutsWithin limit: Duration = .seconds(5)) async {
        await keeper.deliver(within: limit)
        await keeper.idle()
    }
}

extension SessionKeeper {
    func diagnostics() async -> Diagnostics {
        let open = (try? await turns.openIntents(key)) ?? []
        let isTaken = (try? await turns.isTaken(key)) ?? false
        var health = Diagnostics.Store(type: "\(type(of: store))", outbox: 0)
        do throws(TokenStoreError) {
            let found = try await store.load(key)
            health.generation = found?.generation
            health.outbox = found?.outbox.count ?? 0
        } catch {
            (health.trouble, health.detail) = ("\(error.kind)", error.detail.withoutHome)
        }
        do throws(TokenStoreError) {
            try await store.rehearse(key)
        } catch {
            (health.writeTrouble, health.detail) = ("\(error.kind)", health.detail ?? error.detail.withoutHome)
        }
        let current = known.current
        let earlier = await (store as? any FlightLogging)?.rememberedEvents(of: key) ?? []
        // What this client has seen is in both.
        let older = earlier.filter { $0.client != holder.client }
        return Diagnostics(
            time: clock.now,
            issuer: key.issuer,
            clientID: key.clientID,
            clockOffset: clock.offset,
            isRefreshing: isRefreshing || isTaken,
            store: health,
            sessions: known.grants.map { grant in
                let backOff = backOff(of: grant.id)
                return Diagnostics.Session(
                    fingerprint: String(grant.id.prefix(6)),
                    isCurrent: grant.id == current,
                    expiresAt: grant.expiresAt,
                    refreshToken: grant.refreshToken?.fingerprint,
                    isInterrupted: open.contains { $0.isOpen(for: grant) },
                    failures: backOff?.failures ?? 0,
                    retryAt: backOff?.retryAt
                )
            },
            events: older.suffix(FlightRecorder.size) + recorder.events
        )
    }
}

extension String {
    /// The text without the name of the person's directory, which is often the person's own.
    fileprivate var withoutHome: String {
        let homes = [ProcessInfo.processInfo.environment["HOME"], NSHomeDirectory()].compactMap(\.self)
        return homes.filter { $0.count > 1 }.reduce(self) { $0.replacing($1, with: "~") }
    }
}
