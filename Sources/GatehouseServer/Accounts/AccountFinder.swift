package import GatehouseStore
package import GatehouseWire

/// Finds accounts that the caller may see.
///
/// Callers of account operations check the authority with it: users may change their own account, administrators those
/// of their app (``canView(_:_:)``, ``canAdminister(_:_:)``).
package final class AccountFinder: Sendable {
    private let store: any AccountReader & SessionReader
    private let failures: FailureLog

    init(store: any AccountReader & SessionReader, failures: FailureLog) {
        self.store = store
        self.failures = failures
    }

    /// Returns the account with an ID.
    ///
    /// - Throws: ``AccountError/notFound`` if the account does not exist or is being deleted.
    package func account(_ id: Account.ID) async throws(AccountError) -> Account {
        let found = try await AccountError.wrapping(async: await account(withID: id))
        guard let found, found.deletion == nil else { throw .notFound }
        return found
    }

    /// Returns the account with an ID, if it exists.
    func account(withID id: Account.ID) async throws(ServiceFailure) -> Account? {
        do { return try await store.account(id) } catch { throw failures.record(error) }
    }

    /// Returns the account with a login identifier, if it exists.
    func account(named name: LoginIdentifier) async throws(ServiceFailure) -> Account? {
        do { return try await store.account(name.kind, name.value) } catch { throw failures.record(error) }
    }

    /// Returns the account with an identifier, if the caller may find it.
    ///
    /// Usernames are public. Addresses are visible to their owner, to administrators of an app that the account belongs
    /// to, and to apps to which accounts are disclosed.
    ///
    /// - Parameters:
    ///   - name: The identifier.
    ///   - requester: The account of the caller, if any.
    ///   - isAdministrator: Whether the app's administrator makes the request, who finds only accounts of the app.
    ///   - call: The request.
    /// - Returns: The account.
    /// - Throws: ``AccountError/notFound`` if the account does not exist or is not visible to the caller.
    package func find(
        _ name: LoginIdentifier,
        for requester: Account?,
        isAdministrator: Bool = false,
        _ call: AccountRequest
    ) async throws(AccountError) -> Account {
        let found = try await AccountError.wrapping(async: await account(named: name))
        guard let found, found.deletion == nil else { throw .notFound }
        let isVisible =
            if isAdministrator {
                try await canView(found, call)
            } else {
                name.kind == .username || found.id == requester?.id || call.disclosesAccounts
            }
        guard isVisible else { throw .notFound }
        return found
    }

    /// Returns the app's custom fields of an account.
    package func customFields(
        of account: Account.ID,
        _ call: AccountRequest
    ) async throws(AccountError) -> [String: JSONValue] {
        do { return try await store.customFields(of: account, in: call.client.id)?.values ?? [:] } catch {
            throw AccountError(failures.record(error))
        }
    }

    /// Returns whether the app's administrator may modify the account, which other apps may use too: only if it was
    /// registered by this app.
    package func canAdminister(_ account: Account, _ call: AccountRequest) -> Bool {
        account.registeredBy == call.client.id
    }

    /// Returns whether the app's administrator may read the account: if it was registered by this app, or has a session
    /// or custom fields there.
    package func canView(_ account: Account, _ call: AccountRequest) async throws(AccountError) -> Bool {
        if canAdminister(account, call) { return true }
        if try await !customFields(of: account.id, call).isEmpty { return true }
        do { return try await store.sessions(of: account.id).contains { $0.clientID == call.client.id } } catch {
            throw AccountError(failures.record(error))
        }
    }
}
