package import GatehouseStore
package import GatehouseWire

extension AccountEditor {
    /// The account that a name finds, as far as whoever asks may know: user names are public, addresses are for their owner, an
    /// administrator, and apps that are told who is a member.
    ///
    /// - Parameter requester: Who asks; `nil` for nobody in particular.
    package func find(
        _ name: SignInName,
        for requester: Account?,
        isAdministrator: Bool = false,
        _ call: AccountCall
    ) async throws(AccountError) -> Account {
        throw .failed
    }

    /// What the app keeps with the account.
    package func customFields(
        of account: Account,
        _ call: AccountCall
    ) async throws(AccountError) -> [String: JSONValue] {
        throw .failed
    }

    /// Whether an administrator of the app may manage the account: it was registered there, or is signed in there.
    package func manages(_ account: Account, _ call: AccountCall) async throws(AccountError) -> Bool {
        throw .failed
    }
}
