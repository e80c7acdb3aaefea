import Gatehouse
import GatehouseWire

extension KiiUser {
    /// Performs ``find(byUsername:)``, blocking the calling thread.
    @discardableResult
    public class func find(byUsernameSynchronous username: String) throws -> KiiUser {
        try search(.loginName, username).wait()
    }

    /// Performs ``find(byUsername:)`` and calls the block on ``Kii/callbackQueue``.
    public class func find(byUsername username: String, with block: @escaping KiiUserBlock) {
        search(.loginName, username).complete(with: block)
    }

    /// Finds a user by username.
    ///
    /// - Parameter username: The username, ignoring case.
    /// - Returns: The user, with identifier, username and display name.
    /// - Throws: An `NSError` with a code of ``KiiError``: 324 if the user does not exist, 307 for an invalid username,
    ///   340 if no user is logged in.
    @discardableResult
    public class func find(byUsername username: String) async throws -> KiiUser {
        try await search(.loginName, username).value
    }

    /// Performs ``find(byEmail:)``, blocking the calling thread.
    @discardableResult
    public class func find(byEmailSynchronous email: String) throws -> KiiUser {
        try search(.email, email).wait()
    }

    /// Performs ``find(byEmail:)`` and calls the block on ``Kii/callbackQueue``.
    public class func find(byEmail email: String, with block: @escaping KiiUserBlock) {
        search(.email, email).complete(with: block)
    }

    /// Finds a user by email address.
    ///
    /// - Parameter email: A verified email address.
    /// - Returns: The user, with identifier, username and display name.
    /// - Throws: An `NSError` with a code of ``KiiError``: 324 if the user does not exist, 305 for an invalid address,
    ///   340 if no user is logged in.
    @discardableResult
    public class func find(byEmail email: String) async throws -> KiiUser {
        try await search(.email, email).value
    }

    /// Performs ``find(byPhone:)``, blocking the calling thread.
    @discardableResult
    public class func find(byPhoneSynchronous phoneNumber: String) throws -> KiiUser {
        try search(.phone, phoneNumber).wait()
    }

    /// Performs ``find(byPhone:)`` and calls the block on ``Kii/callbackQueue``.
    public class func find(byPhone phoneNumber: String, with block: @escaping KiiUserBlock) {
        search(.phone, phoneNumber).complete(with: block)
    }

    /// Finds a user by phone number.
    ///
    /// - Parameter phoneNumber: A verified phone number with its country code.
    /// - Returns: The user, with identifier, username and display name.
    /// - Throws: An `NSError` with a code of ``KiiError``: 324 if the user does not exist, 308 for an invalid number,
    ///   340 if no user is logged in.
    @discardableResult
    public class func find(byPhone phoneNumber: String) async throws -> KiiUser {
        try await search(.phone, phoneNumber).value
    }
}

extension KiiUser {
    class func search(_ type: KiiAccountType, _ name: String) -> KiiCall<KiiUser> {
        KiiCall { () throws(KiiFailure) in
            let users = try KiiClient.shared.users
            var names = LoginIdentifiers()
            switch type {
            case .email: names.email = name
            case .phone: names.phoneNumber = name
            default: names.username = name
            }
            try names.check()
            guard let current = KiiClient.shared.current, let login = KiiClient.shared.login(of: current) else {
                throw KiiFailure(.loginRequired)
            }
            let found = try await callServer { () throws(AuthError) in
                try await users.find(.name(type, name), as: login.session)
            }
            let user = KiiUser(UserRecord())
            user.apply(found)
            return user
        }
    }
}
