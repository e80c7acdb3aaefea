package import Foundation

/// Everything the server keeps, as reads by concern and one way to write.
///
/// Contract, proven case by case by `GatehouseStoreConformance`:
/// - ``commit(_:)`` applies its changes in order, all or none, and returns once they are durable.
/// - A change whose condition does not hold (see ``Change``) throws ``StoreError/conflict(at:)`` with its position.
/// - Of any number of concurrent commits that carry the same single-use change, exactly one succeeds.
/// - A read that starts after a commit returned sees that commit.
/// - Dates keep milliseconds; anything finer is rounded down.
package protocol Store: AccountReader, ClientReader, ConsentReader, TransactionReader, CodeReader, SessionReader,
    DeviceReader, KeyReader, MailQueue, AuditReader, CounterReader
{
    /// Applies all changes, in order, or none of them, durably.
    func commit(_ changes: [Change]) async throws(StoreError)

    /// Deletes what expired before `date` and is of no further use: finished transactions, redeemed codes, ended sessions,
    /// revoked token ids, spent counters. Sessions and codes stay for `grace` after their end, so that a replay is still recognised.
    ///
    /// - Returns: how many rows went.
    func sweep(before date: Date, grace: TimeInterval) async throws(StoreError) -> Int

    /// Answers when the store can read and write.
    func checkHealth() async throws(StoreError)
}
