import GatehouseStore
package import GatehouseWire

/// Changes and resets passwords.
package struct KiiPasswordHandler: Sendable {
    let users: KiiUserResolver
    let passwords: AccountPasswordEditor
    let recovery: PasswordRecovery

    /// Changes the password with the old one, or as the administrator.
    package func change(
        _ request: KiiChangePasswordRequest,
        _ call: KiiRequestContext
    ) async throws(KiiWireError) -> KiiEmptyResponse {
        let account = try await users.modifiableUser(call)
        guard let new = request.newPassword?.reveal() else { throw KiiWireError(.passwordMissing, call) }
        if call.caller.isAdministrator {
            try await users.run(call, on: account) { about throws(AccountError) in
                try await passwords.setPassword(of: account, to: new, about)
            }
        } else {
            guard let old = request.oldPassword?.reveal() else {
                throw KiiWireError.invalid(.oldPassword, "is missing")
            }
            try await users.run(call, on: account) { about throws(AccountError) in
                try await passwords.changePassword(of: account, from: old, to: new, about)
            }
        }
        return KiiEmptyResponse()
    }

    /// Sends the message of a password recovery.
    package func requestReset(
        _ request: KiiResetRequest,
        _ call: KiiRequestContext
    ) async throws(KiiWireError) -> KiiEmptyResponse {
        let subject = try await subject(call)
        let channel: RecoveryChannel =
            switch request.notification {
            case .email: .email
            case .smsLink: .smsLink
            case .smsPIN: .smsCode
            }
        try await users.run(call) { about throws(AccountError) in
            try await recovery.request(of: subject, by: channel, about)
        }
        return KiiEmptyResponse()
    }

    /// Sets a new password with the code.
    ///
    /// The request must include the password, because passwords are never sent to users.
    package func completeReset(
        _ request: KiiCompleteResetRequest,
        _ call: KiiRequestContext
    ) async throws(KiiWireError) -> KiiEmptyResponse {
        guard let new = request.newPassword?.reveal() else { throw KiiWireError.invalid(.newPassword, "is missing") }
        let subject = try await subject(call)
        do {
            try await recovery.complete(
                of: subject,
                code: request.pinCode.reveal(),
                newPassword: new,
                call.about(nil)
            )
        } catch .wrongCode {
            throw KiiWireError.invalidVerificationCode(request.pinCode, user: nil, app: call.app)
        } catch {
            throw KiiWireError(error, call)
        }
        return KiiEmptyResponse()
    }

    /// Returns the account to recover; does not disclose whether an identifier has an account.
    private func subject(_ call: KiiRequestContext) async throws(KiiWireError) -> RecoverySubject {
        if case .name = call.selector { return .name(try users.loginIdentifier(call)) }
        return .account(try await users.find(call).id)
    }
}
