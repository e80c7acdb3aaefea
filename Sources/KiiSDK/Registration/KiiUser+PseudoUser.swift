extension KiiUser {
    /// Registers somebody who has neither a name nor a password, and logs in.
    ///
    /// Nothing but the access token reaches such a user: without it the account is lost.
    ///
    /// It blocks the thread until it is done.
    ///
    /// - Parameter fields: What is to be known of the user from the start.
    /// - Returns: The user, who is ``current()`` from now on.
    /// - Throws: An `NSError` with a code of ``KiiError``.
    @discardableResult
    public class func registerAsPseudoUserSynchronous(with fields: KiiUserFields?) throws -> KiiUser {
        try registration(of: fields?.wish ?? FieldsWish()).wait()
    }

    /// Registers somebody who has neither a name nor a password, and logs in.
    ///
    /// Nothing but the access token reaches such a user: without it the account is lost.
    ///
    /// It returns at once, and calls the block on ``Kii/callbackQueue``.
    ///
    /// - Parameters:
    ///   - fields: What is to be known of the user from the start.
    ///   - block: Gets the user, or an `NSError` that says why there is none.
    public class func registerAsPseudoUser(with fields: KiiUserFields?, block: @escaping KiiUserBlock) {
        registration(of: fields?.wish ?? FieldsWish()).hand(to: block)
    }

    /// Registers somebody who has neither a name nor a password, and logs in.
    ///
    /// Nothing but the access token reaches such a user: without it the account is lost.
    ///
    /// - Parameter fields: What is to be known of the user from the start.
    /// - Returns: The user, who is ``current()`` from now on.
    /// - Throws: An `NSError` with a code of ``KiiError``.
    @discardableResult
    public class func registerAsPseudoUser(with fields: KiiUserFields?) async throws -> KiiUser {
        try await registration(of: fields?.wish ?? FieldsWish()).value
    }

    /// Gives this pseudo user names and a password.
    ///
    /// The user stays the same, and logged in.
    ///
    /// It blocks the thread until it is done.
    ///
    /// - Parameters:
    ///   - data: The names.
    ///   - fields: What else is to be changed.
    ///   - password: The password: 4 to 50 printable characters of ASCII.
    /// - Throws: An `NSError` with a code of ``KiiError``. 503 for a name that is taken, 327 when this user is not logged in, 306 for a user who is no pseudo user.
    public func putIdentityDataSynchronous(
        _ data: KiiIdentityData,
        userFields fields: KiiUserFields?,
        password: String
    ) throws {
        _ = try identity(data.names, fields?.wish ?? FieldsWish(), password).wait()
    }

    /// Gives this pseudo user names and a password.
    ///
    /// The user stays the same, and logged in.
    ///
    /// It returns at once, and calls the block on ``Kii/callbackQueue``.
    ///
    /// - Parameters:
    ///   - data: The names.
    ///   - fields: What else is to be changed.
    ///   - password: The password: 4 to 50 printable characters of ASCII.
    ///   - block: Gets the user, or an `NSError` that says why there is none.
    public func put(
        _ data: KiiIdentityData,
        userFields fields: KiiUserFields?,
        password: String,
        block: @escaping KiiUserBlock
    ) {
        identity(data.names, fields?.wish ?? FieldsWish(), password).hand(to: block)
    }

    /// Gives this pseudo user names and a password.
    ///
    /// The user stays the same, and logged in.
    ///
    /// - Parameters:
    ///   - data: The names.
    ///   - fields: What else is to be changed.
    ///   - password: The password: 4 to 50 printable characters of ASCII.
    /// - Returns: This user.
    /// - Throws: An `NSError` with a code of ``KiiError``. 503 for a name that is taken, 327 when this user is not logged in, 306 for a user who is no pseudo user.
    @discardableResult
    public func put(
        _ data: KiiIdentityData,
        userFields fields: KiiUserFields?,
        password: String
    ) async throws -> KiiUser {
        try await identity(data.names, fields?.wish ?? FieldsWish(), password).value
    }
}
