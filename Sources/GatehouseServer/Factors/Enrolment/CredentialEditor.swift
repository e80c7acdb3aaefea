package import Foundation
package import GatehouseStore
package import GatehouseWire

/// Adds, renames and removes the credentials of an account by request of its user or an administrator.
///
/// Every operation of a user but the list requires a recent sign-in.
package struct CredentialEditor: Sendable {
    /// The lifetime of an enrolment, in seconds.
    private static let lifetime: TimeInterval = 10 * 60
    private static let maximumNameLength = CredentialUpdateRequest.maximumLength

    /// An enrolment in progress, which the caller sends back sealed.
    private struct SealedEnrolment: Codable {
        let factor: FactorName
        let state: JSONValue
        /// The revision of the account's credentials: every enrolment ends all others, and can be finished once.
        let credentialsRevision: Int
        let expiresAt: Date
    }

    let factors: FactorRegistry
    let changer: CredentialChanger
    let committer: AccountCommitter
    let environment: ServerEnvironment
    let box: StateBox
    /// The maximum age, in seconds, of a sign-in that may change credentials.
    let freshSignIn: TimeInterval

    /// Returns the credentials of an account in order of creation.
    package func credentials(of account: Account) async throws(AccountError) -> [Credential] {
        try await holder(account).credentials
    }

    /// Starts the enrolment of a factor.
    ///
    /// - Returns: The token that finishes the enrolment, and the parts that the user needs.
    /// - Throws: ``AccountError/signInRequired(within:acr:)``, or ``AccountError/itemNotFound`` for a factor that users
    ///   cannot enrol.
    package func start(
        _ name: FactorName,
        of account: Account,
        _ call: AccountRequest
    ) async throws(AccountError) -> StartedEnrolment {
        try requireFreshSignIn(to: account, call)
        guard let factor = factors.enrollableFactor(named: name) else { throw .itemNotFound }
        let holder = try await holder(account)
        let state = try await AccountError.wrapping(async: await factor.enrolment(of: holder, context(call)))
        let enrolment = SealedEnrolment(
            factor: name,
            state: state,
            credentialsRevision: account.credentialsRevision,
            expiresAt: environment.now.addingTimeInterval(Self.lifetime)
        )
        return StartedEnrolment(
            token: try AccountError.wrapping(try box.seal(enrolment, for: account.id)),
            expiresAt: enrolment.expiresAt,
            presentation: try AccountError.wrapping(try factor.presentation(of: state, for: account))
        )
    }

    /// Returns the parts that the user needs for an enrolment in progress.
    ///
    /// - Throws: ``AccountError/codeExpired`` if it has expired, or the credentials have changed.
    package func presentation(
        of token: String,
        for account: Account
    ) throws(AccountError) -> EnrolmentPresentation {
        let (enrolment, factor) = try open(token, of: account)
        return try AccountError.wrapping(try factor.presentation(of: enrolment.state, for: account))
    }

    /// Verifies the user's response to an enrolment, and adds the credential.
    ///
    /// - Parameters:
    ///   - token: The token of the started enrolment.
    ///   - response: The response in the factor's own format: the code of an app, or the registration of a passkey.
    ///   - name: The name of the credential; `nil` for one that the factor derives.
    ///   - account: The account.
    ///   - call: The request.
    /// - Returns: The credential, and the recovery codes if these are the account's first ones.
    /// - Throws: ``AccountError/codeExpired``, ``AccountError/wrongCode``, ``AccountError/tooManyCredentials`` or
    ///   ``AccountError/signInRequired(within:acr:)``.
    package func finish(
        _ token: String,
        with response: JSONValue,
        name: String?,
        of account: Account,
        _ call: AccountRequest
    ) async throws(AccountError) -> AddedCredential {
        try requireFreshSignIn(to: account, call)
        let name = try name.flatMap { text throws(AccountError) in try Self.normalized(text) }
        return try await committer.retrying(account) { current throws(AccountError) -> AddedCredential? in
            let (enrolment, factor) = try open(token, of: current)
            let holder = try await holder(current, call)
            let result = try await AccountError.wrapping(
                async: await factor.enrol(response, enrolment: enrolment.state, name: name, for: holder, context(call))
            )
            switch result {
            case .rejected, .malformed: throw .wrongCode
            case .tooMany: throw .tooManyCredentials
            case .enrolled(let credential, _):
                let addition = try AccountError.wrapping(
                    try changer.adding(
                        credential,
                        to: holder,
                        requiresSecondFactor: credential.factor == .authenticatorApp,
                        call
                    )
                )
                guard try await committer.commit([], writes: addition.writes) else { return nil }
                return AddedCredential(
                    credential: credential,
                    recoveryCodes: addition.recoveryCodes?.map { $0.reveal() }
                )
            }
        }
    }

    /// Renames a credential.
    ///
    /// - Throws: ``AccountError/itemNotFound``, ``AccountError/nameMissing`` for an empty name, or
    ///   ``AccountError/signInRequired(within:acr:)``.
    package func rename(
        _ id: Credential.ID,
        to name: String,
        of account: Account,
        _ call: AccountRequest
    ) async throws(AccountError) {
        try requireFreshSignIn(to: account, call)
        guard let name = try Self.normalized(name) else { throw .nameMissing }
        try await committer.retrying { () throws(AccountError) -> Void? in
            var credential = try await credential(id, in: try await holder(account))
            credential.name = name
            credential.revision += 1
            let event = committer.auditEvent(
                .factorRenamed,
                call,
                account: account.id,
                detail: credential.factor.rawValue
            )
            return try await committer.commit(
                [],
                writes: [ConditionalWrite(.credential(.update(credential))), ConditionalWrite(event)]
            )
                ? () : nil
        }
    }

    /// Removes a credential.
    ///
    /// With the last one, sign-ins no longer require a second factor, unless it can be an address of the user.
    ///
    /// - Throws: ``AccountError/itemNotFound``, ``AccountError/lastSignInMethod`` for the only way to sign in unless an
    ///   administrator removes it, or ``AccountError/signInRequired(within:acr:)``.
    package func remove(
        _ id: Credential.ID,
        of account: Account,
        _ call: AccountRequest
    ) async throws(AccountError) {
        try requireFreshSignIn(to: account, call)
        try await committer.retrying(account) { current throws(AccountError) -> Void? in
            let holder = try await holder(current)
            let credential = try await credential(id, in: holder)
            let passkeys = holder.credentials(of: .passkey).filter { $0.id != id }
            guard call.authority == .administrator || current.canSignIn(withPassword: true) || !passkeys.isEmpty else {
                throw .lastSignInMethod
            }
            let writes = try AccountError.wrapping(
                try changer.writesRemoving([credential], from: holder, keepsAddress: true, call)
            )
            return try await committer.commit([], writes: writes) ? () : nil
        }
    }

    /// Removes all credentials of a user who has lost them, at the request of an administrator.
    ///
    /// Sign-ins no longer require a second factor, which may have been an address, and no browser is trusted.
    ///
    /// - Returns: The passkeys and authenticator apps that were removed.
    /// - Throws: ``AccountError/itemNotFound`` if the user has none, or ``AccountError/failed`` for another caller than
    ///   an administrator.
    package func removeAll(
        of account: Account,
        _ call: AccountRequest
    ) async throws(AccountError) -> [Credential] {
        guard call.authority == .administrator else { throw .failed }
        return try await committer.retrying(account) { current throws(AccountError) -> [Credential]? in
            let holder = try await holder(current)
            guard !holder.credentials.isEmpty || current.requiresSecondFactor else { throw .itemNotFound }
            let removed = holder.credentials.filter(\.isIndependent)
            let writes = try AccountError.wrapping(
                try changer.writesRemoving(removed, from: holder, keepsAddress: false, call)
            )
            return try await committer.commit([], writes: writes) ? removed : nil
        }
    }

    /// Replaces the recovery codes by new ones.
    ///
    /// - Returns: The codes, which cannot be shown again.
    /// - Throws: ``AccountError/secondFactorMissing``, or ``AccountError/signInRequired(within:acr:)``.
    package func replaceRecoveryCodes(
        of account: Account,
        _ call: AccountRequest
    ) async throws(AccountError) -> [String] {
        try requireFreshSignIn(to: account, call)
        return try await committer.retrying(account) { current throws(AccountError) -> [String]? in
            let holder = try await holder(current)
            guard holder.hasIndependentCredential else { throw .secondFactorMissing }
            let addition = try AccountError.wrapping(try changer.replacingRecoveryCodes(of: holder, call))
            guard try await committer.commit([], writes: addition.writes) else { return nil }
            return (addition.recoveryCodes ?? []).map { $0.reveal() }
        }
    }

    /// Makes sign-ins with a password or code require a second factor, or not.
    ///
    /// - Returns: The recovery codes, if these are the account's first ones.
    /// - Throws: ``AccountError/secondFactorMissing`` if the user has none, or
    ///   ``AccountError/signInRequired(within:acr:)``.
    package func setSecondFactor(
        _ isRequired: Bool,
        of account: Account,
        _ call: AccountRequest
    ) async throws(AccountError) -> [String]? {
        try requireFreshSignIn(to: account, call)
        return try await committer.retrying(account) { current throws(AccountError) -> [String]?? in
            guard current.requiresSecondFactor != isRequired else { return .some(nil) }
            let holder = try await holder(current)
            guard !isRequired || holder.hasIndependentCredential else { throw .secondFactorMissing }
            let addition = try AccountError.wrapping(try changer.settingSecondFactor(isRequired, of: holder, call))
            guard try await committer.commit([], writes: addition.writes) else { return nil }
            return .some(addition.recoveryCodes?.map { $0.reveal() })
        }
    }

    private func requireFreshSignIn(to account: Account, _ call: AccountRequest) throws(AccountError) {
        try call.requireFreshSignIn(to: account, within: freshSignIn, at: environment.now)
    }

    /// Returns the account with its credentials, and the authentication of a request by its user.
    private func holder(
        _ account: Account,
        _ call: AccountRequest? = nil
    ) async throws(AccountError) -> FactorHolder {
        var authentication = Authentication([], at: environment.now)
        if case .user(let proven)? = call?.authority { authentication = proven }
        return try await AccountError.wrapping(async: await factors.holder(account, after: authentication))
    }

    private func credential(_ id: Credential.ID, in holder: FactorHolder) async throws(AccountError) -> Credential {
        // Recovery codes are replaced, not removed: with the last second factor they go by themselves.
        guard let found = holder.credentials.first(where: { $0.id == id && $0.isIndependent }) else {
            throw .itemNotFound
        }
        return found
    }

    private func open(
        _ token: String,
        of account: Account
    ) throws(AccountError) -> (SealedEnrolment, any EnrollableFactor) {
        guard let enrolment: SealedEnrolment = box.open(token, for: account.id),
            enrolment.credentialsRevision == account.credentialsRevision, environment.now < enrolment.expiresAt,
            let factor = factors.enrollableFactor(named: enrolment.factor)
        else { throw .codeExpired }
        return (enrolment, factor)
    }

    private func context(_ call: AccountRequest) -> FactorContext {
        FactorContext(client: call.client, language: call.language, metadata: call.context, now: environment.now)
    }

    /// Returns a name without surrounding white space; `nil` for an empty one.
    private static func normalized(_ name: String) throws(AccountError) -> String? {
        guard name.utf8.count <= maximumNameLength * 4 else { throw .attributeRejected("name") }
        let text = name.trimmingCharacters(in: .whitespacesAndNewlines)
        guard text.count <= maximumNameLength, !text.unicodeScalars.contains(where: { $0.value < 0x20 }) else {
            throw .attributeRejected("name")
        }
        return text.isEmpty ? nil : text
    }
}

/// An enrolment that has started.
package struct StartedEnrolment: Sendable {
    /// The token that finishes it, bound to the account and its current credentials.
    package let token: String
    package let expiresAt: Date
    package let presentation: EnrolmentPresentation
}

/// A credential that was added to an account.
package struct AddedCredential: Sendable {
    package let credential: Credential
    /// The first recovery codes of the account, to show once.
    package let recoveryCodes: [String]?
}
