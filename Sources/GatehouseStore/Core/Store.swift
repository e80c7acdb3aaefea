package import Foundation

/// Everything the server keeps, as reads by concern and one way to write.
///
/// Contract, proven case by case by `GatehouseStoreConformance`:
/// - ``commit(_:)`` applies its changes in order, all or none, and returns once they are durable.
/// - A change whose condition does not hold (see ``Change``) throws ``StoreError/conflict(at:)`` with its position.
/// - Of any number of concurrent commits that carry the same single-use change, exactly one succeeds.
/// - A read that starts after a commit returned sees that commit.
/// - Dates keep milliseconds; anything finer is rounded down, in records as soon as they are made.
/// - "In order of creation" and "newest first" go by the record's date; of one millisecond, by the order of writing.
/// - A list asked for after (or before) a record that is not there is empty.
package protocol Store: AccountReader, ClientReader, ConsentReader, TransactionReader, CodeReader, SessionReader,
    DeviceReader, KeyReader, MailQueue, AuditReader, CounterReader
{
    /// Whether other servers may write to it at the same time.
    var isShared: Bool { get }

    /// Applies all changes, in order, or none of them, durably.
    func commit(_ changes: [Change]) async throws(StoreError)

    /// Adds to counters, all of them in one go, however much they hold already.
    ///
    /// - Parameters:
    ///   - counts: How much to add to each, and the end of the window that starts with it where none is open; each key once.
    ///   - now: The present time.
    /// - Returns: What each of them holds then, in any order.
    /// - Throws: ``StoreError/unavailable(_:)``.
    func add(_ counts: [Counter], at now: Date) async throws(StoreError) -> [Counter]

    /// Deletes what is of no further use: transactions, counters and revoked token ids that expired before `date`, and
    /// sessions, browser sessions, codes and device authorizations that ended or expired before `date` less `grace`: they
    /// stay that long so that a replay is still recognised, and told apart from nonsense.
    ///
    /// A code counts as over when it expires, not when it is redeemed. Device authorizations that nobody has decided on stay for
    /// ``DeviceAuthorization/undecidedGrace`` at most, because a stranger can make any number of them. Accounts, clients, consents, keys, mail and the audit
    /// log are never swept.
    ///
    /// - Parameters:
    ///   - date: usually now.
    ///   - grace: in seconds.
    /// - Returns: how many records went. The store keeps the date as its ``lastSweep()``.
    /// - Throws: ``StoreError/unavailable(_:)``.
    func sweep(before date: Date, grace: TimeInterval) async throws(StoreError) -> Int

    /// Counts the long-lived records that a sweep at `date` would delete, and the audit events older than `events`.
    ///
    /// - Throws: ``StoreError/unavailable(_:)``.
    func forecast(before date: Date, grace: TimeInterval, events: Date?) async throws(StoreError) -> SweepForecast

    /// Returns the date of the last sweep, which the store keeps; `nil` before the first one.
    ///
    /// - Throws: ``StoreError/unavailable(_:)``.
    func lastSweep() async throws(StoreError) -> Date?

    /// Returns the time of the database's clock, which all servers share; `nil` for a store without a clock.
    ///
    /// - Throws: ``StoreError/unavailable(_:)``.
    func time() async throws(StoreError) -> Date?

    /// Deletes the audit events that are older than `date`.
    ///
    /// - Parameter date: Events of this moment and later ones stay.
    /// - Returns: how many went.
    /// - Throws: ``StoreError/unavailable(_:)``.
    func forgetEvents(before date: Date) async throws(StoreError) -> Int

    /// Answers when the store can read and write.
    func checkHealth() async throws(StoreError)

    /// Finishes the commits under way; what is asked of the store later is unavailable.
    func close() async throws(StoreError)
}
