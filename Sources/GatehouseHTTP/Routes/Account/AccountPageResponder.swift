import GatehouseServer
import GatehouseStore
import GatehouseWire
import HTTPTypes

/// Serves the pages of the account to signed-in users, and starts a sign-in for all others.
struct AccountPageResponder: Sendable {
    /// Returns the page with errors and typed values.
    typealias Show = @Sendable (AccountVisit, FormErrors) async throws(AccountError) -> ServerResponse
    /// Acts on a submitted form, and returns the redirect to the next page.
    typealias Submit = @Sendable (AccountVisit, Parameters) async throws(AccountError) -> ServerResponse

    /// The name of the forms of all account pages.
    private static let form = "account"

    let server: IdentityServer
    let pages: PageResponder

    /// Returns the route of a page: GET shows it, POST acts on its forms.
    ///
    /// - Parameters:
    ///   - path: The path below the issuer's.
    ///   - section: The section of the navigation.
    ///   - requiresFreshSignIn: Whether the user must have signed in recently to see the page, because all of its forms
    ///     require it.
    ///   - show: Returns the page.
    ///   - submit: Acts on a form; `nil` for a page without forms.
    /// - Returns: The route.
    func route(
        _ path: String,
        in section: AccountSection,
        requiresFreshSignIn: Bool = false,
        show: @escaping Show,
        submit: Submit? = nil
    ) -> Route {
        Route(submit == nil ? [.get] : [.get, .post], path, for: .page) { call throws(OAuthError) in
            // A cross-site form post carries no cookies. Its values would appear in the user's own form.
            if call.request.method == .post, call.request.headerFields[.cookie] == nil {
                return .redirect(to: pages.basePath + path)
            }
            let browserRequest = try await pages.browserRequest(call)
            let form = call.request.method == .post ? try call.form() : nil
            guard let visit = try await visit(path, in: section, by: browserRequest) else {
                let state = form.map { AccountPageState(notice: nil, entered: $0) } ?? AccountPageState()
                return try await signIn(returningTo: path, state, browserRequest)
            }
            do throws(AccountError) {
                if requiresFreshSignIn {
                    try visit.call.requireFreshSignIn(
                        to: visit.account,
                        within: server.settings.lifetimes.freshSignIn,
                        at: server.environment.now
                    )
                }
                guard let form, let submit else {
                    return try await show(visit, FormErrors(entered: visit.state.entered))
                }
                return try await answer(form, of: visit, show: show, submit: submit)
            } catch {
                return try await response(to: error, of: form, visit)
            }
        }
    }

    /// Checks a form and acts on it; shows the page again with the errors if the form is invalid.
    private func answer(
        _ form: Parameters,
        of visit: AccountVisit,
        show: Show,
        submit: Submit
    ) async throws(AccountError) -> ServerResponse {
        guard visit.browserRequest.hasCookie, isValid(form, of: visit.session, visit.browserRequest) else {
            var errors = FormErrors(entered: form)
            errors.alert = .formStale
            errors.status = .unprocessableContent
            return try await show(visit, errors)
        }
        guard form.page(.language) == nil else { return try await show(visit, FormErrors(entered: form)) }
        do throws(AccountError) {
            return try await submit(visit, form)
        } catch {
            guard let errors = FormErrors(error, form: form, settings: server.settings) else { throw error }
            return try await show(visit, errors)
        }
    }

    /// Returns whether a form has the CSRF token of a browser session.
    func isValid(_ form: Parameters, of session: BrowserSession, _ browserRequest: BrowserRequest) -> Bool {
        pages.forms.isValid(form.page(.csrf), form: Self.name(session), browser: browserRequest.browser)
    }

    /// Returns the response to an error that no page can show.
    private func response(
        to error: AccountError,
        of form: Parameters?,
        _ visit: AccountVisit
    ) async throws(OAuthError) -> ServerResponse {
        guard case .signInRequired = error else { throw OAuthError(page: error) }
        // The action is not repeated after the sign-in: the user may have decided otherwise.
        let state = form.map { AccountPageState(notice: .signedInAgain, entered: $0) } ?? AccountPageState()
        return try await signIn(returningTo: visit.path, state, visit.browserRequest, reproving: visit.account)
    }

