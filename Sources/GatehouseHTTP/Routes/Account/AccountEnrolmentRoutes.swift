import GatehouseServer
import GatehouseStore
import GatehouseWire

/// `/account/security/passkey` and `/account/security/app`: add a passkey or an authenticator app.
struct AccountEnrolmentRoutes: Sendable {
    let server: IdentityServer
    let responder: AccountPageResponder

    var routes: [Route] {
        [
            route(CreatePasskeyPage.path, enrolling: .passkey, added: .passkeyAdded),
            route(AuthenticatorAppPage.path, enrolling: .authenticatorApp, added: .appAdded),
        ]
    }

    private func route(_ path: String, enrolling factor: FactorName, added: PageMessage) -> Route {
        responder.route(path, in: .security, requiresFreshSignIn: true) { visit, errors throws(AccountError) in
            try await show(visit, errors, enrolling: factor)
        } submit: { visit, form throws(AccountError) in
            let response = factor == .passkey ? form.passkeyResponse : form.page(.code).map { .string($0) }
            let result = try await server.accounts.credentials.finish(
                form.page(.enrolment) ?? "",
                with: response ?? .null,
                name: form.page(.name),
                of: visit.account,
                visit.call
            )
            guard let codes = result.recoveryCodes else {
                return responder.redirect(to: AccountSection.security.path, showing: added, for: visit)
            }
            let page = RecoveryCodesPage(form: visit.form, frame: visit.frame, codes: codes)
            return responder.renderOnce(page, for: visit)
        }
    }

    private func show(
        _ visit: AccountVisit,
        _ errors: FormErrors,
        enrolling factor: FactorName
    ) async throws(AccountError) -> ServerResponse {
        var alert = errors.alert
        if errors.field == .codeExpired { alert = .setupExpired }
        let isWrong = errors.field == .codeIncorrect
        let (token, presentation) = try await enrolment(of: factor, visit, errors)
        let place = EnrolmentPlace.account(visit.frame, enrolment: token)
        switch presentation {
        case .authenticatorApp(let keyURI, let secret):
            let page = AuthenticatorAppPage(
                form: visit.form,
                place: place,
                keyURI: keyURI.reveal(),
                secret: secret.reveal(),
                error: isWrong ? .appCodeWrong : nil,
                alert: alert
            )
            return responder.render(page, for: visit, errors)
        case .passkey(let options):
            let page = CreatePasskeyPage(
                form: visit.form,
                place: place,
                ceremony: PasskeyCeremony(.create, options),
                name: errors.name ?? "",
                error: errors.attributes[PageInput.name.rawValue],
                alert: isWrong ? .passkeyRejected : alert
            )
            return responder.render(page, for: visit, errors)
        }
    }

    /// Returns the enrolment of an app whose form is shown again, which the app has stored already, or a new one.
    private func enrolment(
        of factor: FactorName,
        _ visit: AccountVisit,
        _ errors: FormErrors
    ) async throws(AccountError) -> (String, EnrolmentPresentation) {
        let editor = server.accounts.credentials
        if factor == .authenticatorApp, let token = errors.enrolment,
            let presentation = try? editor.presentation(of: token, for: visit.account)
        {
            return (token, presentation)
        }
        let started = try await editor.start(factor, of: visit.account, visit.call)
        return (started.token, started.presentation)
    }
}

extension AccountCredential {
    /// Creates the row of a credential; `nil` for recovery codes, which have a row of their own.
    init?(_ credential: Credential, _ errors: FormErrors) {
        guard credential.isIndependent else { return nil }
        let isEdited = errors.item == credential.id.rawValue
        self.init(
            id: credential.id.rawValue,
            kind: credential.factor == .passkey ? .passkey : .authenticatorApp,
            name: credential.name,
            createdAt: credential.createdAt,
            lastUsedAt: credential.lastUsedAt,
            error: isEdited ? errors.attributes[PageInput.name.rawValue] ?? errors.field : nil
        )
    }
}
