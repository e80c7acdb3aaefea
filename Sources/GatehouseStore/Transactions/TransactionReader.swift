/// Finds transactions under way.
package protocol TransactionReader: Sendable {
    func transaction(_ id: TransactionRecord.ID) async throws(StoreError) -> TransactionRecord?
}
