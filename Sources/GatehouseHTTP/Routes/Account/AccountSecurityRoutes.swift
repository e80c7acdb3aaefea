import GatehouseServer
import GatehouseStore
import GatehouseWire
import HTTPTypes

/// `/account/security`: the ways to sign in, and the password.
struct AccountSecurityRoutes: Sendable {
    let server: IdentityServer
    let responder: AccountPageResponder

    /// The address at which password managers look for the password form (W3C, A Well-Known URL for Changing
    /// Passwords).
    private static let wellKnownPath = "/.well-known/change-password"

    var routes: [Route] {
        [
            responder.route(AccountSection.security.path, in: .security) { visit, _ throws(AccountError) in
                try await showMethods(visit)
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

    private func showMethods(_ visit: AccountVisit) async throws(AccountError) -> ServerResponse {
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
            notice: visit.state.notice
        )
        return responder.render(page, for: visit)
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
