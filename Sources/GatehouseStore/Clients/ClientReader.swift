package import Foundation

/// Finds clients.
package protocol ClientReader: Sendable {
    func client(_ id: Client.ID) async throws(StoreError) -> Client?
    /// All clients, in order of creation.
    func clients() async throws(StoreError) -> [Client]
    /// Counts the records that depend on a client.
    ///
    /// - Parameters:
    ///   - id: The client.
    ///   - now: The current time, at which sessions have to be alive to count.
    /// - Returns: The numbers; all are zero for a client that does not exist.
    /// - Throws: ``StoreError/unavailable(_:)``.
    func usage(of id: Client.ID, at now: Date) async throws(StoreError) -> ClientUsage
}
