import GatehousePasswords
import GatehouseStore
import GatehouseWire

/// Store operations that map failures to flow errors.
extension ServerCore {
    /// Commits all changes, or none.
    func commit(_ changes: [Change]) async throws(FlowError) {
        do { try await store.commit(changes) } catch { throw flowError(error) }
    }

    /// Returns the account with a login identifier.
    func account(_ name: LoginIdentifier) async throws(FlowError) -> Account? {
        do { return try await store.account(name.kind, name.value) } catch { throw flowError(error) }
    }

    func flowError(_ error: StoreError) -> FlowError { FlowError(serviceFailure(error)) }

    /// Returns the error for tokens that could not be issued.
    func flowError(_ error: OAuthError) -> FlowError { FlowError(serviceFailure(error)) }

    func flowError(_ error: PasswordHashError) -> FlowError { FlowError(serviceFailure(error)) }
}
