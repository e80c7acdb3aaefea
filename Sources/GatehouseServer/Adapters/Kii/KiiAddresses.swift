import GatehouseStore
package import GatehouseWire

/// Changes and verifies addresses.
package struct KiiAddressHandler: Sendable {
    let users: KiiUserResolver
    let addresses: AddressChanger

    /// Sets a new address, which replaces the current one when it is verified.
    package func change(
        _ kind: KiiAddressKind,
        to request: KiiAddressRequest,
        _ call: KiiRequestContext
    ) async throws(KiiWireError) -> KiiEmptyResponse {
        let account = try await users.modifiableUser(call)
        guard request.kind == kind else {
            throw KiiWireError.invalid(kind == .email ? .emailAddress : .phoneNumber, "is missing")
        }
        guard request.verified != true || call.caller.isAdministrator else {
            throw call.forbidden("Administrator access is required to mark an address as verified")
        }
        let stored = AccountIdentifier.Kind(kind)
        _ = try await users.run(call, on: account, names: [stored: request.address]) { about throws(AccountError) in
            try await addresses.setAddress(
                stored,
                to: request.address,
                of: account,
                isVerified: request.verified == true,
                about
            )
        }
        return KiiEmptyResponse()
    }

    /// Returns the user's phone number, or else the pending one.
    package func readPhoneNumber(_ call: KiiRequestContext) async throws(KiiWireError) -> KiiPhoneNumberResponse {
        let account = try await users.readableUser(call, scopes: [.phone])
        if let number = account.identifier(.phone) {
            return KiiPhoneNumberResponse(phoneNumber: number.value, verified: number.verifiedAt != nil)
        }
        guard let pending = account.pending(.phone) else {
            throw KiiWireError.userAddressNotFound(user: account.id.rawValue, app: call.app)
        }
        return KiiPhoneNumberResponse(phoneNumber: pending.value, verified: false)
    }

    /// Verifies an address with its code.
    ///
    /// Needs no user token for addresses that also allow verification by link: incorrect codes of others use up only
    /// the code.
    package func verify(
        _ kind: KiiAddressKind,
        with request: KiiVerificationRequest,
        _ call: KiiRequestContext
    ) async throws(KiiWireError) -> KiiVerificationResponse {
        let found = try await users.find(call)
        let account =
            found.allowsLinkVerification(AccountIdentifier.Kind(kind)) ? found : try await users.modifiableUser(call)
        do {
            _ = try await addresses.verify(
                AccountIdentifier.Kind(kind),
                of: account,
                code: request.code.reveal(),
                call.about(account)
            )
        } catch .wrongCode {
            throw KiiWireError.invalidVerificationCode(request.code, user: account.id.rawValue, app: call.app)
        } catch .codeExpired where kind == .phone {
            throw KiiWireError(.phoneVerificationCodeExpired, "The verification code has expired; request a new one.")
        } catch .codeExpired {
            throw KiiWireError.invalidVerificationCode(request.code, user: account.id.rawValue, app: call.app)
        } catch {
            throw Self.wireError(error, for: kind, of: account, call)
        }
        return .verified
    }

    /// Sends the code again; the same code while it is valid.
    package func resend(
        _ kind: KiiAddressKind,
        _ call: KiiRequestContext
    ) async throws(KiiWireError) -> KiiEmptyResponse {
        let account = try await users.find(call)
        do {
            try await addresses.requestVerification(
                of: AccountIdentifier.Kind(kind),
                account,
                call.about(account)
            )
        } catch {
            throw Self.wireError(error, for: kind, of: account, call)
        }
        return KiiEmptyResponse()
    }

    /// Returns the pending code, for an administrator.
    package func verificationCode(
        _ kind: KiiAddressKind,
        _ call: KiiRequestContext
    ) async throws(KiiWireError) -> KiiVerificationCodeResponse {
        let account = try await users.userModifiableByAdministrator(call)
        do {
            let code = try await addresses.verificationCode(of: AccountIdentifier.Kind(kind), account)
            return KiiVerificationCodeResponse(verificationCode: Secret(code))
        } catch .nothingPending, .codeExpired {
            throw KiiWireError.verificationCodeNotFound(
                user: account.id.rawValue,
                type: kind.accountType,
                app: call.app
            )
        } catch {
            throw KiiWireError(error, call, account: account)
        }
    }

    /// Replaces the pending code, for an administrator.
    package func renewVerificationCode(
        _ kind: KiiAddressKind,
        _ call: KiiRequestContext
    ) async throws(KiiWireError) -> KiiVerificationCodeResponse {
        let account = try await users.userModifiableByAdministrator(call)
        do {
            let code = try await addresses.renewVerificationCode(
                of: AccountIdentifier.Kind(kind),
                account,
                call.about(account)
            )
            return KiiVerificationCodeResponse(verificationCode: Secret(code))
        } catch {
            throw Self.wireError(error, for: kind, of: account, call)
        }
    }

    private static func wireError(
        _ error: AccountError,
        for kind: KiiAddressKind,
        of account: Account,
        _ call: KiiRequestContext
    ) -> KiiWireError {
        guard error == .nothingPending else {
            let stored = AccountIdentifier.Kind(kind)
            return KiiWireError(error, call, account: account, names: [stored: account.pending(stored)?.value ?? ""])
        }
        return .invalidAccountStatus(
            "No verification is pending.",
            user: account.id.rawValue,
            type: kind.accountType,
            app: call.app
        )
    }
}
