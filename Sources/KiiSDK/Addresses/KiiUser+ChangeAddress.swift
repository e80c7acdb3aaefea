import GatehouseWire

extension KiiUser {
    /// Changes the e-mail address: the new one gets a mail, and is the user's once it is verified.
    ///
    /// This object learns of it with ``refresh()``.
    ///
    /// It blocks the thread until it is done.
    ///
    /// - Parameter newEmail: The e-mail address.
    /// - Throws: An `NSError` with a code of ``KiiError``. 305 for what is none, 311 or 503 when it cannot be the user's, 327 when this user is not logged in, 328 for a pseudo user.
    public func changeEmailSynchronous(_ newEmail: String) throws {
        _ = try changing(.email, to: newEmail).wait()
    }

    /// Changes the e-mail address: the new one gets a mail, and is the user's once it is verified.
    ///
    /// This object learns of it with ``refresh()``.
    ///
    /// It returns at once, and calls the block on ``Kii/callbackQueue``.
    ///
    /// - Parameters:
    ///   - newEmail: The e-mail address.
    ///   - block: Gets the user, or an `NSError` that says why there is none.
    public func changeEmail(_ newEmail: String, with block: @escaping KiiUserBlock) {
        changing(.email, to: newEmail).hand(to: block)
    }

    /// Changes the e-mail address: the new one gets a mail, and is the user's once it is verified.
    ///
    /// This object learns of it with ``refresh()``.
    ///
    /// - Parameter newEmail: The e-mail address.
    /// - Returns: This user.
    /// - Throws: An `NSError` with a code of ``KiiError``. 305 for what is none, 311 or 503 when it cannot be the user's, 327 when this user is not logged in, 328 for a pseudo user.
    @discardableResult
    public func changeEmail(_ newEmail: String) async throws -> KiiUser {
        try await changing(.email, to: newEmail).value
    }

    /// Changes the phone number: the new one gets a text message, and is the user's once it is verified.
    ///
    /// This object learns of it with ``refresh()``.
    ///
    /// It blocks the thread until it is done.
    ///
    /// - Parameter newPhoneNumber: The phone number with its country code.
    /// - Throws: An `NSError` with a code of ``KiiError``. 308 for what is none, 312 or 503 when it cannot be the user's, 327 when this user is not logged in, 328 for a pseudo user.
    public func changePhoneSynchronous(_ newPhoneNumber: String) throws {
        _ = try changing(.phone, to: newPhoneNumber).wait()
    }

    /// Changes the phone number: the new one gets a text message, and is the user's once it is verified.
    ///
    /// This object learns of it with ``refresh()``.
    ///
    /// It returns at once, and calls the block on ``Kii/callbackQueue``.
    ///
    /// - Parameters:
    ///   - newPhoneNumber: The phone number with its country code.
    ///   - block: Gets the user, or an `NSError` that says why there is none.
    public func changePhone(_ newPhoneNumber: String, with block: @escaping KiiUserBlock) {
        changing(.phone, to: newPhoneNumber).hand(to: block)
    }

    /// Changes the phone number: the new one gets a text message, and is the user's once it is verified.
    ///
    /// This object learns of it with ``refresh()``.
    ///
    /// - Parameter newPhoneNumber: The phone number with its country code.
    /// - Returns: This user.
    /// - Throws: An `NSError` with a code of ``KiiError``. 308 for what is none, 312 or 503 when it cannot be the user's, 327 when this user is not logged in, 328 for a pseudo user.
    @discardableResult
    public func changePhone(_ newPhoneNumber: String) async throws -> KiiUser {
        try await changing(.phone, to: newPhoneNumber).value
    }
}
