import Foundation
package import GatehouseStore
import Logging

/// Deletes what has expired, for as long as the server runs.
package struct Housekeeping: Sendable {
    let core: ServerCore
    let wait: @Sendable (Duration) async throws -> Void

    package init(core: ServerCore, wait: @escaping @Sendable (Duration) async throws -> Void) {
        self.core = core
        self.wait = wait
    }

    /// Sweeps every ten minutes until the task is cancelled.
    package func run() async {
        while !Task.isCancelled {
            do {
                let gone = try await sweep()
                core.environment.logger.debug("Swept what had expired", metadata: ["rows": "\(gone)"])
            } catch {
                core.environment.logger.error("Could not sweep what has expired", metadata: ["reason": "\(error)"])
            }
            do { try await wait(.seconds(600)) } catch { return }
        }
    }

    /// Deletes records that have expired by the database's clock and audit events older than their retention, and
    /// forgets limits whose windows have ended.
    ///
    /// - Returns: how many records went.
    /// - Throws: Also ``StoreError/unavailable(_:)`` when so many records have expired that the clock is probably
    ///   wrong.
    package func sweep() async throws(StoreError) -> Int {
        core.limiter.prune(at: core.now)
        let now = try await core.store.time()?.flooredToMilliseconds ?? core.now
        let events = core.settings.lifetimes.auditEvents.map { now.addingTimeInterval(-$0) }
        if !core.settings.trustsClock { try await check(now, events: events) }
        let gone = try await core.store.sweep(before: now, grace: core.settings.lifetimes.replayMemory)
        guard let events else { return gone }
        return try await gone + core.store.forgetEvents(before: events)
    }

    /// The longest time since the last sweep, in seconds, after which the clock is trusted without a check.
    private static let longestTrustedGap: TimeInterval = 60 * 60
    /// The largest share of the records of one kind that a sweep deletes after a longer gap.
    private static let largestShare = 0.25
    /// The number of records of one kind that a sweep deletes whatever their share.
    private static let harmlessCount = 10

    private func check(_ now: Date, events: Date?) async throws(StoreError) {
        if let last = try await core.store.lastSweep() {
            let passed = now.timeIntervalSince(last)
            guard passed >= -StoreClock.tolerance else {
                throw .unavailable("Nothing was deleted: the clock is \(Int(-passed)) seconds behind the last sweep.")
            }
            guard passed > Self.longestTrustedGap else { return }
        }
        let grace = core.settings.lifetimes.replayMemory
        let forecast = try await core.store.forecast(before: now, grace: grace, events: events)
        let kinds = [
            (forecast.sessions, "sessions"), (forecast.browserSessions, "browser sessions"),
            (forecast.events, "audit events"),
        ]
        for (share, name) in kinds
        where share.expired > Self.harmlessCount
            && Double(share.expired) > Self.largestShare * Double(share.total)
        {
            throw .unavailable(
                "Nothing was deleted: \(share.expired) of \(share.total) \(name) would have expired at once. Check the clock; if it is right, start with --trust-clock."
            )
        }
    }
}
