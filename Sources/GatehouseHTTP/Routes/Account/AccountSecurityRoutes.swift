import GatehouseServer
import GatehouseStore
import GatehouseWire
import HTTPTypes

/// `/account/security`: the ways to sign in, the second step, and the password.
struct AccountSecurityRoutes: Sendable {
    let server: IdentityServer
    let responder: AccountPageResponder

    /// The address at which password managers look for the password form (W3C, A Well-Known URL for Changing
    /// Passwords).
    private static let wellKnownPath = "/.well-known/change-password"

    var routes: [Route] {
        [
            responder.route(AccountSection.security.path, in: .security) { visit, errors throws(AccountError) in
                try await showMethods(visit, errors)
            } submit: { visit, form throws(AccountError) in
                try await changeFactors(form, of: visit)
            },
            responder.route(AccountPasswordPage.path, in: .security, requiresFreshSignIn: true) {
                visit,
                errors throws(AccountError) in
                showPassword(visit, errors)
            } submit: { visit, form throws(AccountError) in
                try await changePassword(form, of: visit)
            },
            Route([.get], Self.wellKnownPath, for: .page, isAtRoot: true) { _ throws(OAuthError) in
                .redirect(to: responder.pages.basePath + AccountPasswordPage.path).with(status: .found)
            },
        ]
    }

    private func showMethods(
        _ visit: AccountVisit,
        _ errors: FormErrors
    ) async throws(AccountError) -> ServerResponse {
        let credentials = try await server.accounts.credentials.credentials(of: visit.account)
        let known = try await server.accounts.overview.signInMethods(of: visit.account)
        let password = known.first(where: \.isPassword)
        let rows =
            [AccountSecurityPage.Method(.password(isSet: password != nil), lastUsedAt: password?.lastUsedAt)]
            + known.compactMap { method in
                method.address.map { .init(.code(email: $0.value), lastUsedAt: method.lastUsedAt) }
            }
        let page = AccountSecurityPage(
            form: visit.form,
            frame: visit.frame,
            methods: rows,
            credentials: credentials.compactMap { AccountCredential($0, errors) },
            secondStep: secondStep(of: visit.account, with: credentials),
            resetDueAt: visit.account.factorReset?.dueAt,
            announcement: announcement(of: credentials, to: visit),
            alert: errors.alert,
            notice: visit.state.notice
        )
        return responder.render(page, for: visit, errors)
    }

    private func secondStep(
        of account: Account,
        with credentials: [Credential]
    ) -> AccountSecurityPage.SecondStep {
        let hasIndependentCredential = credentials.contains(where: \.isIndependent)
        guard account.requiresSecondFactor else { return hasIndependentCredential ? .off : .missing }
        return .on(recoveryCodes: hasIndependentCredential ? credentials.remainingRecoveryCodes : nil)
    }

    private func announcement(of credentials: [Credential], to visit: AccountVisit) -> PasskeyAnnouncement {
        PasskeyAnnouncement(
            domain: server.flows.passkeys.domain,
            userHandle: Base64URL.encode(server.flows.passkeys.userHandle(of: visit.account)),
            passkeys: credentials.compactMap(\.passkeyID).map { Base64URL.encode($0) },
            name: visit.frame.email,
            displayName: visit.frame.name ?? visit.frame.email
        )
    }

    /// Renames or removes a credential, replaces the recovery codes, turns the second step on or off, or cancels a
    /// reset.
    private func changeFactors(
        _ form: Parameters,
        of visit: AccountVisit
    ) async throws(AccountError) -> ServerResponse {
        let editor = server.accounts.credentials
        let (account, item) = (visit.account, Credential.ID(form.page(.item) ?? ""))
        let notice: PageMessage
        switch form.page(.action).flatMap(PageAction.init(rawValue:)) {
        case .rename?:
            try await editor.rename(item, to: form.page(.name) ?? "", of: account, visit.call)
            notice = .factorRenamed
        case .remove?:
            try await editor.remove(item, of: account, visit.call)
            notice = .factorRemoved
        case .newCodes?:
            return showCodes(try await editor.replaceRecoveryCodes(of: account, visit.call), visit)
        case .turnOn?:
            if let codes = try await editor.setSecondFactor(true, of: account, visit.call) {
                return showCodes(codes, visit)
            }
            notice = .secondStepTurnedOn
        case .turnOff?:
            _ = try await editor.setSecondFactor(false, of: account, visit.call)
            notice = .secondStepTurnedOff
        case .cancelReset?:
            try await server.accounts.factorResets.cancel(of: account, visit.call)
            notice = .factorResetCancelled
        default: return responder.redirect(to: visit.path, for: visit)
        }
        return responder.redirect(to: visit.path, showing: notice, for: visit)
    }

    private func showCodes(_ codes: [String], _ visit: AccountVisit) -> ServerResponse {
        responder.renderOnce(RecoveryCodesPage(form: visit.form, frame: visit.frame, codes: codes), for: visit)
    }

    private func showPassword(_ visit: AccountVisit, _ errors: FormErrors) -> ServerResponse {
        let account = visit.account
        let page = AccountPasswordPage(
            form: visit.form,
            frame: visit.frame,
            state: account.passwordHash == nil
                ? .none : account.canSignIn(withPassword: false) ? .removable : .onlyMethod,
            email: visit.frame.email,
            error: errors.password,
            alert: errors.alert
        )
        return responder.render(page, for: visit, errors)
    }

    private func changePassword(
        _ form: Parameters,
        of visit: AccountVisit
    ) async throws(AccountError) -> ServerResponse {
        let account = visit.account
        let notice: PageMessage
        if form.page(.action) == PageAction.remove.rawValue {
            try await server.accounts.passwords.removePassword(of: account, visit.call)
            notice = .passwordRemoved
        } else {
            try await server.accounts.passwords.choosePassword(
                of: account,
                to: form.page(.password) ?? "",
                visit.call
            )
            notice = account.passwordHash == nil ? .passwordSet : .passwordChanged
        }
        return responder.redirect(to: AccountSection.security.path, showing: notice, for: visit)
    }
}
