import Foundation
import Gatehouse
import Observation

/// Runs the account view: it sends the requests of its model.
@MainActor @Observable final class AccountController {
    /// The state that the view shows.
    private(set) var model: AccountModel
    /// The session of the account; another one after the user has signed in again.
    private(set) var session: Session

    @ObservationIgnored let client: GatehouseClient
    /// The enrolment of the authenticator app whose form is open.
    @ObservationIgnored private var enrolment: AuthenticatorAppEnrolment?

    /// Creates the controller of an account.
    ///
    /// - Parameters:
    ///   - client: The client.
    ///   - session: The session, with the scope `account`.
    init(client: GatehouseClient, session: Session) {
        self.client = client
        self.session = session
        model = AccountModel(
            acceptsPasskeys: client.configuration.passkeyAuthenticator != nil,
            hasBrowser: client.configuration.userAgent != nil
        )
    }

    /// Changes the value of a field.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - field: The identifier of the field.
    func set(_ value: String, for field: String) {
        model.values[field] = value
    }

    /// Runs an action of the user; returns when its outcome or an error is shown.
    ///
    /// - Parameter action: The action.
    func perform(_ action: AccountModel.Action) async {
        guard let request = model.perform(action) else {
            if !model.isBusy, model.form == nil { enrolment = nil }
            return
        }
        do throws(AuthError) {
            model.proceed(to: try await outcome(of: request))
        } catch {
            model.fail(error)
        }
    }

    /// Continues with another session of the same account, after a sign-in elsewhere in the app.
    ///
    /// - Parameter session: The session.
    func adopt(_ session: Session) async {
        guard session.id != self.session.id, session.account.id == self.session.account.id else { return }
        replaceSession(with: session)
        // The sign-in in progress repeats its own request.
        if !model.needsSignIn { await perform(.reload) }
    }

    /// Repeats the request that required a recent sign-in.
    ///
    /// - Parameter session: The session of that sign-in; if another account has signed in, the account of this view
    ///   becomes the current one again.
    func signedInAgain(_ session: Session) async {
        guard session.account.id == self.session.account.id else { return await restoreAccount() }
        if session.id != self.session.id { replaceSession(with: session) }
        await perform(.signedInAgain)
    }

    /// Makes the account of this view the current one again, and shows that another one has signed in.
    private func restoreAccount() async {
        do throws(AuthError) {
            let restored = try await client.switchAccount(to: self.session.account.info)
            if restored.id != self.session.id { replaceSession(with: restored) }
            model.fail(.differentUser)
        } catch {
            // The sign-in has replaced the only session of a client for single accounts.
            model.fail(error)
        }
    }

    private func replaceSession(with session: Session) {
        self.session = session
        enrolment = nil
        model.reopen()
    }

    /// Returns the outcome of a request, which is repeated if another session of the account has replaced this one.
    private func outcome(of request: AccountModel.Request) async throws(AuthError) -> AccountModel.Outcome {
        let sent = session.id
        do throws(AuthError) {
            return try await send(request)
        } catch {
            guard error.code == .signedOut, let next = try? await client.session(for: session.account.info),
                next.id != sent
            else { throw error }
            replaceSession(with: next)
            return try await send(request)
        }
    }

    private func send(_ request: AccountModel.Request) async throws(AuthError) -> AccountModel.Outcome {
        switch request {
        case .load: return AccountModel.Outcome(content: try await content())
        case .openAccountPage:
            try await client.openAccountPage()
            return AccountModel.Outcome(content: try await content())
        case .signOut:
            try await client.signOut(session.account.info)
            return AccountModel.Outcome(isSignedOut: true)
        case .delete:
            try await session.account.delete()
            return AccountModel.Outcome(isSignedOut: true)
        case .change(let change): return await adding(try await outcome(of: change))
        case .security(let change): return await adding(try await outcome(of: change))
        }
    }

    /// Returns the outcome of a change with the account afterwards.
    private func adding(_ outcome: AccountModel.Outcome) async -> AccountModel.Outcome {
        var outcome = outcome
        // The change is made: a failure to show it must not look like a failure to make it.
        outcome.content = try? await content()
        return outcome
    }

