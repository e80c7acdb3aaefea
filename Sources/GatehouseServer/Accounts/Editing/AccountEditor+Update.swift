package import GatehouseStore

extension AccountEditor {
    /// Changes what the account says of the person, its names, and what the app keeps with it.
    package func update(
        _ account: Account,
        _ update: AccountUpdate,
        _ call: AccountCall
    ) async throws(AccountError) -> Account {
        throw .failed
    }

    /// Shuts an account out, which ends all of its sessions, or lets it in again.
    package func setDisabled(_ isDisabled: Bool, of account: Account, _ call: AccountCall) async throws(AccountError) {
        throw .failed
    }

    package func delete(_ account: Account, _ call: AccountCall) async throws(AccountError) {
        throw .failed
    }
}
