package import GatehouseStore

extension AccountEditor {
    /// Gives the account another address, which takes the place of the one it has once it is proven.
    ///
    /// - Parameter isVerified: Whether an administrator vouches for it; then it does so at once.
    package func setAddress(
        _ kind: AccountIdentifier.Kind,
        _ text: String,
        of account: Account,
        isVerified: Bool = false,
        _ call: AccountCall
    ) async throws(AccountError) -> Account {
        throw .failed
    }

    /// Sends the code for an address that is yet to be proven; the same one for as long as it is good.
    package func requestVerification(
        of kind: AccountIdentifier.Kind,
        _ account: Account,
        _ call: AccountCall
    ) async throws(AccountError) {
        throw .failed
    }

    /// Takes a code, and so the address it was sent to for the person's own.
    package func verify(
        _ kind: AccountIdentifier.Kind,
        of account: Account,
        code: String,
        _ call: AccountCall
    ) async throws(AccountError) -> Account {
        throw .failed
    }

    /// The code that waits to be typed, for an administrator.
    package func verificationCode(
        of kind: AccountIdentifier.Kind,
        _ account: Account,
        _ call: AccountCall
    ) async throws(AccountError) -> String {
        throw .failed
    }

    /// Puts another code in its place, without sending it.
    package func renewVerificationCode(
        of kind: AccountIdentifier.Kind,
        _ account: Account,
        _ call: AccountCall
    ) async throws(AccountError) -> String {
        throw .failed
    }
}
