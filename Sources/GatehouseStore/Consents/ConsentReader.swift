/// Finds what people have agreed to.
package protocol ConsentReader: Sendable {
    /// Returns the consents of an account, newest first.
    func consents(of account: Account.ID) async throws(StoreError) -> [Consent]
    func consent(_ account: Account.ID, _ client: Client.ID) async throws(StoreError) -> Consent?
}
