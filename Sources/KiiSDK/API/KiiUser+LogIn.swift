import Foundation
import Gatehouse
import GatehouseWire

extension KiiUser {
    class func logIn(_ name: String, _ password: String) -> KiiCall<KiiUser> {
        KiiCall { () throws(KiiFailure) in
            let users = try KiiClient.shared.users
            guard InputValidation.isEmail(name) || InputValidation.isPhone(name) || InputValidation.isUsername(name)
            else {
                throw KiiFailure(.invalidUserIdentifier)
            }
            return try await logIn(with: users, name, password)
        }
    }

    class func logIn(_ phoneNumber: String, of country: String, _ password: String) -> KiiCall<KiiUser> {
        KiiCall { () throws(KiiFailure) in
            let users = try KiiClient.shared.users
            let names = LoginIdentifiers(phoneNumber: phoneNumber, phoneCountry: country)
            try names.check()
            let name = KiiSelector.name(.phone, names.sentPhoneNumber ?? "").value
            return try await logIn(with: users, name, password)
        }
    }

    class func logIn(
        token: String,
        _ expiresAt: Date = .distantFuture,
        _ refreshToken: String? = nil
    ) -> KiiCall<KiiUser> {
        KiiCall { () throws(KiiFailure) in
            let users = try KiiClient.shared.users
            return try await logIn(.tokenLogIn) { () throws(AuthError) in
                try await users.logIn(accessToken: token, expiresAt: expiresAt, refreshToken: refreshToken)
            }
        }
    }

    class var restoration: KiiCall<KiiUser> {
        KiiCall { () throws(KiiFailure) in try KiiClient.shared.restore() }
    }

    /// Logs in and creates the user's object.
    class func logIn(
        _ errorMapping: ErrorMapping = .standard,
        _ body: () async throws(AuthError) -> KiiLogin
    ) async throws(KiiFailure) -> KiiUser {
        let login = try await callServer(errorMapping, body)
        let user = KiiUser(login)
        KiiClient.shared.record(login, as: user)
        return user
    }

    private class func logIn(
        with users: KiiUsers,
        _ name: String,
        _ password: String
    ) async throws(KiiFailure) -> KiiUser {
        // Passwords that break Kii's rules are sent too: another channel may have accepted them.
        guard !password.isEmpty else { throw KiiFailure(.invalidPasswordFormat) }
        return try await logIn { () throws(AuthError) in try await users.logIn(name, password: Secret(password)) }
    }
}

extension KiiUser {
    /// Performs ``authenticate(_:withPassword:)``, blocking the calling thread.
    @discardableResult
    public class func authenticateSynchronous(_ userIdentifier: String, withPassword password: String) throws -> KiiUser
    {
        try logIn(userIdentifier, password).wait()
    }

    /// Performs ``authenticate(_:withPassword:)`` and calls the block on ``Kii/callbackQueue``.
    public class func authenticate(
        _ userIdentifier: String,
        withPassword password: String,
        andBlock block: @escaping KiiUserBlock
    ) {
        logIn(userIdentifier, password).complete(with: block)
    }

    /// Logs in with an identifier and a password.
    ///
    /// - Parameters:
    ///   - userIdentifier: A username, a verified email address, or a verified phone number with its country code.
    ///   - password: The password.
    /// - Returns: The user, who is now ``current()``.
    /// - Throws: An `NSError` with a code of ``KiiError``: 302 if the identifier or password is incorrect or the user
    ///   is disabled; ``current()`` does not change.
    @discardableResult
    public class func authenticate(_ userIdentifier: String, withPassword password: String) async throws -> KiiUser {
        try await logIn(userIdentifier, password).value
    }

    /// Performs ``authenticate(withLocalPhoneNumber:andPassword:andCountryCode:)``, blocking the calling thread.
    @discardableResult
    public class func authenticate(
        withLocalPhoneNumberSynchronous localPhoneNumber: String,
        andPassword password: String,
        andCountryCode countryCode: String
    ) throws -> KiiUser {
        try logIn(localPhoneNumber, of: countryCode, password).wait()
    }

    /// Performs ``authenticate(withLocalPhoneNumber:andPassword:andCountryCode:)`` and calls the block on
    /// ``Kii/callbackQueue``.
    public class func authenticate(
        withLocalPhoneNumber localPhoneNumber: String,
        andPassword password: String,
        andCountryCode countryCode: String,
        andBlock block: @escaping KiiUserBlock
    ) {
        logIn(localPhoneNumber, of: countryCode, password).complete(with: block)
    }

    /// Logs in with a phone number in national format and a password.
    ///
    /// - Parameters:
    ///   - localPhoneNumber: The phone number in national format: at least 7 digits.
    ///   - password: The password.
    ///   - countryCode: The two-letter country code in capital letters.
    /// - Returns: The user, who is now ``current()``.
    /// - Throws: An `NSError` with a code of ``KiiError``: 316 and 315 for invalid values; 302 as in
    ///   ``authenticate(_:withPassword:)``.
    @discardableResult
    public class func authenticate(
        withLocalPhoneNumber localPhoneNumber: String,
        andPassword password: String,
        andCountryCode countryCode: String
    ) async throws -> KiiUser {
        try await logIn(localPhoneNumber, of: countryCode, password).value
    }
}

extension KiiUser {
    /// Performs ``authenticateWithStoredCredentials()``, blocking the calling thread.
    @discardableResult
    public class func authenticateWithStoredCredentialsSynchronous() throws -> KiiUser {
        try restoration.wait()
    }

    /// Performs ``authenticateWithStoredCredentials()`` and calls the block on ``Kii/callbackQueue``.
    public class func authenticate(storedCredentials block: @escaping KiiUserBlock) {
        restoration.complete(with: block)
    }

    /// Restores the last log-in from the token store, without a request.
    ///
    /// The token may have ended since: call ``refresh()`` to check it and to update the user. Custom fields are not
    /// stored.
    ///
    /// - Returns: The user, who is now ``current()``.
    /// - Throws: An `NSError` with a code of ``KiiError``: 331 if no user is stored, 1205 before the device was
    ///   unlocked.
    @discardableResult
    public class func authenticateWithStoredCredentials() async throws -> KiiUser {
        try await restoration.value
    }
}
