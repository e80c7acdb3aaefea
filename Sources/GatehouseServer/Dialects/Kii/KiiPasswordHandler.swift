import GatehouseStore
package import GatehouseWire

/// Changes passwords, and resets those that were forgotten.
package struct KiiPasswordHandler: Sendable {
    let users: KiiUsers

    /// A new password for whoever knows the old one, or for the administrator.
    package func change(_ request: KiiChangePasswordRequest, _ call: KiiCall) async throws(KiiError) -> KiiEmptyResponse
    {
        let account = try await users.changeable(call)
        guard let new = request.newPassword?.reveal() else { throw KiiError(.passwordMissing, call) }
        if call.caller.isAdministrator {
            try await users.run(call, account) { about throws(AccountError) in
                try await users.accounts.setPassword(of: account, to: new, about)
            }
        } else {
            guard let old = request.oldPassword?.reveal() else { throw KiiError.invalid(.oldPassword, "is missing") }
            try await users.run(call, account) { about throws(AccountError) in
                try await users.accounts.changePassword(of: account, from: old, to: new, about)
            }
        }
        return KiiEmptyResponse()
    }

    /// Sends what it takes to choose a new password.
    package func requestReset(_ request: KiiResetRequest, _ call: KiiCall) async throws(KiiError) -> KiiEmptyResponse {
        let subject = try await subject(call)
        let channel: ResetChannel =
            switch request.notification {
            case .email: .email
            case .smsLink: .textedLink
            case .smsPIN: .textedCode
            }
        try await users.run(call) { about throws(AccountError) in
            try await users.accounts.requestReset(of: subject, by: channel, about)
        }
        return KiiEmptyResponse()
    }

    /// Sets a new password for whoever has the code; passwords are never sent, so that there has to be one.
    package func completeReset(
        _ request: KiiCompleteResetRequest,
        _ call: KiiCall
    ) async throws(KiiError) -> KiiEmptyResponse {
        guard let new = request.newPassword?.reveal() else { throw KiiError.invalid(.newPassword, "is missing") }
        let subject = try await subject(call)
        do {
            try await users.accounts.completeReset(
                of: subject,
                code: request.pinCode.reveal(),
                newPassword: new,
                call.about(nil)
            )
        } catch .wrongCode {
            throw KiiError.invalidVerificationCode(request.pinCode, user: nil, app: call.app)
        } catch {
            throw KiiError(error, call)
        }
        return KiiEmptyResponse()
    }

    /// Whose password it is: of a name it is not said whether anybody has it.
    private func subject(_ call: KiiCall) async throws(KiiError) -> ResetSubject {
        if case .name = call.selector { return .name(try users.name(call)) }
        return .account(try await users.find(call).id)
    }
}
