import Gatehouse
import GatehouseWire

extension KiiUser {
    var refreshing: KiiCall<KiiUser> {
        KiiCall { [self] () throws(KiiFailure) in
            let users = try KiiClient.shared.users
            if let fault = record.fault { throw fault }
            guard let userID, let current = KiiClient.shared.current, let login = KiiClient.shared.login(of: current)
            else {
                throw KiiFailure(.notLoggedIn)
            }
            let isCurrent = isEqual(current)
            apply(
                try await callServer { () throws(AuthError) in
                    isCurrent
                        ? try await users.read(login.session)
                        : try await users.find(.id(userID), as: login.session)
                }
            )
            return self
        }
    }

    var deletion: KiiCall<KiiUser> {
        KiiCall { [self] () throws(KiiFailure) in
            try await performAsCurrentUser { users, session throws(AuthError) in try await users.delete(session) }
            return self
        }
    }

    /// An update with the local changes of this object.
    var saving: KiiCall<KiiUser> {
        let record = record
        return updating(
            ProfileChanges(
                displayName: record.displayName,
                country: record.country,
                locale: record.locale,
                values: record.fields
            )
        )
    }

    func updating(_ changes: ProfileChanges) -> KiiCall<KiiUser> {
        KiiCall { [self] () throws(KiiFailure) in try await change(LoginIdentifiers(), changes) }
    }

    func updating(_ names: LoginIdentifiers, _ changes: ProfileChanges) -> KiiCall<KiiUser> {
        KiiCall { [self] () throws(KiiFailure) in try await change(names, changes, isForPseudoUsers: false) }
    }

    /// Changes identifiers and fields based on the server's data, because the server deletes fields that are not sent.
    func change(
        _ names: LoginIdentifiers,
        _ changes: ProfileChanges,
        password: Secret? = nil,
        errorMapping: ErrorMapping = .standard,
        isForPseudoUsers: Bool = true
    ) async throws(KiiFailure) -> KiiUser {
        try names.check()
        try changes.check()
        let changed = try await performAsCurrentUser(isForPseudoUsers: isForPseudoUsers, errorMapping) {
            users,
            session throws(AuthError) in
            try await users.update(session) { current in
                KiiUpdateRequest(
                    displayName: changes.displayName.map(KiiProfileChange.set) ?? .keep,
                    country: changes.country.map(KiiProfileChange.set) ?? .keep,
                    locale: (changes.locale?.localeString).map(KiiProfileChange.set) ?? .keep,
                    loginName: names.username,
                    emailAddress: names.email,
                    phoneNumber: names.sentPhoneNumber,
                    password: password,
                    customFields: changes.applied(to: current.customFields)
                )
            }
        }
        if let changed { apply(changed) } else { change { $0.apply(changes) } }
        return self
    }
}

extension KiiUser {
    /// Performs ``refresh()``, blocking the calling thread.
    public func refreshSynchronous() throws {
        _ = try refreshing.wait()
    }

    /// Performs ``refresh()`` and calls the block on ``Kii/callbackQueue``.
    public func refresh(_ block: @escaping KiiUserBlock) {
        refreshing.complete(with: block)
    }

    /// Fetches the user's data from the server.
    ///
    /// Other users have only an identifier, a username and a display name.
    ///
    /// - Returns: This user.
    /// - Throws: An `NSError` with a code of ``KiiError``: 327 if no user is logged in or this user is not registered,
    ///   301 if the access token has ended, 324 if the user does not exist.
    @discardableResult
    public func refresh() async throws -> KiiUser {
        try await refreshing.value
    }

    /// Performs ``delete()``, blocking the calling thread.
    public func deleteSynchronous() throws {
        _ = try deletion.wait()
    }

    /// Performs ``delete()`` and calls the block on ``Kii/callbackQueue``.
    public func delete(_ block: @escaping KiiUserBlock) {
        deletion.complete(with: block)
    }

    /// Deletes the user at the server and logs out.
    ///
    /// - Returns: This user.
    /// - Throws: An `NSError` with a code of ``KiiError``: 327 if this user is not logged in.
    @discardableResult
    public func delete() async throws -> KiiUser {
        try await deletion.value
    }
}

extension KiiUser {
    /// Performs ``save()``, blocking the calling thread.
    @available(*, deprecated, message: "Use update(withUserFieldsSynchronous:).")
    public func saveSynchronous() throws {
        _ = try saving.wait()
    }

    /// Performs ``save()`` and calls the block on ``Kii/callbackQueue``.
    @available(*, deprecated, message: "Use update(with:block:).")
    public func save(_ block: @escaping KiiUserBlock) {
        saving.complete(with: block)
    }

    /// Sends the local changes of this object to the server.
    ///
    /// - Returns: This user.
    /// - Throws: An `NSError` with a code of ``KiiError``.
    @available(*, deprecated, message: "Use update(with:).")
    @discardableResult
    public func save() async throws -> KiiUser {
        try await saving.value
    }
}

extension KiiUser {
    /// Performs ``update(with:)``, blocking the calling thread.
    public func update(withUserFieldsSynchronous fields: KiiUserFields) throws {
        _ = try updating(fields.changes).wait()
    }

    /// Performs ``update(with:)`` and calls the block on ``Kii/callbackQueue``.
    public func update(with fields: KiiUserFields, block: @escaping KiiUserBlock) {
        updating(fields.changes).complete(with: block)
    }

    /// Changes fields of the user at the server and on this object.
    ///
    /// Other local changes are replaced by the server's data.
    ///
    /// - Parameter fields: The fields to change. All others stay.
    /// - Returns: This user.
    /// - Throws: An `NSError` with a code of ``KiiError``: 327 if this user is not logged in; 310 and 315 for invalid
    ///   values.
    @discardableResult
    public func update(with fields: KiiUserFields) async throws -> KiiUser {
        try await updating(fields.changes).value
    }

    /// Performs ``update(with:userFields:)``, blocking the calling thread.
    public func update(withIdentityDataSynchronous data: KiiIdentityData?, userFields fields: KiiUserFields?) throws {
        _ = try updating(data?.names ?? LoginIdentifiers(), fields?.changes ?? ProfileChanges()).wait()
    }

    /// Performs ``update(with:userFields:)`` and calls the block on ``Kii/callbackQueue``.
    public func update(with data: KiiIdentityData?, userFields fields: KiiUserFields?, block: @escaping KiiUserBlock) {
        updating(data?.names ?? LoginIdentifiers(), fields?.changes ?? ProfileChanges()).complete(with: block)
    }

    /// Changes identifiers and fields of the user at the server and on this object.
    ///
    /// New addresses remain pending until verified.
    ///
    /// - Parameters:
    ///   - data: The identifiers to change.
    ///   - fields: The fields to change.
    /// - Returns: This user.
    /// - Throws: An `NSError` with a code of ``KiiError``: 327 if this user is not logged in, 328 for a pseudo user,
    ///   503 for an identifier that is already taken.
    @discardableResult
    public func update(with data: KiiIdentityData?, userFields fields: KiiUserFields?) async throws -> KiiUser {
        try await updating(data?.names ?? LoginIdentifiers(), fields?.changes ?? ProfileChanges()).value
    }
}
