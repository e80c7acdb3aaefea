/// Finds what people have agreed to.
package protocol ConsentReader: Sendable {
    func consent(_ account: Account.ID, _ client: Client.ID) async throws(StoreError) -> Consent?
}
