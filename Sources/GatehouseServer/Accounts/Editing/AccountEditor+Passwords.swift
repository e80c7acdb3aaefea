package import GatehouseStore

extension AccountEditor {
    /// Has the person take a new password, which ends every session the account has, everywhere.
    ///
    /// - Throws: ``AccountError/wrongPassword`` after a try that counts like any other.
    package func changePassword(
        of account: Account,
        from old: String,
        to new: String,
        _ call: AccountCall
    ) async throws(AccountError) {
        throw .failed
    }

    /// The same for an administrator, who need not know the old one.
    package func setPassword(of account: Account, to new: String, _ call: AccountCall) async throws(AccountError) {
        throw .failed
    }

    /// Sends a code to somebody who has forgotten their password.
    package func requestReset(
        of subject: ResetSubject,
        by channel: ResetChannel,
        _ call: AccountCall
    ) async throws(AccountError) {
        throw .failed
    }

    /// Sets a new password for whoever has the code.
    package func completeReset(
        of subject: ResetSubject,
        code: String,
        newPassword: String,
        _ call: AccountCall
    ) async throws(AccountError) {
        throw .failed
    }
}
