import GatehouseStore
package import GatehouseWire

/// The operations of the account API on passkeys, authenticator apps and recovery codes.
package struct AccountCredentialAPI: Sendable {
    let editor: CredentialEditor
    let projection: AccountProjection

    /// Returns the credentials, and the state of the second factor.
    package func list(_ caller: AccountAPICaller) async throws(ProblemDetails) -> AccountCredentials {
        do {
            return projection.credentials(try await editor.credentials(of: caller.account), of: caller.account)
        } catch {
            throw ProblemDetails(error, for: caller)
        }
    }

    /// Starts the enrolment of a credential.
    package func start(
        _ request: StartEnrolmentRequest,
        _ caller: AccountAPICaller
    ) async throws(ProblemDetails) -> CredentialEnrolment {
        do throws(AccountError) {
            guard let factor = request.kind.factor else { throw .itemNotFound }
            let started = try await editor.start(factor, of: caller.account, caller.request)
            var enrolment = CredentialEnrolment(
                enrolment: Secret(started.token),
                kind: request.kind,
                expiresAt: Timestamp(started.expiresAt)
            )
            switch started.presentation {
            case .authenticatorApp(let keyURI, let secret):
                enrolment.authenticatorApp = AuthenticatorAppSetup(keyURI: keyURI, secret: secret)
            case .passkey(let options): enrolment.passkey = options
            }
            return enrolment
        } catch {
            guard error == .itemNotFound else { throw ProblemDetails(error, for: caller) }
            throw ProblemDetails(
                .invalidValue,
                "The server does not offer this kind.",
                field: StartEnrolmentRequest.CodingKeys.kind.stringValue
            )
        }
    }

    /// Finishes an enrolment.
    package func add(
        _ request: FinishEnrolmentRequest,
        _ caller: AccountAPICaller
    ) async throws(ProblemDetails) -> CredentialAdded {
        let (response, field): (JSONValue, FinishEnrolmentRequest.CodingKeys) =
            switch (request.code, request.passkey) {
            case (let code?, nil): (.string(code.reveal()), .code)
            case (nil, let passkey?): (passkey, .passkey)
            default: throw ProblemDetails(.invalidRequest, "The body must contain either code or passkey.")
            }
        do throws(AccountError) {
            let added = try await editor.finish(
                request.enrolment.reveal(),
                with: response,
                name: request.name,
                of: caller.account,
                caller.request
            )
            guard let credential = projection.credential(added.credential) else { throw AccountError.failed }
            return CredentialAdded(
                credential: credential,
                recoveryCodes: added.recoveryCodes.map { $0.map { Secret($0) } }
            )
        } catch {
            throw problem(error, field, for: caller)
        }
    }

    /// Renames a credential.
    package func rename(
        _ id: String,
        to request: CredentialUpdateRequest,
        _ caller: AccountAPICaller
    ) async throws(ProblemDetails) -> CredentialDetails {
        let id = Credential.ID(id)
        do throws(AccountError) {
            try await editor.rename(id, to: request.name, of: caller.account, caller.request)
            let renamed = try await editor.credentials(of: caller.account).first { $0.id == id }
            guard let details = renamed.flatMap({ projection.credential($0) }) else { throw AccountError.itemNotFound }
            return details
        } catch {
            throw problem(error, .name, for: caller)
        }
    }

    /// Removes a credential.
    package func remove(_ id: String, _ caller: AccountAPICaller) async throws(ProblemDetails) {
        do { try await editor.remove(Credential.ID(id), of: caller.account, caller.request) } catch {
            throw ProblemDetails(error, for: caller)
        }
    }

    /// Replaces the recovery codes by new ones.
    package func replaceRecoveryCodes(_ caller: AccountAPICaller) async throws(ProblemDetails) -> RecoveryCodes {
        do {
            let codes = try await editor.replaceRecoveryCodes(of: caller.account, caller.request)
            return RecoveryCodes(recoveryCodes: codes.map { Secret($0) })
        } catch {
            throw ProblemDetails(error, for: caller)
        }
    }

    /// Turns the second factor on or off.
    package func setSecondFactor(
        _ request: SecondFactorRequest,
        _ caller: AccountAPICaller
    ) async throws(ProblemDetails) -> SecondFactorSettings {
        do {
            let codes = try await editor.setSecondFactor(request.isRequired, of: caller.account, caller.request)
            return SecondFactorSettings(
                isRequired: request.isRequired,
                recoveryCodes: codes.map { $0.map { Secret($0) } }
            )
        } catch {
            throw ProblemDetails(error, for: caller)
        }
    }

    /// Returns the problem of a change with values of its own.
    private func problem(
        _ error: AccountError,
        _ field: FinishEnrolmentRequest.CodingKeys,
        for caller: AccountAPICaller
    ) -> ProblemDetails {
        switch error {
        case .wrongCode: ProblemDetails(.wrongCode, field: field.stringValue)
        case .codeExpired: ProblemDetails(.codeExpired, "Start the enrolment again.")
        case .nameMissing, .attributeRejected:
            ProblemDetails(
                .invalidValue,
                "The name is empty, too long, or contains control characters.",
                field: FinishEnrolmentRequest.CodingKeys.name.stringValue
            )
        default: ProblemDetails(error, for: caller)
        }
    }
}
