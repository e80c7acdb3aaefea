package import GatehouseStore

extension TransactionEngine {
    /// The person that a transaction's step is about, where it is known who that is, for a page to show.
    package func person(
        at transaction: Transaction,
        browser: BrowserContext
    ) async throws(TransactionError) -> Account? {
        switch transaction.step {
        case .consent(let step): return try await account(step.person.accountID)
        case .chooseAccount:
            guard let session = browser.session else { return nil }
            return try await account(session.accountID)
        case .attributes(let step):
            guard case .existing(let person) = step.subject else { return nil }
            return try await account(person.accountID)
        default: return nil
        }
    }
}
