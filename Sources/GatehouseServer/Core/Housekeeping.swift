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

    /// Returns how many of how many refresh sessions have expired since the last sweep, if that is so many that the
    /// clock is probably ahead.
    ///
    /// A server with such a clock would answer that valid sessions are over.
    package func implausibleExpiry() async throws(StoreError) -> SweepForecast.Share? {
        let now = try await core.store.time()?.flooredToMilliseconds ?? core.now
        guard !core.settings.trustsClock, let forecast = try await forecast(now, events: nil) else { return nil }
        return Self.isPlausible(forecast.sessions) ? nil : forecast.sessions
    }

    private func check(_ now: Date, events: Date?) async throws(StoreError) {
        guard let forecast = try await forecast(now, events: events) else { return }
        let kinds = [
            (forecast.sessions, "sessions"), (forecast.browserSessions, "browser sessions"),
            (forecast.events, "audit events"),
        ]
        for (share, name) in kinds where !Self.isPlausible(share) {
            throw .unavailable(
                "Nothing was deleted: \(share.expired) of \(share.total) \(name) would have expired at once. Check the clock; if it is right, start with --trust-clock."
            )
        }
    }

    /// Returns what a sweep would delete; `nil` when the last one was so recent that the clock is trusted.
    private func forecast(_ now: Date, events: Date?) async throws(StoreError) -> SweepForecast? {
        if let last = try await core.store.lastSweep() {
            let passed = now.timeIntervalSince(last)
            guard passed >= -StoreClock.tolerance else {
                throw .unavailable("Nothing was deleted: the clock is \(Int(-passed)) seconds behind the last sweep.")
            }
            guard passed > Self.longestTrustedGap else { return nil }
        }
        let grace = core.settings.lifetimes.replayMemory
        return try await core.store.forecast(before: now, grace: grace, events: events)
    }

    private static func isPlausible(_ share: SweepForecast.Share) -> Bool {
        share.expired <= harmlessCount || Double(share.expired) <= largestShare * Double(share.total)
    }
}