    private func content() async throws(AuthError) -> AccountContent {
        let account = session.account
        return AccountContent(
            details: try await account.details(),
            addresses: try await account.addresses(),
            methods: try await account.signInMethods(),
            credentials: try await account.credentials(),
            sessions: try await account.sessions().all(),
            apps: try await account.apps().all()
        )
    }

    private func outcome(of change: AccountModel.Change) async throws(AuthError) -> AccountModel.Outcome {
        let account = session.account
        switch change {
        case .update(let attributes):
            try await account.update(attributes, of: model.content?.details)
            return AccountModel.Outcome(notice: AccountText.saved)
        case .addEmail(let email):
            return AccountModel.Outcome(form: .verification(try await account.addEmail(email).address))
        case .addPhone(let phone):
            return AccountModel.Outcome(form: .verification(try await account.addPhone(phone).address))
        case .verify(let address, let code):
            try await account.step(for: address).verify(code: code.reveal())
            return AccountModel.Outcome(notice: AccountText.addressConfirmed)
        case .resendCode(let address):
            let step = try await account.step(for: address).resend()
            return AccountModel.Outcome(form: .verification(step.address), notice: CommonText.codeResent)
        case .makePrimary(let address):
            try await account.makePrimary(address)
            return AccountModel.Outcome(notice: AccountText.primaryChanged)
        case .removeAddress(let address):
            try await account.remove(address)
            return AccountModel.Outcome(notice: AccountText.addressRemoved)
        case .abandon(let address):
            try await account.remove(address)
            return AccountModel.Outcome(notice: AccountText.addressRemoved)
        case .end(let session):
            try await account.end(session)
            return AccountModel.Outcome(notice: AccountText.sessionEnded)
        case .endOthers:
            try await account.endOthers()
            return AccountModel.Outcome(notice: AccountText.othersEnded)
        case .withdraw(let app):
            try await account.withdraw(app)
            // The access of this app ends with its session.
            let isThisApp = app.clientID == client.configuration.clientID
            return AccountModel.Outcome(notice: AccountText.withdrawn, isSignedOut: isThisApp)
        }
    }

    private func outcome(
        of change: AccountModel.SecurityChange
    ) async throws(AuthError) -> AccountModel.Outcome {
        let account = session.account
        switch change {
        case .changePassword(let password):
            try await account.changePassword(to: password.reveal())
            return AccountModel.Outcome(notice: SecurityText.passwordChanged)
        case .removePassword:
            try await account.removePassword()
            return AccountModel.Outcome(notice: SecurityText.passwordRemoved)
        case .addPasskey:
            let added = try await account.addPasskey()
            return outcome(SecurityText.passkeyAdded, added.recoveryCodes)
        case .startAuthenticatorApp:
            let started = try await account.enrolAuthenticatorApp()
            enrolment = started
            return AccountModel.Outcome(form: .authenticatorApp(started.setup))
        case .confirmAuthenticatorApp(let code):
            guard let enrolment else { throw .expiredEnrolment }
            let added = try await enrolment.confirm(code: code.reveal())
            self.enrolment = nil
            return outcome(SecurityText.appAdded, added.recoveryCodes)
        case .rename(let credential, let name):
            try await account.rename(credential, to: name)
            return AccountModel.Outcome(notice: SecurityText.renamed)
        case .removeCredential(let credential):
            try await account.remove(credential)
            return AccountModel.Outcome(notice: SecurityText.removed)
        case .newRecoveryCodes: return outcome(nil, try await account.newRecoveryCodes())
        case .turnOnSecondFactor: return outcome(SecurityText.turnedOn, try await account.turnOnSecondFactor())
        case .turnOffSecondFactor:
            try await account.turnOffSecondFactor()
            return AccountModel.Outcome(notice: SecurityText.turnedOff)
        }
    }

    /// Returns the outcome of a change with the recovery codes that the server shows once.
    private func outcome(_ notice: UIText?, _ codes: [String]) -> AccountModel.Outcome {
        AccountModel.Outcome(form: codes.isEmpty ? nil : .recoveryCodes(codes.map { Secret($0) }), notice: notice)
    }
}

extension AuthError {
    /// The error for a code without an enrolment that it could confirm.
    fileprivate static let expiredEnrolment = AuthError(.flowExpired, "The enrolment has expired. Start again.")
}
