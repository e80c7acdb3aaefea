extension KiiUser {
    /// Has the server send a mail, or for a phone number a text message, to whoever forgot the password.
    ///
    /// It blocks the thread until it is done.
    ///
    /// - Parameter id: A verified e-mail address, a verified phone number with its country code, or a ``userID``.
    /// - Throws: An `NSError` with a code of ``KiiError``. 313 for what is none of these; 324 when there is no such user, where the server says so.
    public class func resetPasswordSynchronous(_ id: String) throws {
        try reset(of: id).wait()
    }

    /// Has the server send a mail, or for a phone number a text message, to whoever forgot the password.
    ///
    /// It returns at once, and calls the block on ``Kii/callbackQueue``.
    ///
    /// - Parameters:
    ///   - id: A verified e-mail address, a verified phone number with its country code, or a ``userID``.
    ///   - block: Gets the error, or `nil` when it is done.
    public class func resetPassword(_ id: String, with block: @escaping KiiErrorBlock) {
        reset(of: id).hand { block($1) }
    }

    /// Has the server send a mail, or for a phone number a text message, to whoever forgot the password.
    ///
    /// - Parameter id: A verified e-mail address, a verified phone number with its country code, or a ``userID``.
    /// - Throws: An `NSError` with a code of ``KiiError``. 313 for what is none of these; 324 when there is no such user, where the server says so.
    public class func resetPassword(_ id: String) async throws {
        try await reset(of: id).value
    }

    /// Has the server send word to whoever forgot the password.
    ///
    /// It blocks the thread until it is done.
    ///
    /// - Parameters:
    ///   - id: A verified e-mail address, a verified phone number with its country code, or a ``userID``.
    ///   - method: How the user hears of it.
    /// - Throws: An `NSError` with a code of ``KiiError``. 313 for what is none of these; 324 when there is no such user, where the server says so.
    public class func resetPasswordSynchronous(_ id: String, notificationMethod method: KiiNotificationMethod) throws {
        try reset(of: id, method).wait()
    }

    /// Has the server send word to whoever forgot the password.
    ///
    /// It returns at once, and calls the block on ``Kii/callbackQueue``.
    ///
    /// - Parameters:
    ///   - id: A verified e-mail address, a verified phone number with its country code, or a ``userID``.
    ///   - method: How the user hears of it.
    ///   - block: Gets the error, or `nil` when it is done.
    public class func resetPassword(
        _ id: String,
        notificationMethod method: KiiNotificationMethod,
        block: @escaping KiiErrorBlock
    ) {
        reset(of: id, method).hand { block($1) }
    }

    /// Has the server send word to whoever forgot the password.
    ///
    /// - Parameters:
    ///   - id: A verified e-mail address, a verified phone number with its country code, or a ``userID``.
    ///   - method: How the user hears of it.
    /// - Throws: An `NSError` with a code of ``KiiError``. 313 for what is none of these; 324 when there is no such user, where the server says so.
    public class func resetPassword(_ id: String, notificationMethod method: KiiNotificationMethod) async throws {
        try await reset(of: id, method).value
    }

    /// Sets a new password with the code that was sent, which ends every access token of the user.
    ///
    /// It blocks the thread until it is done.
    ///
    /// - Parameters:
    ///   - id: A verified e-mail address, a verified phone number with its country code, or a ``userID``.
    ///   - pinCode: The code that was sent.
    ///   - password: The new password: 4 to 50 printable characters of ASCII.
    /// - Throws: An `NSError` with a code of ``KiiError``. 341 for a wrong code, 344 for one that is too old, 342 without a password: none is made up and sent.
    public class func completeResetPasswordSynchronous(_ id: String, pinCode: String, password: String?) throws {
        try completion(of: id, pinCode, password).wait()
    }

    /// Sets a new password with the code that was sent, which ends every access token of the user.
    ///
    /// It returns at once, and calls the block on ``Kii/callbackQueue``.
    ///
    /// - Parameters:
    ///   - id: A verified e-mail address, a verified phone number with its country code, or a ``userID``.
    ///   - pinCode: The code that was sent.
    ///   - password: The new password: 4 to 50 printable characters of ASCII.
    ///   - block: Gets the error, or `nil` when it is done.
    public class func completeResetPassword(
        _ id: String,
        pinCode: String,
        password: String?,
        block: @escaping KiiErrorBlock
    ) {
        completion(of: id, pinCode, password).hand { block($1) }
    }

    /// Sets a new password with the code that was sent, which ends every access token of the user.
    ///
    /// - Parameters:
    ///   - id: A verified e-mail address, a verified phone number with its country code, or a ``userID``.
    ///   - pinCode: The code that was sent.
    ///   - password: The new password: 4 to 50 printable characters of ASCII.
    /// - Throws: An `NSError` with a code of ``KiiError``. 341 for a wrong code, 344 for one that is too old, 342 without a password: none is made up and sent.
    public class func completeResetPassword(_ id: String, pinCode: String, password: String?) async throws {
        try await completion(of: id, pinCode, password).value
    }

    /// Has the server send word to whoever forgot the password.
    ///
    /// It blocks the thread until it is done.
    ///
    /// - Parameter userIdentifier: As in the call that takes its place.
    /// - Throws: An `NSError` with a code of ``KiiError``.
    @available(*, deprecated, message: "Use resetPasswordSynchronous(_:).")
    public class func resetPasswordSynchronous(withUserIdentifier userIdentifier: String) throws {
        try reset(of: userIdentifier).wait()
    }
}
