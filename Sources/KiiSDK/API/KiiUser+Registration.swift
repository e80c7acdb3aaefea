import Gatehouse
import GatehouseWire

extension KiiUser {
    /// Performs ``performRegistration()``, blocking the calling thread.
    public func performRegistrationSynchronous() throws {
        _ = try registration.wait()
    }

    /// Performs ``performRegistration()`` and calls the block on ``Kii/callbackQueue``.
    public func performRegistration(_ block: @escaping KiiUserBlock) {
        registration.complete(with: block)
    }

    /// Registers the user and logs in.
    ///
    /// ``displayName``, ``country``, ``locale`` and the custom fields are sent too.
    ///
    /// - Returns: This user.
    /// - Throws: An `NSError` with a code of ``KiiError``: 503 for an identifier that is already taken; 304, 305, 307,
    ///   308, 310 and 315 for invalid values, without a request.
    @discardableResult
    public func performRegistration() async throws -> KiiUser {
        try await registration.value
    }
}

extension KiiUser {
    var registration: KiiCall<KiiUser> {
        KiiCall { [self] () throws(KiiFailure) in
            let users = try KiiClient.shared.users
            let user = try newUser()
            let login = try await callServer(.newPassword) { () throws(AuthError) in try await users.register(user) }
            apply(login)
            KiiClient.shared.record(login, as: self)
            return self
        }
    }

    class func registration(of changes: ProfileChanges) -> KiiCall<KiiUser> {
        KiiCall { () throws(KiiFailure) in
            let users = try KiiClient.shared.users
            try changes.check()
            let user = KiiNewUser(
                displayName: changes.displayName,
                country: changes.country,
                locale: changes.locale?.localeString,
                customFields: changes.values
            )
            return try await logIn { () throws(AuthError) in try await users.register(user) }
        }
    }

    /// Adds identifiers, a password and fields to a pseudo user.
    func identity(_ names: LoginIdentifiers, _ changes: ProfileChanges, password: String) -> KiiCall<KiiUser> {
        KiiCall { [self] () throws(KiiFailure) in
            let record = record
            guard record.hasPassword == nil || record.isPseudoUser else {
                throw KiiFailure(.invalidUserObject, "The user is not a pseudo user.")
            }
            guard InputValidation.isPassword(password) else { throw KiiFailure(.invalidPasswordFormat) }
            return try await change(names, changes, password: Secret(password), errorMapping: .newPassword)
        }
    }

    private func newUser() throws(KiiFailure) -> KiiNewUser {
        let state = record
        if let fault = state.fault { throw fault }
        guard state.id == nil, let password = state.password else {
            throw KiiFailure(.invalidUserObject, "The user is already registered.")
        }
        let names = LoginIdentifiers(
            username: state.username,
            email: state.email,
            phoneNumber: state.phoneNumber,
            phoneCountry: state.phoneCountry
        )
        guard !names.isEmpty else { throw KiiFailure(.invalidUserIdentifier) }
        try names.check()
        guard InputValidation.isPassword(password.reveal()) else { throw KiiFailure(.invalidPasswordFormat) }
        try ProfileChanges(displayName: state.displayName, country: state.country).check()
        return KiiNewUser(
            loginName: names.username,
            emailAddress: names.email,
            phoneNumber: names.sentPhoneNumber,
            password: password,
            displayName: state.displayName,
            country: state.country,
            locale: state.locale?.localeString,
            customFields: state.fields
        )
    }
}

extension KiiUser {
    /// Performs ``registerAsPseudoUser(with:)``, blocking the calling thread.
    @discardableResult
    public class func registerAsPseudoUserSynchronous(with fields: KiiUserFields?) throws -> KiiUser {
        try registration(of: fields?.changes ?? ProfileChanges()).wait()
    }

    /// Performs ``registerAsPseudoUser(with:)`` and calls the block on ``Kii/callbackQueue``.
    public class func registerAsPseudoUser(with fields: KiiUserFields?, block: @escaping KiiUserBlock) {
        registration(of: fields?.changes ?? ProfileChanges()).complete(with: block)
    }

    /// Registers a pseudo user, who has neither identifiers nor a password, and logs in.
    ///
    /// Only the access token gives access to such an account: without it, the account is lost.
    ///
    /// - Parameter fields: The initial fields of the user.
    /// - Returns: The user, who is now ``current()``.
    /// - Throws: An `NSError` with a code of ``KiiError``.
    @discardableResult
    public class func registerAsPseudoUser(with fields: KiiUserFields?) async throws -> KiiUser {
        try await registration(of: fields?.changes ?? ProfileChanges()).value
    }

    /// Performs ``put(_:userFields:password:)``, blocking the calling thread.
    public func putIdentityDataSynchronous(
        _ data: KiiIdentityData,
        userFields fields: KiiUserFields?,
        password: String
    ) throws {
        _ = try identity(data.names, fields?.changes ?? ProfileChanges(), password: password).wait()
    }

    /// Performs ``put(_:userFields:password:)`` and calls the block on ``Kii/callbackQueue``.
    public func put(
        _ data: KiiIdentityData,
        userFields fields: KiiUserFields?,
        password: String,
        block: @escaping KiiUserBlock
    ) {
        identity(data.names, fields?.changes ?? ProfileChanges(), password: password).complete(with: block)
    }

    /// Adds identifiers and a password to this pseudo user.
    ///
    /// The user keeps the account and stays logged in.
    ///
    /// - Parameters:
    ///   - data: The identifiers.
    ///   - fields: Further fields to change.
    ///   - password: The password: 4 to 50 printable ASCII characters.
    /// - Returns: This user.
    /// - Throws: An `NSError` with a code of ``KiiError``: 503 for an identifier that is already taken, 327 if this
    ///   user is not logged in, 306 if this is not a pseudo user.
    @discardableResult
    public func put(
        _ data: KiiIdentityData,
        userFields fields: KiiUserFields?,
        password: String
    ) async throws -> KiiUser {
        try await identity(data.names, fields?.changes ?? ProfileChanges(), password: password).value
    }
}
