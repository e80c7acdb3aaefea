/// Finds signing keys.
package protocol KeyReader: Sendable {
    /// All keys, oldest first.
    func keys() async throws(StoreError) -> [StoredKey]
}
