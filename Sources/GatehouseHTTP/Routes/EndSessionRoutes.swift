import GatehouseServer
import GatehouseStore
import GatehouseWire
import HTTPTypes

/// `/oauth2/logout` and its confirmation page (OpenID Connect RP-Initiated Logout §2).
struct EndSessionRoutes: Sendable {
    let handler: EndSessionHandler
    let pages: PageResponder

    /// The path of the confirmation form, relative to the endpoint.
    static let confirmation = "/confirm"

    var routes: [Route] {
        let path = EndSessionEndpoint.path
        return [
            Route(EndSessionEndpoint.self, for: .page) { call throws(OAuthError) in try await begin(call, at: path) },
            Route([.post], path + Self.confirmation, for: .page) { call throws(OAuthError) in
                try await confirm(call, at: path)
            },
        ]
    }

    /// Handles a sign-out request at a path below the issuer's.
    func begin(_ call: ServerRequest, at path: String) async throws(OAuthError) -> ServerResponse {
        let parameters = try call.parameters()
        // A cross-site form post carries no cookies, as at the authorization endpoint.
        if call.request.method == .post, call.request.headerFields[.cookie] == nil {
            return .redirect(to: pages.basePath + path + "?" + parameters.formEncoded)
        }
        let request = EndSessionRequest(parameters: parameters)
        let browserRequest = try await pages.browserRequest(call)
        let outcome = try await handler.begin(request, browser: browserRequest.browser, context: call.context)
        return render(outcome, of: request, at: path, for: browserRequest)
    }

    /// Handles the submitted confirmation page.
    func confirm(_ call: ServerRequest, at path: String) async throws(OAuthError) -> ServerResponse {
        let form = try call.form()
        let browserRequest = try await pages.browserRequest(call)
        let flow = form.page(.flow) ?? ""
        guard browserRequest.hasCookie else { throw .noCookie }
        guard pages.forms.isValid(form.page(.csrf), form: flow, browser: browserRequest.browser) else {
            throw OAuthError(page: .gone)
        }
        // The form carries the request, which is validated again.
        let request = EndSessionRequest(parameters: try Self.parameters(flow))
        guard form.page(.language) == nil else {
            let outcome = try await handler.begin(request, browser: browserRequest.browser, context: call.context)
            return render(outcome, of: request, at: path, for: browserRequest)
        }
        guard form.page(.action) != PageAction.cancel.rawValue else {
            return pages.render(
                SignedOutPage(isSignedOut: false),
                call: call,
                language: language(request, browserRequest)
            )
        }
        let isOfAll = form.page(.action) == PageAction.signOutAll.rawValue
        let account = isOfAll ? nil : form.page(.account).map { Account.ID($0) }
        let outcome = try await handler.confirm(
            request,
            of: account.map(EndSessionHandler.Choice.account) ?? .all,
            browser: browserRequest.browser,
            context: call.context
        )
        return render(outcome, of: request, at: path, for: browserRequest)
    }

    private func render(
        _ outcome: EndSessionOutcome,
        of request: EndSessionRequest,
        at path: String,
        for browserRequest: BrowserRequest
    ) -> ServerResponse {
        let language = language(request, browserRequest)
        switch outcome {
        case .confirm(let accounts, let client, let redirectURI):
            let flow = request.parameters.formEncoded
            let form = PageForm(
                address: pages.basePath + path + Self.confirmation,
                flow: flow,
                csrf: pages.forms.token(form: flow, browser: browserRequest.browser)
            )
            return pages.render(
                SignOutPage(form: form, accounts: accounts.map { PageAccount($0) }),
                call: browserRequest.call,
                language: language,
                client: client,
                formTarget: redirectURI
            ).with(cookie: browserRequest.newCookie)
        case .signedOut(let signOut):
            let result =
                signOut.response.location == nil
                ? pages.render(
                    SignedOutPage(leavesAccounts: signOut.leavesAccounts),
                    call: browserRequest.call,
                    language: language,
                    client: signOut.client
                )
                : ServerResponse(signOut.response)
            return result.with(cookies: pages.cookies(of: signOut.browserChange))
        }
    }

    private func language(_ request: EndSessionRequest, _ browserRequest: BrowserRequest) -> Language {
        browserRequest.chosenLanguage
            ?? Language.negotiate(uiLocales: request.uiLocales, acceptLanguage: browserRequest.acceptLanguage)
    }

    private static func parameters(_ flow: String) throws(OAuthError) -> Parameters {
        do { return try Parameters(formEncoded: flow) } catch { throw OAuthError(.invalidRequest, error.message) }
    }
}
