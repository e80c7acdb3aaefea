package import Foundation
package import GatehouseStore

extension AccountEditor {
    /// Makes an account.
    package func register(
        _ new: NewAccount,
        _ call: AccountCall
    ) async throws(AccountError) -> Account {
        throw .failed
    }

    /// Makes an account and signs it in, in one commit.
    ///
    /// - Parameter expiresAt: When the access token is to end; `nil` for as late as it may.
    package func registerAndSignIn(
        _ new: NewAccount,
        expiresAt: Date?,
        _ call: AccountCall
    ) async throws(AccountError) -> (account: Account, tokens: GrantedTokens) {
        throw .failed
    }
}
