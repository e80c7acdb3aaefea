/// Finds accounts.
package protocol AccountReader: Sendable {
    func account(_ id: Account.ID) async throws(StoreError) -> Account?
    /// The account that owns this normalised name.
    func account(_ kind: AccountIdentifier.Kind, _ value: String) async throws(StoreError) -> Account?
    /// What one app keeps with the account.
    func customFields(of account: Account.ID, in client: Client.ID) async throws(StoreError) -> CustomFields?
    /// Accounts in order of creation, after the given one.
    func accounts(after: Account.ID?, limit: Int) async throws(StoreError) -> [Account]
}