    /// Starts a sign-in that returns to a page.
    private func signIn(
        returningTo path: String,
        _ state: AccountPageState,
        _ browserRequest: BrowserRequest,
        reproving account: Account? = nil
    ) async throws(OAuthError) -> ServerResponse {
        do throws(FlowError) {
            let flow = try await server.accountPageSignIn.start(
                returningTo: state.path(path, forms: pages.forms, browser: browserRequest.browser),
                reproving: account,
                language: browserRequest.language(account?.language),
                browser: browserRequest.browser
            )
            return .redirect(to: pages.address(of: flow)).with(cookie: browserRequest.newCookie)
        } catch {
            throw OAuthError(page: error)
        }
    }

    /// Returns the visit of the signed-in user; `nil` without a session of an active account.
    private func visit(
        _ path: String,
        in section: AccountSection,
        by browserRequest: BrowserRequest
    ) async throws(OAuthError) -> AccountVisit? {
        guard let session = browserRequest.browser.session else { return nil }
        let account: Account
        do throws(AccountError) { account = try await server.accounts.finder.account(session.accountID) } catch {
            guard error == .notFound else { throw OAuthError(page: error) }
            return nil
        }
        guard account.isActive else { return nil }
        await server.browserSessions.recordUse(of: session, context: browserRequest.call.context)
        let language = browserRequest.language(account.language)
        let name = account.email?.value ?? account.identifiers.first?.spelling
        return AccountVisit(
            account: account,
            session: session,
            browserRequest: browserRequest,
            language: language,
            call: AccountRequest(
                client: server.records.accountPages,
                language: language,
                authority: .user(session.authentication),
                context: browserRequest.call.context,
                current: CurrentSessions(browserSession: session.id)
            ),
            path: path,
            form: PageForm(
                address: pages.basePath + path,
                flow: Self.form,
                csrf: pages.forms.token(form: Self.name(session), browser: browserRequest.browser)
            ),
            frame: AccountFrame(section: section, name: account.displayName, email: name ?? ""),
            state: AccountPageState(
                of: (try? browserRequest.call.query()) ?? Parameters(),
                forms: pages.forms,
                browser: browserRequest.browser
            )
        )
    }

    /// Returns the name of the forms of a session: a form of another account in this browser is not valid.
    private static func name(_ session: BrowserSession) -> String { form + " " + session.id.rawValue }

    /// Renders a page.
    func render(_ page: some HostedPage, for visit: AccountVisit, _ errors: FormErrors = FormErrors()) -> ServerResponse
    {
        pages.render(
            page,
            call: visit.browserRequest.call,
            language: visit.language,
            selfAddress: pages.basePath + visit.path
        )
        .with(status: errors.status)
        .with(cookie: visit.browserRequest.newCookie)
        .with(retryAfter: errors.retryAfter)
    }

    /// Renders a page that cannot be shown again, and so has no language choice.
    func renderOnce(_ page: some HostedPage, for visit: AccountVisit) -> ServerResponse {
        pages.render(page, call: visit.browserRequest.call, language: visit.language)
            .with(cookie: visit.browserRequest.newCookie)
    }

    /// Redirects to a page, which shows the notice if there is one.
    func redirect(to path: String, showing notice: PageMessage? = nil, for visit: AccountVisit) -> ServerResponse {
        let state = AccountPageState(notice: notice)
        return .redirect(
            to: pages.basePath + state.path(path, forms: pages.forms, browser: visit.browserRequest.browser)
        )
    }
}

extension OAuthError {
    /// Creates the error of an account page that cannot be shown, for the error page.
    init(page error: AccountError) {
        switch error {
        case .notFound, .itemNotFound: self.init(.invalidRequest, "Not found.", status: .notFound)
        case .disabled: self.init(page: FlowError.accountDisabled)
        case .limited(let seconds): self.init(page: FlowError.limited(retryAfter: seconds))
        case .overloaded(let seconds): self.init(page: FlowError.overloaded(retryAfter: seconds))
        default: self = .broken
        }
    }
}
