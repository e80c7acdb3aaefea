package import GatehouseStore
package import GatehouseWire

extension AccountEditor {
    /// The account that a name finds, as far as whoever asks may know: user names are public, addresses are for their owner, for an
    /// administrator of an app that the account belongs to, and for apps that are told who is a member.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - requester: Who asks; `nil` for nobody in particular.
    ///   - isAdministrator: Whether the app's administrator does, who finds only what they may manage.
    ///   - call: The app.
    /// - Returns: The account.
    /// - Throws: ``AccountError/notFound``, whether there is none or it is not for them to know.
    package func find(
        _ name: SignInName,
        for requester: Account?,
        isAdministrator: Bool = false,
        _ call: AccountCall
    ) async throws(AccountError) -> Account {
        let found = try await mapped { () throws(TransactionError) in try await core.account(name) }
        guard let found else { throw .notFound }
        let mayKnow =
            if isAdministrator {
                try await manages(found, call)
            } else {
                name.kind == .username || found.id == requester?.id || call.client.kii?.revealsAccounts == true
            }
        guard mayKnow else { throw .notFound }
        return found
    }

    /// What the app keeps with the account.
    package func customFields(
        of account: Account.ID,
        _ call: AccountCall
    ) async throws(AccountError) -> [String: JSONValue] {
        do { return try await core.store.customFields(of: account, in: call.client.id)?.values ?? [:] } catch {
            throw refusal(core.failed(error))
        }
    }

    /// Whether an administrator of the app may change the account itself, which other apps may have a part in: it was registered there.
    package func governs(_ account: Account, _ call: AccountCall) -> Bool { account.registeredBy == call.client.id }

    /// Whether an administrator of the app may see the account: it was registered there, is signed in there, or has data there.
    package func manages(_ account: Account, _ call: AccountCall) async throws(AccountError) -> Bool {
        if governs(account, call) { return true }
        if try await !customFields(of: account.id, call).isEmpty { return true }
        do { return try await core.store.sessions(of: account.id).contains { $0.clientID == call.client.id } } catch {
            throw refusal(core.failed(error))
        }
    }
}
