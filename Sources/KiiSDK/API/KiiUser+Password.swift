import Gatehouse
import GatehouseWire

extension KiiUser {
    func changingPassword(from old: String, to new: String) -> KiiCall<KiiUser> {
        KiiCall { [self] () throws(KiiFailure) in
            guard !old.isEmpty else { throw KiiFailure(.invalidPasswordFormat) }
            guard InputValidation.isPassword(new) else { throw KiiFailure(.invalidPasswordFormat) }
            guard old != new else { throw KiiFailure(.newPasswordIsOldOne) }
            try await performAsCurrentUser(isForPseudoUsers: false, .newPassword) { users, session throws(AuthError) in
                try await users.changePassword(session, from: Secret(old), to: Secret(new))
            }
            return self
        }
    }

    /// Requests a reset by the method that fits the identifier.
    class func passwordReset(of name: String) -> KiiCall<Void> {
        passwordReset(of: name, InputValidation.isPhone(name) ? .SMS : .EMAIL)
    }

    class func passwordReset(of name: String, _ method: KiiNotificationMethod) -> KiiCall<Void> {
        KiiCall { () throws(KiiFailure) in
            let users = try KiiClient.shared.users
            let user = try selector(of: name)
            try await callServer { () throws(AuthError) in
                try await users.requestReset(of: user, by: method.notification)
            }
        }
    }

    class func completion(of name: String, _ pinCode: String, _ password: String?) -> KiiCall<Void> {
        KiiCall { () throws(KiiFailure) in
            let users = try KiiClient.shared.users
            let user = try selector(of: name)
            guard !pinCode.isEmpty else { throw KiiFailure(.invalidPinCode) }
            guard let password else { throw KiiFailure(.passwordRequired) }
            guard InputValidation.isPassword(password) else { throw KiiFailure(.invalidPasswordFormat) }
            try await callServer(.reset) { () throws(AuthError) in
                try await users.completeReset(of: user, pinCode: Secret(pinCode), newPassword: Secret(password))
            }
        }
    }

    private class func selector(of name: String) throws(KiiFailure) -> KiiSelector {
        if InputValidation.isEmail(name) { return .name(.email, name) }
        if InputValidation.isPhone(name) { return .name(.phone, name) }
        // A user identifier matches this rule too.
        guard InputValidation.isUsername(name) else { throw KiiFailure(.invalidUserIdentifier) }
        return .id(name)
    }
}

extension KiiNotificationMethod {
    fileprivate var notification: KiiResetRequest.Notification {
        switch self {
        case .EMAIL: .email
        case .SMS: .smsLink
        case .SMS_PIN: .smsPIN
        }
    }
}

extension KiiUser {
    /// Performs ``updatePassword(_:to:)``, blocking the calling thread.
    public func updatePasswordSynchronous(_ password: String, newPassword: String) throws {
        _ = try changingPassword(from: password, to: newPassword).wait()
    }

    /// Performs ``updatePassword(_:to:)`` and calls the block on ``Kii/callbackQueue``.
    public func updatePassword(_ password: String, to newPassword: String, with block: @escaping KiiUserBlock) {
        changingPassword(from: password, to: newPassword).complete(with: block)
    }

    /// Changes the password and ends every access token of the user.
    ///
    /// This includes the current token: log in again with the new password.
    ///
    /// - Parameters:
    ///   - password: The current password.
    ///   - newPassword: The new password: 4 to 50 printable ASCII characters.
    /// - Returns: This user.
    /// - Throws: An `NSError` with a code of ``KiiError``: 302 if the password is incorrect, 304 for an invalid new
    ///   password, 343 for the same one, 327 if this user is not logged in.
    @discardableResult
    public func updatePassword(_ password: String, to newPassword: String) async throws -> KiiUser {
        try await changingPassword(from: password, to: newPassword).value
    }

    /// Performs ``updatePassword(_:to:)``, blocking the calling thread.
    @available(*, deprecated, message: "Use updatePasswordSynchronous(_:newPassword:).")
    public func updatePasswordSynchronous(from password: String, to newPassword: String) throws {
        _ = try changingPassword(from: password, to: newPassword).wait()
    }
}

extension KiiUser {
    /// Performs ``resetPassword(_:)``, blocking the calling thread.
    public class func resetPasswordSynchronous(_ id: String) throws {
        try passwordReset(of: id).wait()
    }

    /// Performs ``resetPassword(_:)`` and calls the block on ``Kii/callbackQueue``.
    public class func resetPassword(_ id: String, with block: @escaping KiiErrorBlock) {
        passwordReset(of: id).complete { block($1) }
    }

    /// Requests a password reset by email, or by text message for a phone number.
    ///
    /// - Parameter id: A verified email address, a verified phone number with its country code, or a ``userID``.
    /// - Throws: An `NSError` with a code of ``KiiError``: 313 for an invalid identifier; 324 if the user does not
    ///   exist and the server discloses it.
    public class func resetPassword(_ id: String) async throws {
        try await passwordReset(of: id).value
    }

    /// Performs ``resetPassword(_:notificationMethod:)``, blocking the calling thread.
    public class func resetPasswordSynchronous(_ id: String, notificationMethod method: KiiNotificationMethod) throws {
        try passwordReset(of: id, method).wait()
    }

    /// Performs ``resetPassword(_:notificationMethod:)`` and calls the block on ``Kii/callbackQueue``.
    public class func resetPassword(
        _ id: String,
        notificationMethod method: KiiNotificationMethod,
        block: @escaping KiiErrorBlock
    ) {
        passwordReset(of: id, method).complete { block($1) }
    }

    /// Requests a password reset.
    ///
    /// - Parameters:
    ///   - id: A verified email address, a verified phone number with its country code, or a ``userID``.
    ///   - method: The message to send to the user.
    /// - Throws: An `NSError` with a code of ``KiiError``: 313 for an invalid identifier; 324 if the user does not
    ///   exist and the server discloses it.
    public class func resetPassword(_ id: String, notificationMethod method: KiiNotificationMethod) async throws {
        try await passwordReset(of: id, method).value
    }

    /// Performs ``completeResetPassword(_:pinCode:password:)``, blocking the calling thread.
    public class func completeResetPasswordSynchronous(_ id: String, pinCode: String, password: String?) throws {
        try completion(of: id, pinCode, password).wait()
    }

    /// Performs ``completeResetPassword(_:pinCode:password:)`` and calls the block on ``Kii/callbackQueue``.
    public class func completeResetPassword(
        _ id: String,
        pinCode: String,
        password: String?,
        block: @escaping KiiErrorBlock
    ) {
        completion(of: id, pinCode, password).complete { block($1) }
    }

    /// Sets a new password with the code sent to the user and ends every access token.
    ///
    /// - Parameters:
    ///   - id: A verified email address, a verified phone number with its country code, or a ``userID``.
    ///   - pinCode: The code sent to the user.
    ///   - password: The new password: 4 to 50 printable ASCII characters.
    /// - Throws: An `NSError` with a code of ``KiiError``: 341 for an incorrect code, 344 for an expired one, 342
    ///   without a password, which is never generated.
    public class func completeResetPassword(_ id: String, pinCode: String, password: String?) async throws {
        try await completion(of: id, pinCode, password).value
    }

    /// Performs ``resetPassword(_:)``, blocking the calling thread.
    @available(*, deprecated, message: "Use resetPasswordSynchronous(_:).")
    public class func resetPasswordSynchronous(withUserIdentifier userIdentifier: String) throws {
        try passwordReset(of: userIdentifier).wait()
    }
}
