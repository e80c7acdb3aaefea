package import Foundation

/// The persistence of the server: reads by record type, and one method to write.
///
/// The contract, verified by `GatehouseStoreConformance`:
/// - ``commit(_:)`` applies its changes in order, all or none, and returns once they are durable.
/// - A change whose condition does not hold (see ``Change``) throws ``StoreError/conflict(at:)`` with its position.
/// - Of any number of concurrent commits with the same single-use change, exactly one succeeds.
/// - A read that starts after a commit returned sees that commit.
/// - Dates have millisecond precision and are rounded down when a record is created.
/// - "In order of creation" and "newest first" refer to the record's date, then to the order of writing.
/// - A list after (or before) a record that does not exist is empty.
package protocol Store: AccountReader, CredentialReader, ChangeCommitter, ClientReader, ConsentReader, FlowReader,
    CodeReader, SessionReader, LogoutNoticeReader, DeviceReader, KeyReader, MessageQueue, CounterReader, AuditReader,
    EventNoticeReader, ResourceReader, PushedRequestReader, InitialAccessTokenReader, RecordSweeper, StatisticsReader
{
    /// Whether other servers may write to the store at the same time.
    var isShared: Bool { get }

    /// Adds to counters in one transaction, without a limit.
    ///
    /// - Parameters:
    ///   - counts: The increments, and the end of the window that starts if none is open; each key once.
    ///   - now: The current time.
    /// - Returns: The new counts, in any order.
    /// - Throws: ``StoreError/unavailable(_:)``.
    func increment(_ counts: [Counter], at now: Date) async throws(StoreError) -> [Counter]

    /// Counts the long-lived records that a cleanup at `date` would delete, and the audit events older than `events`.
    ///
    /// Sessions are counted by whole days, as they are deleted. The total of a kind is 0 if none would be deleted,
    /// which spares reading all records after a short stop.
    ///
    /// - Throws: ``StoreError/unavailable(_:)``.
    func forecast(before date: Date, grace: TimeInterval, events: Date?) async throws(StoreError) -> CleanupForecast

    /// Returns the date of the last cleanup, or `nil` before the first one.
    ///
    /// - Throws: ``StoreError/unavailable(_:)``.
    func lastCleanup() async throws(StoreError) -> Date?

    /// Returns the time of the database's clock, which all servers share; `nil` for a store without a clock.
    ///
    /// - Throws: ``StoreError/unavailable(_:)``.
    func time() async throws(StoreError) -> Date?

    /// Checks that the store can read and write, and that no damage was found since the process started.
    func checkHealth() async throws(StoreError)

    /// Reads the whole database in search of damage, at low priority; ``checkHealth()`` reports it from then on.
    ///
    /// - Parameter atStart: Whether the server starts, which skips the check where it is costly and unlikely to find
    ///   anything.
    /// - Throws: ``StoreError/damaged(_:)``.
    func checkIntegrity(atStart: Bool) async throws(StoreError)

    /// Returns the state of the database's replication; `nil` for a store without standbys of its own.
    ///
    /// - Throws: ``StoreError/unavailable(_:)``.
    func replication() async throws(StoreError) -> ReplicationStatus?

    /// Finishes the commits in progress; later operations fail as unavailable.
    func close() async throws(StoreError)
}

/// Writes of all records.
package protocol ChangeCommitter: Sendable {
    /// The announcements of the messages that are committed through this instance.
    var arrivals: MessageArrivals { get }

    /// Applies all changes, in order, or none of them, durably.
    func commit(_ changes: [Change]) async throws(StoreError)
}

/// The numbers of long-lived records that a cleanup would delete.
///
/// Short-lived records are not counted: after a night without a server all of them have expired.
package struct CleanupForecast: Sendable, Equatable {
    /// The expired records of one kind, and the total.
    package struct Share: Sendable, Equatable {
        package let expired: Int
        /// The number of all records of the kind; 0 if none has expired.
        package let total: Int

        package init(expired: Int, total: Int) {
            self.expired = expired
            self.total = total
        }
    }

    /// Sessions with refresh tokens that have not been ended.
    package let sessions: Share
    /// Browser sessions that have not been ended.
    package let browserSessions: Share
    package let events: Share

    package init(sessions: Share, browserSessions: Share, events: Share) {
        self.sessions = sessions
        self.browserSessions = browserSessions
        self.events = events
    }
}

extension Store {
    /// Checks nothing, for stores whose database server checks its data itself.
    package func checkIntegrity(atStart: Bool) async throws(StoreError) {}

    package func replication() async throws(StoreError) -> ReplicationStatus? { nil }

    /// Reads the parts one after another, for stores without a combined query.
    package func sessionStatus(
        of session: Session.ID,
        token: String?
    ) async throws(StoreError) -> SessionStatus? {
        guard let session = try await self.session(session) else { return nil }
        var isTokenRevoked = false
        if let token { isTokenRevoked = try await self.isTokenRevoked(id: token) }
        return SessionStatus(
            session: session,
            account: try await account(session.accountID),
            isTokenRevoked: isTokenRevoked
        )
    }
}
