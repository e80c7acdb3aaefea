package import GatehouseStore

extension TransactionEngine {
    /// The person that a transaction's step is about, where it is known who that is, for a page to show.
    package func person(
        at transaction: Transaction,
        browser: BrowserContext
    ) async throws(TransactionError) -> Account? {
        switch transaction.step {
        case .consent(let step): return try await account(of: step.person, in: browser)
        case .chooseAccount:
            guard let session = browser.session else { return nil }
            return try await account(session.accountID)
        case .attributes(let step):
            guard case .existing(let person) = step.subject else { return nil }
            return try await account(of: person, in: browser)
        default: return nil
        }
    }

    /// Nobody once they have signed out: the next one at this browser is not to see whose page it was.
    private func account(
        of person: AuthenticatedPerson,
        in browser: BrowserContext
    ) async throws(TransactionError) -> Account? {
        guard let session = browser.session, session.id == person.browserSessionID else { return nil }
        return try await account(person.accountID)
    }
}
