extension KiiUser {
    /// Logs in with a name and the password.
    ///
    /// It blocks the thread until it is done.
    ///
    /// - Parameters:
    ///   - userIdentifier: A user name, a verified e-mail address, or a verified phone number with its country code.
    ///   - password: The password.
    /// - Returns: The user, who is ``current()`` from now on.
    /// - Throws: An `NSError` with a code of ``KiiError``. 302 when one of them is wrong or the user is disabled, without saying which; then ``current()`` stays who it was.
    @discardableResult
    public class func authenticateSynchronous(_ userIdentifier: String, withPassword password: String) throws -> KiiUser
    {
        try logIn(userIdentifier, password).wait()
    }

    /// Logs in with a name and the password.
    ///
    /// It returns at once, and calls the block on ``Kii/callbackQueue``.
    ///
    /// - Parameters:
    ///   - userIdentifier: A user name, a verified e-mail address, or a verified phone number with its country code.
    ///   - password: The password.
    ///   - block: Gets the user, or an `NSError` that says why there is none.
    public class func authenticate(
        _ userIdentifier: String,
        withPassword password: String,
        andBlock block: @escaping KiiUserBlock
    ) {
        logIn(userIdentifier, password).hand(to: block)
    }

    /// Logs in with a name and the password.
    ///
    /// - Parameters:
    ///   - userIdentifier: A user name, a verified e-mail address, or a verified phone number with its country code.
    ///   - password: The password.
    /// - Returns: The user, who is ``current()`` from now on.
    /// - Throws: An `NSError` with a code of ``KiiError``. 302 when one of them is wrong or the user is disabled, without saying which; then ``current()`` stays who it was.
    @discardableResult
    public class func authenticate(_ userIdentifier: String, withPassword password: String) async throws -> KiiUser {
        try await logIn(userIdentifier, password).value
    }

    /// Logs in with a phone number in the spelling of a country, and the password.
    ///
    /// It blocks the thread until it is done.
    ///
    /// - Parameters:
    ///   - localPhoneNumber: The phone number in the spelling of its country: digits, at least 7.
    ///   - password: The password.
    ///   - countryCode: The country in two capital letters.
    /// - Returns: The user, who is ``current()`` from now on.
    /// - Throws: An `NSError` with a code of ``KiiError``. 316 and 315 for what cannot be; 302 as ``authenticate(_:withPassword:)``.
    @discardableResult
    public class func authenticate(
        withLocalPhoneNumberSynchronous localPhoneNumber: String,
        andPassword password: String,
        andCountryCode countryCode: String
    ) throws -> KiiUser {
        try logIn(localPhoneNumber, of: countryCode, password).wait()
    }

    /// Logs in with a phone number in the spelling of a country, and the password.
    ///
    /// It returns at once, and calls the block on ``Kii/callbackQueue``.
    ///
    /// - Parameters:
    ///   - localPhoneNumber: The phone number in the spelling of its country: digits, at least 7.
    ///   - password: The password.
    ///   - countryCode: The country in two capital letters.
    ///   - block: Gets the user, or an `NSError` that says why there is none.
    public class func authenticate(
        withLocalPhoneNumber localPhoneNumber: String,
        andPassword password: String,
        andCountryCode countryCode: String,
        andBlock block: @escaping KiiUserBlock
    ) {
        logIn(localPhoneNumber, of: countryCode, password).hand(to: block)
    }

    /// Logs in with a phone number in the spelling of a country, and the password.
    ///
    /// - Parameters:
    ///   - localPhoneNumber: The phone number in the spelling of its country: digits, at least 7.
    ///   - password: The password.
    ///   - countryCode: The country in two capital letters.
    /// - Returns: The user, who is ``current()`` from now on.
    /// - Throws: An `NSError` with a code of ``KiiError``. 316 and 315 for what cannot be; 302 as ``authenticate(_:withPassword:)``.
    @discardableResult
    public class func authenticate(
        withLocalPhoneNumber localPhoneNumber: String,
        andPassword password: String,
        andCountryCode countryCode: String
    ) async throws -> KiiUser {
        try await logIn(localPhoneNumber, of: countryCode, password).value
    }
}
