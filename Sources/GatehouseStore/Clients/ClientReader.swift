/// Finds clients.
package protocol ClientReader: Sendable {
    func client(_ id: Client.ID) async throws(StoreError) -> Client?
    /// All clients, in order of creation.
    func clients() async throws(StoreError) -> [Client]
}
