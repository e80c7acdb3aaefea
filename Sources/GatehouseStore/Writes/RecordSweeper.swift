package import Foundation

/// A kind of records that a cleanup deletes, each in a sweep of its own.
package enum SweptRecords: String, CaseIterable, Sendable {
    case flows, counters, revokedTokens, usedIdentifiers, pushedRequests, initialAccessTokens, knownBrowsers, codes
    case devices, undecidedDevices, sessions, browserSessions, logoutNotices, events, unusedClients

    /// The number of records that one commit deletes, so that other commits wait for a few milliseconds at most.
    package static let batchSize = 250

    /// Returns the time before which records must have ended or expired to be deleted; `nil` for kinds with a retention
    /// of their own.
    ///
    /// - Parameters:
    ///   - now: The current time.
    ///   - grace: The number of seconds for which ended records are kept, to detect replays.
    /// - Returns: The time.
    package func cutoff(at now: Date, grace: TimeInterval) -> Date? {
        switch self {
        case .codes, .devices, .sessions, .browserSessions: now.addingTimeInterval(-grace)
        case .undecidedDevices: now.addingTimeInterval(-min(grace, DeviceAuthorization.undecidedGrace))
        case .flows, .counters, .revokedTokens, .usedIdentifiers, .pushedRequests, .initialAccessTokens,
            .knownBrowsers, .logoutNotices:
            now
        case .events, .unusedClients: nil
        }
    }
}

/// Deletes expired records in small commits that do not delay others.
package protocol RecordSweeper: Sendable {
    /// Deletes a batch of the records of a kind that ended or expired before `date`.
    ///
    /// - ``SweptRecords/sessions`` that expired are deleted by whole days (UTC), so that a sweep reads no live ones: at
    ///   most a day late.
    /// - ``SweptRecords/codes`` end when they expire, not when they are redeemed.
    /// - ``SweptRecords/undecidedDevices`` are the pending device authorizations, of which anonymous callers can create
    ///   any number.
    /// - ``SweptRecords/logoutNotices`` are deleted if they are not due and their sessions were deleted.
    /// - ``SweptRecords/events`` may be kept until their month (UTC) has ended before `date`.
    /// - ``SweptRecords/unusedClients`` are those registered before `date` that no operator registered or vouches for,
    ///   without consents, custom fields, sessions, codes, device authorizations, pushed requests, logout notices and
    ///   registered accounts.
    ///
    /// - Returns: The number of deleted records; less than ``SweptRecords/batchSize`` if there are no more.
    /// - Throws: ``StoreError/unavailable(_:)``.
    func sweep(_ kind: SweptRecords, before date: Date) async throws(StoreError) -> Int

    /// Deletes a batch of the records that depend on a client, and removes it from a batch of accounts.
    ///
    /// - Returns: The number of changed records; 0 if there are no more.
    /// - Throws: ``StoreError/unavailable(_:)``.
    func deleteRecords(of client: Client.ID) async throws(StoreError) -> Int

    /// Returns the clients that are marked as deleted (``ClientChange/markDeleted(_:at:)``).
    func deletedClients() async throws(StoreError) -> [Client.ID]

    /// Creates the partitions of the current month and the following ones; does nothing in a store without partitions.
    ///
    /// It deletes nothing, so that a clock that is wrong does no harm.
    ///
    /// - Throws: ``StoreError/unavailable(_:)`` if one could not be created, after all others were tried.
    func createPartitions(at now: Date) async throws(StoreError)

    /// Drops the partitions of months without a record to keep; does nothing in a store without partitions.
    ///
    /// - Parameters:
    ///   - now: The current time.
    ///   - sessions: The time before which sessions must have expired.
    ///   - events: The time before which audit events are not kept; `nil` to keep all.
    /// - Returns: The names of the dropped partitions.
    /// - Throws: ``StoreError/unavailable(_:)`` if one could not be dropped, after all others were tried.
    func dropPartitions(at now: Date, sessions: Date, events: Date?) async throws(StoreError) -> [String]

    /// Acquires a lease, or extends that of the same holder.
    ///
    /// One that would expire after more than ``longestLease`` is from a clock that was ahead, and is not respected.
    ///
    /// - Parameters:
    ///   - name: The work that one server does at a time.
    ///   - holder: The server.
    ///   - now: The current time, by the clock that all servers share.
    ///   - expiry: The time at which others may acquire it; `now` releases it.
    /// - Returns: Whether the holder has the lease, and no other one.
    /// - Throws: ``StoreError/unavailable(_:)``.
    func acquireLease(
        _ name: String,
        holder: String,
        at now: Date,
        until expiry: Date
    ) async throws(StoreError) -> Bool

    /// Stores the date of a cleanup (``Store/lastCleanup()``).
    func recordCleanup(at date: Date) async throws(StoreError)
}

extension RecordSweeper {
    /// The longest time for which a lease is acquired, in seconds.
    package static var longestLease: TimeInterval { 60 * 60 }

    package func createPartitions(at now: Date) async throws(StoreError) {}

    package func dropPartitions(at now: Date, sessions: Date, events: Date?) async throws(StoreError) -> [String] { [] }
}
