import Foundation
package import GatehouseStore
import Logging

/// A background task that deletes expired records, in sweeps that are independent of each other.
package struct ExpiredRecordCleanup: Sendable {
    /// The pause between two commits of a sweep, in which other users of the database proceed.
    private static let pause = Duration.milliseconds(10)

    private let lifetimes: Lifetimes
    private let trustsClock: Bool
    private let store: any Store
    private let environment: ServerEnvironment
    private let limiter: RateLimiter
    private let accounts: AccountOperations
    private let lease: CleanupLease
    private let metrics: SweepMetrics
    private let wait: @Sendable (Duration) async throws -> Void

    package init(
        settings: ServerSettings,
        store: any Store,
        environment: ServerEnvironment,
        limiter: RateLimiter,
        accounts: AccountOperations,
        metrics: SweepMetrics = .unexposed,
        wait: @escaping @Sendable (Duration) async throws -> Void
    ) {
        lifetimes = settings.lifetimes
        trustsClock = settings.trustsClock
        self.store = store
        self.environment = environment
        self.limiter = limiter
        self.accounts = accounts
        lease = CleanupLease(store: store, environment: environment)
        self.metrics = metrics
        self.wait = wait
    }

    /// Deletes expired records every ten minutes until the task is cancelled.
    package func run() async {
        while !Task.isCancelled {
            do {
                _ = try await metrics.measure { () throws(StoreError) in try await deleteExpired() }
            } catch {
                environment.logger.error("could not delete expired records", metadata: ["reason": "\(error)"])
            }
            do { try await wait(.seconds(600)) } catch { return }
        }
    }

    /// Deletes the records of deleted clients and expired records, unused clients that no operator registered or
    /// vouches for, accounts whose deletion is due, factors whose reset is due, audit events beyond their retention,
    /// and rate limit windows that have ended.
    ///
    /// Does nothing while another server does it, and stops once another server has taken over.
    ///
    /// - Returns: The number of deleted records and dropped partitions.
    /// - Throws: ``StoreError/unavailable(_:)`` also if so many records have expired that the clock is probably wrong.
    package func deleteExpired() async throws(StoreError) -> Int {
        limiter.prune(at: environment.now)
        guard try await lease.isHeld() else { return 0 }
        let result: Result<Int, StoreError>
        do throws(StoreError) { result = .success(try await sweepAll()) } catch { result = .failure(error) }
        do { try await lease.release() } catch {
            environment.logger.warning("could not release the lease of cleanups", metadata: ["reason": "\(error)"])
        }
        return try result.get()
    }

    private func sweepAll() async throws(StoreError) -> Int {
        var tally = Tally()
        // Before the check of the clock: rows of a month without a partition are slow to move later.
        tally.add(
            await attempt("could not create partitions") {
                try await store.createPartitions(at: time())
                return 0
            }
        )
        tally.add(await sweep("deleted clients") { try await finishClientDeletions() })
        let now = try await time()
        let events = lifetimes.auditEvents.map { now.addingTimeInterval(-$0) }
        if !trustsClock { try await check(now, events: events) }
        tally.add(await sweep("partitions") { try await dropPartitions(at: now, events: events) })
        for kind in SweptRecords.allCases {
            guard let cutoff = cutoff(of: kind, at: now) else { continue }
            tally.add(await sweep(kind.rawValue) { try await delete(kind, before: cutoff) })
        }
        // Those beyond a limit are erased at the next cleanup.
        tally.add(
            await sweep("accounts") { try await accounts.status.eraseDueAccounts(at: now, as: accounts.client) }
        )
        tally.add(
            await attempt("could not reset factors") {
                _ = try await accounts.factorResets.runDue(at: now, as: accounts.client)
                return 0
            }
        )
        guard !Task.isCancelled, try await lease.isHeld() else { return tally.count }
        // Also after a failure, because the next check of the clock compares with this date.
        try await store.recordCleanup(at: now)
        if tally.isComplete { metrics.recordSuccess(at: now) }
        return tally.count
    }

    /// Returns the time of the store's clock, or of the server's if the store has none.
    private func time() async throws(StoreError) -> Date {
        try await store.time()?.flooredToMilliseconds ?? environment.now
    }

    /// Returns the time before which records of a kind must have ended; `nil` if they are kept.
    private func cutoff(of kind: SweptRecords, at now: Date) -> Date? {
        switch kind {
        case .events: lifetimes.auditEvents.map { now.addingTimeInterval(-$0) }
        case .unusedClients: now.addingTimeInterval(-Self.unusedClientLifetime)
        default: kind.cutoff(at: now, grace: lifetimes.replayMemory)
        }
    }

    /// Runs a sweep, and logs and counts the deleted records.
    ///
    /// - Returns: The number of records that it deleted; `nil` if it failed.
    private func sweep(_ name: String, _ body: () async throws -> Int) async -> Int? {
        let start = environment.now
        guard let count = await attempt("could not delete expired records", kind: name, body) else { return nil }
        let duration = environment.now.timeIntervalSince(start)
        environment.logger.debug(
            "expired records deleted",
            metadata: ["kind": "\(name)", "rows": "\(count)", "seconds": "\(duration)"]
        )
        return metrics.counting(count, name)
    }

    /// Runs a part of the cleanup; a failure is logged and does not stop the others.
    ///
    /// Does nothing once the server stops, which would otherwise wait for an unreachable database with each part, or
    /// without the lease.
    ///
    /// - Returns: The result; `nil` after a failure or if nothing was done.
    private func attempt(
        _ failure: Logger.Message,
        kind: String? = nil,
        _ body: () async throws -> Int
    ) async -> Int? {
        guard !Task.isCancelled else { return nil }
        do { return try await lease.isHeld() ? body() : nil } catch {
            var metadata: Logger.Metadata = ["reason": "\(error)"]
            if let kind { metadata["kind"] = "\(kind)" }
            environment.logger.error(failure, metadata: metadata)
            return nil
        }
    }

    /// Deletes the records of a kind in small commits.
    private func delete(_ kind: SweptRecords, before date: Date) async throws(StoreError) -> Int {
        var total = 0
        while true {
            let count = try await store.sweep(kind, before: date)
            total += count
            guard count >= SweptRecords.batchSize, try await lease.isHeld() else { return total }
            do { try await wait(Self.pause) } catch { return total }
        }
    }

    /// Deletes the records of clients that were marked as deleted.
    private func finishClientDeletions() async throws(StoreError) -> Int {
        let deletion = ClientDeletion(store: store, wait: wait)
        var count = 0
        for client in try await store.deletedClients() {
            count += try await deletion.finish(client) { _ throws(StoreError) in try await lease.isHeld() }
            // Otherwise another server continues, or this one after its restart.
            guard !Task.isCancelled, try await lease.isHeld() else { return count }
            environment.logger.info("client deleted", metadata: ["client": "\(client)"])
        }
        return count
    }

    /// Drops the partitions of months whose records are not kept.
    private func dropPartitions(at now: Date, events: Date?) async throws(StoreError) -> Int {
        let ended = now.addingTimeInterval(-lifetimes.replayMemory)
        let dropped = try await store.dropPartitions(at: now, sessions: ended, events: events)
        for name in dropped { environment.logger.info("partition dropped", metadata: ["name": "\(name)"]) }
        return dropped.count
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
        let now = try await time()
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

/// The results of the parts of a cleanup.
private struct Tally {
    private(set) var count = 0
    /// Whether no part has failed.
    private(set) var isComplete = true

    /// Adds the number of records that a part deleted; `nil` after a failure.
    mutating func add(_ deleted: Int?) {
        count += deleted ?? 0
        isComplete = isComplete && deleted != nil
    }
}
