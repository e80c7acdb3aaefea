import GatehouseStore

extension ServerCore {
    /// Commits, with store failures in the engine's terms.
    func commit(_ changes: [Change]) async throws(TransactionError) {
        do { try await store.commit(changes) } catch { throw TransactionError(error) }
    }

    /// The account that a normalised address finds.
    func account(email: String) async throws(TransactionError) -> Account? {
        do { return try await store.account(.email, email) } catch { throw TransactionError(error) }
    }
}
