public import Foundation
public import GatehouseWire

/// Passkeys, authenticator apps and the second factor.
///
/// All changes require a recent sign-in, with the second factor if the user has turned it on.
extension SessionAccount {
    /// Fetches the passkeys and authenticator apps, and the state of the second factor.
    ///
    /// - Returns: The credentials.
    /// - Throws: ``AuthError`` as every operation.
    public func credentials() async throws(AuthError) -> AccountCredentials {
        try await api.send(AccountCall(AccountAPI.ListCredentials.self)).value
    }

    /// Creates a passkey with ``ClientConfiguration/passkeyAuthenticator``, and adds it.
    ///
    /// - Parameter name: The name by which the user recognizes it; `nil` for that of the authenticator's model.
    /// - Returns: The passkey, and the recovery codes if these are the account's first ones.
    /// - Throws: ``AuthError``: `passkeyUnavailable` or `passkeyAlreadyAdded`; `cancelled`; `passkeyRejected` if the
    ///   server does not accept it; `flowExpired` if the user took too long; `tooManyCredentials`;
    ///   `reauthenticationRequired`; otherwise as every operation.
    @discardableResult
    public func addPasskey(named name: String? = nil) async throws(AuthError) -> AddedCredential {
        let authenticator = api.manager.interaction.passkeyAuthenticator
        let ceremony = try PasskeyCeremony(at: try await api.manager.service.accountServer(), with: authenticator)
        let enrolment = try await startEnrolment(.passkey)
        let response = try await ceremony.create(enrolment.passkey)
        do throws(AuthError) {
            return try await api.finish(enrolment, name: name, passkey: response)
        } catch {
            guard error.code == .wrongCode else { throw error }
            throw error.with(.passkeyRejected, "The server does not accept the passkey.")
        }
    }

    /// Starts the enrolment of an authenticator app; the account does not change until it is confirmed.
    ///
    /// - Returns: The secret for the app, and the step that waits for its code.
    /// - Throws: ``AuthError``: `reauthenticationRequired`; otherwise as every operation.
    public func enrolAuthenticatorApp() async throws(AuthError) -> AuthenticatorAppEnrolment {
        let enrolment = try await startEnrolment(.authenticatorApp)
        guard let app = enrolment.authenticatorApp else {
            throw .invalidResponse("The server sent no secret for the authenticator app.")
        }
        let setup = AuthenticatorAppSetup(keyURI: app.keyURI, secret: app.secret)
        return AuthenticatorAppEnrolment(setup: setup, enrolment: enrolment, api: api)
    }

    /// Renames a passkey or an authenticator app.
    ///
    /// - Parameters:
    ///   - credential: One of ``credentials()``.
    ///   - name: The new name, of at most 64 characters.
    /// - Returns: The changed credential.
    /// - Throws: ``AuthError``: `attributesRejected` for an invalid name; `notFound`; `reauthenticationRequired`;
    ///   otherwise as every operation.
    @discardableResult
    public func rename(
        _ credential: CredentialDetails,
        to name: String
    ) async throws(AuthError) -> CredentialDetails {
        var call = AccountCall(AccountAPI.UpdateCredential.self, id: credential.id)
        call.body = CredentialUpdateRequest(name: name)
        return try await api.send(call).value
    }

    /// Removes a passkey or an authenticator app; with the last one, the second factor is turned off.
    ///
    /// - Parameter credential: One of ``credentials()``.
    /// - Throws: ``AuthError``: `lastSignInMethod`; `notFound`; `reauthenticationRequired`; otherwise as every
    ///   operation.
    public func remove(_ credential: CredentialDetails) async throws(AuthError) {
        _ = try await api.send(AccountCall(AccountAPI.RemoveCredential.self, id: credential.id))
    }

    /// Replaces the recovery codes by new ones.
    ///
    /// - Returns: The codes, each of which replaces the second factor once. They cannot be read again.
    /// - Throws: ``AuthError``: `secondFactorMissing`; `reauthenticationRequired`; otherwise as every operation.
    public func newRecoveryCodes() async throws(AuthError) -> [String] {
        let call = AccountCall(AccountAPI.ReplaceRecoveryCodes.self)
        return try await api.send(call).value.recoveryCodes.map { $0.reveal() }
    }

