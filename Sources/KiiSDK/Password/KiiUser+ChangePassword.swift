extension KiiUser {
    /// Changes the password, which ends every access token of the user.
    ///
    /// This one too: log in with the new password then.
    ///
    /// It blocks the thread until it is done.
    ///
    /// - Parameters:
    ///   - password: The password that counts now.
    ///   - newPassword: The new one: 4 to 50 printable characters of ASCII.
    /// - Throws: An `NSError` with a code of ``KiiError``. 302 when the password is wrong, 304 for a new one that cannot be, 343 for the same one, 327 when this user is not logged in.
    public func updatePasswordSynchronous(_ password: String, newPassword: String) throws {
        _ = try changingPassword(from: password, to: newPassword).wait()
    }

    /// Changes the password, which ends every access token of the user.
    ///
    /// This one too: log in with the new password then.
    ///
    /// It returns at once, and calls the block on ``Kii/callbackQueue``.
    ///
    /// - Parameters:
    ///   - password: The password that counts now.
    ///   - newPassword: The new one: 4 to 50 printable characters of ASCII.
    ///   - block: Gets the user, or an `NSError` that says why there is none.
    public func updatePassword(_ password: String, to newPassword: String, with block: @escaping KiiUserBlock) {
        changingPassword(from: password, to: newPassword).hand(to: block)
    }

    /// Changes the password, which ends every access token of the user.
    ///
    /// This one too: log in with the new password then.
    ///
    /// - Parameters:
    ///   - password: The password that counts now.
    ///   - newPassword: The new one: 4 to 50 printable characters of ASCII.
    /// - Returns: This user.
    /// - Throws: An `NSError` with a code of ``KiiError``. 302 when the password is wrong, 304 for a new one that cannot be, 343 for the same one, 327 when this user is not logged in.
    @discardableResult
    public func updatePassword(_ password: String, to newPassword: String) async throws -> KiiUser {
        try await changingPassword(from: password, to: newPassword).value
    }

    /// Changes the password, which ends every access token of the user.
    ///
    /// It blocks the thread until it is done.
    ///
    /// - Parameters:
    ///   - password: The password that counts now.
    ///   - newPassword: The new one.
    /// - Throws: An `NSError` with a code of ``KiiError``.
    @available(*, deprecated, message: "Use updatePasswordSynchronous(_:newPassword:).")
    public func updatePasswordSynchronous(from password: String, to newPassword: String) throws {
        _ = try changingPassword(from: password, to: newPassword).wait()
    }
}
