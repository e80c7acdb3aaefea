import GatehouseStore
package import GatehouseWire

/// Changes addresses, and proves that they are the user's.
package struct KiiAddressHandler: Sendable {
    let users: KiiUsers

    /// Another address, which takes the place of the present one once it is proven.
    package func change(
        _ kind: KiiAddressKind,
        _ request: KiiAddressRequest,
        _ call: KiiCall
    ) async throws(KiiError) -> KiiEmptyResponse {
        let account = try await users.changeable(call)
        guard request.kind == kind else {
            throw KiiError.invalid(kind == .email ? .emailAddress : .phoneNumber, "is missing")
        }
        guard request.verified != true || call.caller.isAdministrator else {
            throw call.forbidden("Only an administrator can say that an address is verified")
        }
        let stored = AccountIdentifier.Kind(kind)
        _ = try await users.run(call, account, names: [stored: request.address]) { about throws(AccountError) in
            try await users.accounts.setAddress(
                stored,
                request.address,
                of: account,
                isVerified: request.verified == true,
                about
            )
        }
        return KiiEmptyResponse()
    }

    /// The phone number that the user signs in with, or else the one that is yet to be proven.
    package func readPhoneNumber(_ call: KiiCall) async throws(KiiError) -> KiiPhoneNumberResponse {
        let account = try await users.reachable(call, scopes: [.phone])
        if let number = account.identifier(.phone) {
            return KiiPhoneNumberResponse(phoneNumber: number.value, verified: number.verifiedAt != nil)
        }
        guard let pending = account.pending(.phone) else {
            throw KiiError.userAddressNotFound(user: account.id.rawValue, app: call.app)
        }
        return KiiPhoneNumberResponse(phoneNumber: pending.value, verified: false)
    }

    /// Takes the code that was sent.
    ///
    /// Who has it need not be signed in where there is a link as well: the wrong codes of strangers use up the code alone.
    package func verify(
        _ kind: KiiAddressKind,
        _ request: KiiVerificationRequest,
        _ call: KiiCall
    ) async throws(KiiError) -> KiiVerificationResponse {
        let found = try await users.find(call)
        let account = found.provesByLink(AccountIdentifier.Kind(kind)) ? found : try await users.changeable(call)
        do {
            _ = try await users.accounts.verify(
                AccountIdentifier.Kind(kind),
                of: account,
                code: request.code.reveal(),
                call.about(account)
            )
        } catch .wrongCode {
            throw KiiError.invalidVerificationCode(request.code, user: account.id.rawValue, app: call.app)
        } catch .codeExpired where kind == .phone {
            throw KiiError(.phoneVerificationCodeExpired, "The verification code has expired. Ask for another one.")
        } catch .codeExpired {
            throw KiiError.invalidVerificationCode(request.code, user: account.id.rawValue, app: call.app)
        } catch {
            throw Self.refusal(error, kind, account, call)
        }
        return .verified
    }

    /// Sends the code again, the same one for as long as it is good.
    package func resend(_ kind: KiiAddressKind, _ call: KiiCall) async throws(KiiError) -> KiiEmptyResponse {
        let account = try await users.find(call)
        do {
            try await users.accounts.requestVerification(
                of: AccountIdentifier.Kind(kind),
                account,
                call.about(account)
            )
        } catch {
            throw Self.refusal(error, kind, account, call)
        }
        return KiiEmptyResponse()
    }

    /// The code that was sent, for an administrator.
    package func verificationCode(
        _ kind: KiiAddressKind,
        _ call: KiiCall
    ) async throws(KiiError) -> KiiVerificationCodeResponse {
        let account = try await users.governed(call)
        do {
            let code = try await users.accounts.verificationCode(of: AccountIdentifier.Kind(kind), account)
            return KiiVerificationCodeResponse(verificationCode: Secret(code))
        } catch .nothingPending, .codeExpired {
            throw KiiError.verificationCodeNotFound(user: account.id.rawValue, type: kind.accountType, app: call.app)
        } catch {
            throw KiiError(error, call, account: account)
        }
    }

    /// Another code, for an administrator; the one before is good no longer.
    package func renewVerificationCode(
        _ kind: KiiAddressKind,
        _ call: KiiCall
    ) async throws(KiiError) -> KiiVerificationCodeResponse {
        let account = try await users.governed(call)
        do {
            let code = try await users.accounts.renewVerificationCode(
                of: AccountIdentifier.Kind(kind),
                account,
                call.about(account)
            )
            return KiiVerificationCodeResponse(verificationCode: Secret(code))
        } catch {
            throw Self.refusal(error, kind, account, call)
        }
    }

    private static func refusal(
        _ error: AccountError,
        _ kind: KiiAddressKind,
        _ account: Account,
        _ call: KiiCall
    ) -> KiiError {
        guard error == .nothingPending else {
            let stored = AccountIdentifier.Kind(kind)
            return KiiError(error, call, account: account, names: [stored: account.pending(stored)?.value ?? ""])
        }
        return .invalidAccountStatus(
            "There is nothing to verify.",
            user: account.id.rawValue,
            type: kind.accountType,
            app: call.app
        )
    }
}
