import Foundation
package import GatehouseStore
import Logging

/// A background task that deletes expired records.
package struct ExpiredRecordCleanup: Sendable {
    private let lifetimes: Lifetimes
    private let trustsClock: Bool
    private let store: any Store
    private let environment: ServerEnvironment
    private let limiter: RateLimiter
    private let accounts: AccountOperations
    private let wait: @Sendable (Duration) async throws -> Void

    package init(
        settings: ServerSettings,
        store: any Store,
        environment: ServerEnvironment,
        limiter: RateLimiter,
        accounts: AccountOperations,
        wait: @escaping @Sendable (Duration) async throws -> Void
    ) {
        lifetimes = settings.lifetimes
        trustsClock = settings.trustsClock
        self.store = store
        self.environment = environment
        self.limiter = limiter
        self.accounts = accounts
        self.wait = wait
    }

    /// Deletes expired records every ten minutes until the task is cancelled.
    package func run() async {
        while !Task.isCancelled {
            do {
                let count = try await deleteExpired()
                environment.logger.debug("expired records deleted", metadata: ["rows": "\(count)"])
            } catch {
                environment.logger.error("could not delete expired records", metadata: ["reason": "\(error)"])
            }
            do { try await wait(.seconds(600)) } catch { return }
        }
    }

    /// Deletes expired records, unused clients that no operator registered or vouches for, accounts whose deletion
    /// is due, factors whose reset is due, audit events beyond their retention, and rate limit windows that have ended.
    ///
    /// - Returns: The number of deleted records.
    /// - Throws: ``StoreError/unavailable(_:)`` also if so many records have expired that the clock is probably wrong.
    package func deleteExpired() async throws(StoreError) -> Int {
        limiter.prune(at: environment.now)
        let now = try await store.time()?.flooredToMilliseconds ?? environment.now
        let events = lifetimes.auditEvents.map { now.addingTimeInterval(-$0) }
        if !trustsClock { try await check(now, events: events) }
        let count =
            try await store.deleteExpired(before: now, grace: lifetimes.replayMemory) + eraseDueAccounts(at: now)
        await resetDueFactors(at: now)
        let clients = try await store.deleteUnusedClients(
            registeredBefore: now.addingTimeInterval(-Self.unusedClientLifetime)
        )
        guard let events else { return count + clients }
        return try await count + clients + store.deleteEvents(before: events)
    }

    /// Erases accounts whose deletion is due; those beyond a limit at the next cleanup.
    private func eraseDueAccounts(at now: Date) async -> Int {
        do throws(AccountError) {
            return try await accounts.status.eraseDueAccounts(at: now, as: accounts.client)
        } catch {
            environment.logger.error("could not erase accounts", metadata: ["reason": "\(error)"])
            return 0
        }
    }

    /// Removes the factors of accounts whose reset is due, and sends reminders, up to a limit per cleanup.
    private func resetDueFactors(at now: Date) async {
        do throws(AccountError) {
            _ = try await accounts.factorResets.runDue(at: now, as: accounts.client)
        } catch {
            environment.logger.error("could not reset factors", metadata: ["reason": "\(error)"])
        }
    }

    /// The time, in seconds, after which a client that no operator vouches for is deleted unless it is used.
    private static let unusedClientLifetime: TimeInterval = 30 * 24 * 60 * 60
    /// The longest time since the last cleanup, in seconds, after which the clock is trusted without a check.
    private static let longestTrustedGap: TimeInterval = 60 * 60
    /// The largest share of the records of one kind that a cleanup deletes after a longer gap.
    private static let largestShare = 0.25
    /// The number of records of one kind that a cleanup deletes whatever their share.
    private static let harmlessCount = 10

    /// Returns the number of refresh sessions that have expired since the last cleanup, if it is implausibly large.
    ///
    /// A server whose clock is ahead would reject valid sessions.
    package func implausibleExpiry() async throws(StoreError) -> CleanupForecast.Share? {
        let now = try await store.time()?.flooredToMilliseconds ?? environment.now
        guard !trustsClock, let forecast = try await forecast(now, events: nil) else { return nil }
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

    /// Returns the numbers of records that a cleanup would delete; `nil` if the last one was so recent that the clock
    /// is trusted.
    private func forecast(_ now: Date, events: Date?) async throws(StoreError) -> CleanupForecast? {
        if let last = try await store.lastCleanup() {
            let passed = now.timeIntervalSince(last)
            guard passed >= -StoreClock.tolerance else {
                throw .unavailable("Nothing was deleted: the clock is \(Int(-passed)) seconds behind the last cleanup.")
            }
            guard passed > Self.longestTrustedGap else { return nil }
        }
        let grace = lifetimes.replayMemory
        return try await store.forecast(before: now, grace: grace, events: events)
    }

    private static func isPlausible(_ share: CleanupForecast.Share) -> Bool {
        share.expired <= harmlessCount || Double(share.expired) <= largestShare * Double(share.total)
    }
}
