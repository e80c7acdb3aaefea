import GatehouseWire

extension KiiUser {
    /// Verifies the phone number with the code that was sent to it.
    ///
    /// It blocks the thread until it is done.
    ///
    /// - Parameter code: The code of the text message.
    /// - Throws: An `NSError` with a code of ``KiiError``. 309 when the code is wrong or too old, 327 when this user is not logged in.
    public func verifyPhoneNumberSynchronous(_ code: String) throws {
        _ = try verification(with: code).wait()
    }

    /// Verifies the phone number with the code that was sent to it.
    ///
    /// It returns at once, and calls the block on ``Kii/callbackQueue``.
    ///
    /// - Parameters:
    ///   - code: The code of the text message.
    ///   - block: Gets the user, or an `NSError` that says why there is none.
    public func verifyPhoneNumber(_ code: String, with block: @escaping KiiUserBlock) {
        verification(with: code).hand(to: block)
    }

    /// Verifies the phone number with the code that was sent to it.
    ///
    /// - Parameter code: The code of the text message.
    /// - Returns: This user.
    /// - Throws: An `NSError` with a code of ``KiiError``. 309 when the code is wrong or too old, 327 when this user is not logged in.
    @discardableResult
    public func verifyPhoneNumber(_ code: String) async throws -> KiiUser {
        try await verification(with: code).value
    }

    /// Verifies the phone number with the code that was sent to it.
    ///
    /// It blocks the thread until it is done.
    ///
    /// - Parameter code: The code of the text message.
    /// - Throws: An `NSError` with a code of ``KiiError``.
    @available(*, deprecated, message: "Use verifyPhoneNumberSynchronous(_:).")
    public func verifyPhoneNumber(withCode code: String) throws {
        _ = try verification(with: code).wait()
    }

    /// Has the server send the mail once more that verifies the e-mail address.
    ///
    /// It blocks the thread until it is done.
    ///
    /// - Throws: An `NSError` with a code of ``KiiError``. 329 when there is nothing to verify, 327 when this user is not logged in.
    public func resendEmailVerificationSynchronous() throws {
        _ = try resending(.email).wait()
    }

    /// Has the server send the mail once more that verifies the e-mail address.
    ///
    /// It returns at once, and calls the block on ``Kii/callbackQueue``.
    ///
    /// - Parameter block: Gets the user, or an `NSError` that says why there is none.
    public func resendEmailVerification(_ block: @escaping KiiUserBlock) {
        resending(.email).hand(to: block)
    }

    /// Has the server send the mail once more that verifies the e-mail address.
    ///
    /// - Returns: This user.
    /// - Throws: An `NSError` with a code of ``KiiError``. 329 when there is nothing to verify, 327 when this user is not logged in.
    @discardableResult
    public func resendEmailVerification() async throws -> KiiUser {
        try await resending(.email).value
    }

    /// Has the server send the text message once more that verifies the phone number.
    ///
    /// It blocks the thread until it is done.
    ///
    /// - Throws: An `NSError` with a code of ``KiiError``. 329 when there is nothing to verify, 327 when this user is not logged in.
    public func resendPhoneNumberVerificationSynchronous() throws {
        _ = try resending(.phone).wait()
    }

    /// Has the server send the text message once more that verifies the phone number.
    ///
    /// It returns at once, and calls the block on ``Kii/callbackQueue``.
    ///
    /// - Parameter block: Gets the user, or an `NSError` that says why there is none.
    public func resendPhoneNumberVerification(_ block: @escaping KiiUserBlock) {
        resending(.phone).hand(to: block)
    }

    /// Has the server send the text message once more that verifies the phone number.
    ///
    /// - Returns: This user.
    /// - Throws: An `NSError` with a code of ``KiiError``. 329 when there is nothing to verify, 327 when this user is not logged in.
    @discardableResult
    public func resendPhoneNumberVerification() async throws -> KiiUser {
        try await resending(.phone).value
    }
}