    /// Makes sign-ins with a password or code require a second factor.
    ///
    /// - Returns: The recovery codes, which cannot be read again, if these are the account's first ones; otherwise
    ///   empty.
    /// - Throws: ``AuthError``: `secondFactorMissing`; `reauthenticationRequired`; otherwise as every operation.
    public func turnOnSecondFactor() async throws(AuthError) -> [String] {
        (try await setSecondFactor(true).recoveryCodes ?? []).map { $0.reveal() }
    }

    /// Makes sign-ins require no second factor, unless the server or the app does.
    ///
    /// - Throws: ``AuthError``: `reauthenticationRequired`; otherwise as every operation.
    public func turnOffSecondFactor() async throws(AuthError) {
        _ = try await setSecondFactor(false)
    }

    private func setSecondFactor(_ isRequired: Bool) async throws(AuthError) -> SecondFactorSettings {
        var call = AccountCall(AccountAPI.UpdateSecondFactor.self)
        call.body = SecondFactorRequest(isRequired: isRequired)
        return try await api.send(call).value
    }

    private func startEnrolment(_ kind: CredentialKind) async throws(AuthError) -> CredentialEnrolment {
        var call = AccountCall(AccountAPI.StartEnrolment.self)
        call.body = StartEnrolmentRequest(kind: kind)
        return try await api.send(call).value
    }
}

/// A passkey or an authenticator app that was added to the account.
///
/// Printing it shows no recovery codes.
public struct AddedCredential: Sendable, Hashable {
    /// The credential.
    public let credential: CredentialDetails
    private let hiddenCodes: [Secret]

    fileprivate init(_ added: CredentialAdded) {
        credential = added.credential
        hiddenCodes = added.recoveryCodes ?? []
    }

    /// The first recovery codes of the account, which cannot be read again; empty if it had some before.
    public var recoveryCodes: [String] { hiddenCodes.map { $0.reveal() } }
}

/// An authenticator app that waits for its first code.
///
/// The value remains usable after an incorrect code.
public struct AuthenticatorAppEnrolment: Sendable {
    /// The secret for the app.
    public let setup: AuthenticatorAppSetup
    private let enrolment: CredentialEnrolment
    private let api: AccountAPIClient

    fileprivate init(setup: AuthenticatorAppSetup, enrolment: CredentialEnrolment, api: AccountAPIClient) {
        self.setup = setup
        self.enrolment = enrolment
        self.api = api
    }

    /// The time at which the enrolment expires.
    public var expiresAt: Date { enrolment.expiresAt.date }

    /// Adds the app, which turns the second factor on.
    ///
    /// - Parameters:
    ///   - code: The code that the app shows; spaces are ignored.
    ///   - name: The name by which the user recognizes the app; `nil` for one of the server's.
    /// - Returns: The app, and the recovery codes if these are the account's first ones.
    /// - Throws: ``AuthError``: `wrongCode` if the code is incorrect, after which this value can be used again;
    ///   `flowExpired` if the user took too long, or the credentials have changed meanwhile; `tooManyCredentials`;
    ///   `reauthenticationRequired`; otherwise as every operation of ``SessionAccount``.
    @discardableResult
    public func confirm(code: String, named name: String? = nil) async throws(AuthError) -> AddedCredential {
        let digits = code.filter { !$0.isWhitespace }
        guard !digits.isEmpty else { throw .empty(.wrongCode, "code") }
        return try await api.finish(enrolment, name: name, code: Secret(digits))
    }
}

extension AccountAPIClient {
    /// Finishes an enrolment with the response of the authenticator.
    ///
    /// - Throws: ``AuthError``: `wrongCode` if the response is rejected; `flowExpired`.
    fileprivate func finish(
        _ enrolment: CredentialEnrolment,
        name: String?,
        code: Secret? = nil,
        passkey: JSONValue? = nil
    ) async throws(AuthError) -> AddedCredential {
        var call = AccountCall(AccountAPI.AddCredential.self)
        call.body = FinishEnrolmentRequest(
            enrolment: enrolment.enrolment,
            name: name,
            code: code,
            passkey: passkey
        )
        do throws(AuthError) {
            return AddedCredential(try await send(call).value)
        } catch {
            guard error.response?.error == ProblemType.codeExpired.name else { throw error }
            throw error.with(.flowExpired, "The enrolment has expired. Start again.")
        }
    }
}

extension AuthError {
    /// Returns the error with another code, and the details of the response.
    fileprivate func with(_ code: Code, _ message: String) -> AuthError {
        var error = self
        error.code = code
        error.message = message
        return error
    }
}
