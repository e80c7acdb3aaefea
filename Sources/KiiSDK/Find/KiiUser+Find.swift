import GatehouseWire

extension KiiUser {
    /// Finds a user by the user name.
    ///
    /// It blocks the thread until it is done.
    ///
    /// - Parameter username: The user name, in whatever case.
    /// - Returns: The user: the identifier, the user name and the display name.
    /// - Throws: An `NSError` with a code of ``KiiError``. 324 when there is none, 307 for what cannot be, 340 when nobody is logged in.
    @discardableResult
    public class func find(byUsernameSynchronous username: String) throws -> KiiUser {
        try search(.loginName, username).wait()
    }

    /// Finds a user by the user name.
    ///
    /// It returns at once, and calls the block on ``Kii/callbackQueue``.
    ///
    /// - Parameters:
    ///   - username: The user name, in whatever case.
    ///   - block: Gets the user, or an `NSError` that says why there is none.
    public class func find(byUsername username: String, with block: @escaping KiiUserBlock) {
        search(.loginName, username).hand(to: block)
    }

    /// Finds a user by the user name.
    ///
    /// - Parameter username: The user name, in whatever case.
    /// - Returns: The user: the identifier, the user name and the display name.
    /// - Throws: An `NSError` with a code of ``KiiError``. 324 when there is none, 307 for what cannot be, 340 when nobody is logged in.
    @discardableResult
    public class func find(byUsername username: String) async throws -> KiiUser {
        try await search(.loginName, username).value
    }

    /// Finds a user by the e-mail address.
    ///
    /// It blocks the thread until it is done.
    ///
    /// - Parameter email: A verified e-mail address.
    /// - Returns: The user: the identifier, the user name and the display name.
    /// - Throws: An `NSError` with a code of ``KiiError``. 324 when there is none, 305 for what cannot be, 340 when nobody is logged in.
    @discardableResult
    public class func find(byEmailSynchronous email: String) throws -> KiiUser {
        try search(.email, email).wait()
    }

    /// Finds a user by the e-mail address.
    ///
    /// It returns at once, and calls the block on ``Kii/callbackQueue``.
    ///
    /// - Parameters:
    ///   - email: A verified e-mail address.
    ///   - block: Gets the user, or an `NSError` that says why there is none.
    public class func find(byEmail email: String, with block: @escaping KiiUserBlock) {
        search(.email, email).hand(to: block)
    }

    /// Finds a user by the e-mail address.
    ///
    /// - Parameter email: A verified e-mail address.
    /// - Returns: The user: the identifier, the user name and the display name.
    /// - Throws: An `NSError` with a code of ``KiiError``. 324 when there is none, 305 for what cannot be, 340 when nobody is logged in.
    @discardableResult
    public class func find(byEmail email: String) async throws -> KiiUser {
        try await search(.email, email).value
    }

    /// Finds a user by the phone number.
    ///
    /// It blocks the thread until it is done.
    ///
    /// - Parameter phoneNumber: A verified phone number with its country code.
    /// - Returns: The user: the identifier, the user name and the display name.
    /// - Throws: An `NSError` with a code of ``KiiError``. 324 when there is none, 308 for what cannot be, 340 when nobody is logged in.
    @discardableResult
    public class func find(byPhoneSynchronous phoneNumber: String) throws -> KiiUser {
        try search(.phone, phoneNumber).wait()
    }

    /// Finds a user by the phone number.
    ///
    /// It returns at once, and calls the block on ``Kii/callbackQueue``.
    ///
    /// - Parameters:
    ///   - phoneNumber: A verified phone number with its country code.
    ///   - block: Gets the user, or an `NSError` that says why there is none.
    public class func find(byPhone phoneNumber: String, with block: @escaping KiiUserBlock) {
        search(.phone, phoneNumber).hand(to: block)
    }

    /// Finds a user by the phone number.
    ///
    /// - Parameter phoneNumber: A verified phone number with its country code.
    /// - Returns: The user: the identifier, the user name and the display name.
    /// - Throws: An `NSError` with a code of ``KiiError``. 324 when there is none, 308 for what cannot be, 340 when nobody is logged in.
    @discardableResult
    public class func find(byPhone phoneNumber: String) async throws -> KiiUser {
        try await search(.phone, phoneNumber).value
    }
}
