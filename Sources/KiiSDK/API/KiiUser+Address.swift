import Gatehouse
import GatehouseWire

extension KiiUser {
    func changing(_ kind: KiiAddressKind, to address: String) -> KiiCall<KiiUser> {
        KiiCall { [self] () throws(KiiFailure) in
            let isEmail = kind == .email
            guard isEmail ? InputValidation.isEmail(address) : InputValidation.isPhone(address) else {
                throw KiiFailure(isEmail ? .invalidEmailFormat : .invalidPhoneFormat)
            }
            try await performAsCurrentUser(isForPseudoUsers: false, isEmail ? .newEmail : .newPhone) {
                users,
                session throws(AuthError) in
                try await users.changeAddress(session, kind, to: address)
            }
            return self
        }
    }

    func verification(with code: String) -> KiiCall<KiiUser> {
        KiiCall { [self] () throws(KiiFailure) in
            guard !code.isEmpty else { throw KiiFailure(.unableToVerify) }
            try await performAsCurrentUser { users, session throws(AuthError) in
                try await users.verify(session, .phone, code: Secret(code))
            }
            change {
                $0.phoneNumber = $0.pendingPhoneNumber ?? $0.phoneNumber
                $0.pendingPhoneNumber = nil
                $0.isPhoneVerified = true
            }
            return self
        }
    }

    func resending(_ kind: KiiAddressKind) -> KiiCall<KiiUser> {
        KiiCall { [self] () throws(KiiFailure) in
            try await performAsCurrentUser { users, session throws(AuthError) in
                try await users.resendVerification(session, kind)
            }
            return self
        }
    }
}

extension KiiUser {
    /// Performs ``changeEmail(_:)``, blocking the calling thread.
    public func changeEmailSynchronous(_ newEmail: String) throws {
        _ = try changing(.email, to: newEmail).wait()
    }

    /// Performs ``changeEmail(_:)`` and calls the block on ``Kii/callbackQueue``.
    public func changeEmail(_ newEmail: String, with block: @escaping KiiUserBlock) {
        changing(.email, to: newEmail).complete(with: block)
    }

    /// Changes the email address, which remains pending until it is verified with a message.
    ///
    /// Call ``refresh()`` to update this object.
    ///
    /// - Parameter newEmail: The email address.
    /// - Returns: This user.
    /// - Throws: An `NSError` with a code of ``KiiError``: 305 for an invalid address, 311 or 503 if the address is
    ///   unavailable, 327 if this user is not logged in, 328 for a pseudo user.
    @discardableResult
    public func changeEmail(_ newEmail: String) async throws -> KiiUser {
        try await changing(.email, to: newEmail).value
    }

    /// Performs ``changePhone(_:)``, blocking the calling thread.
    public func changePhoneSynchronous(_ newPhoneNumber: String) throws {
        _ = try changing(.phone, to: newPhoneNumber).wait()
    }

    /// Performs ``changePhone(_:)`` and calls the block on ``Kii/callbackQueue``.
    public func changePhone(_ newPhoneNumber: String, with block: @escaping KiiUserBlock) {
        changing(.phone, to: newPhoneNumber).complete(with: block)
    }

    /// Changes the phone number, which remains pending until it is verified with a text message.
    ///
    /// Call ``refresh()`` to update this object.
    ///
    /// - Parameter newPhoneNumber: The phone number with its country code.
    /// - Returns: This user.
    /// - Throws: An `NSError` with a code of ``KiiError``: 308 for an invalid number, 312 or 503 if the number is
    ///   unavailable, 327 if this user is not logged in, 328 for a pseudo user.
    @discardableResult
    public func changePhone(_ newPhoneNumber: String) async throws -> KiiUser {
        try await changing(.phone, to: newPhoneNumber).value
    }
}

extension KiiUser {
    /// Performs ``verifyPhoneNumber(_:)``, blocking the calling thread.
    public func verifyPhoneNumberSynchronous(_ code: String) throws {
        _ = try verification(with: code).wait()
    }

    /// Performs ``verifyPhoneNumber(_:)`` and calls the block on ``Kii/callbackQueue``.
    public func verifyPhoneNumber(_ code: String, with block: @escaping KiiUserBlock) {
        verification(with: code).complete(with: block)
    }

    /// Verifies the pending phone number with the code sent to it.
    ///
    /// - Parameter code: The code in the text message.
    /// - Returns: This user.
    /// - Throws: An `NSError` with a code of ``KiiError``: 309 if the code is incorrect or expired, 327 if this user is
    ///   not logged in.
    @discardableResult
    public func verifyPhoneNumber(_ code: String) async throws -> KiiUser {
        try await verification(with: code).value
    }

    /// Performs ``verifyPhoneNumber(_:)``, blocking the calling thread.
    @available(*, deprecated, message: "Use verifyPhoneNumberSynchronous(_:).")
    public func verifyPhoneNumber(withCode code: String) throws {
        _ = try verification(with: code).wait()
    }

    /// Performs ``resendEmailVerification()``, blocking the calling thread.
    public func resendEmailVerificationSynchronous() throws {
        _ = try resending(.email).wait()
    }

    /// Performs ``resendEmailVerification()`` and calls the block on ``Kii/callbackQueue``.
    public func resendEmailVerification(_ block: @escaping KiiUserBlock) {
        resending(.email).complete(with: block)
    }

    /// Resends the message that verifies the email address.
    ///
    /// - Returns: This user.
    /// - Throws: An `NSError` with a code of ``KiiError``: 329 if no verification is pending, 327 if this user is not
    ///   logged in.
    @discardableResult
    public func resendEmailVerification() async throws -> KiiUser {
        try await resending(.email).value
    }

    /// Performs ``resendPhoneNumberVerification()``, blocking the calling thread.
    public func resendPhoneNumberVerificationSynchronous() throws {
        _ = try resending(.phone).wait()
    }

    /// Performs ``resendPhoneNumberVerification()`` and calls the block on ``Kii/callbackQueue``.
    public func resendPhoneNumberVerification(_ block: @escaping KiiUserBlock) {
        resending(.phone).complete(with: block)
    }

    /// Resends the text message that verifies the phone number.
    ///
    /// - Returns: This user.
    /// - Throws: An `NSError` with a code of ``KiiError``: 329 if no verification is pending, 327 if this user is not
    ///   logged in.
    @discardableResult
    public func resendPhoneNumberVerification() async throws -> KiiUser {
        try await resending(.phone).value
    }
}
