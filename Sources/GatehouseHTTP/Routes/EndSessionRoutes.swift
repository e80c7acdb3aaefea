import GatehouseServer
import GatehouseWire
import HTTPTypes

/// `/oauth2/logout` and the page that asks (OpenID Connect RP-Initiated Logout §2).
struct EndSessionRoutes: Sendable {
    let handler: EndSessionHandler
    let pages: PageDesk

    /// The path component that the confirmation page is posted to, after the endpoint's path.
    static let confirmation = "/confirm"

    var routes: [Route] {
        let path = EndSessionEndpoint.path
        return [
            Route(EndSessionEndpoint.self, for: .person) { call throws(OAuthError) in try await begin(call, at: path) },
            Route([.post], path + Self.confirmation, for: .person) { call throws(OAuthError) in
                try await confirm(call, at: path)
            },
        ]
    }

    /// Answers a request to sign out at a path below the issuer's.
    func begin(_ call: HTTPCall, at path: String) async throws(OAuthError) -> HTTPAnswer {
        let parameters = try call.parameters()
        // As at the authorization endpoint: a form of another site comes without our cookies.
        if call.request.method == .post, call.request.headerFields[.cookie] == nil {
            return .redirect(to: pages.basePath + path + "?" + parameters.formEncoded)
        }
        let request = EndSessionRequest(parameters: parameters)
        let visitor = try await pages.visitor(call)
        let outcome = try await handler.begin(request, browser: visitor.browser, context: call.context)
        return render(outcome, request, call, visitor, path)
    }

    /// Handles the user's answer to the confirmation page.
    func confirm(_ call: HTTPCall, at path: String) async throws(OAuthError) -> HTTPAnswer {
        let form = try call.form()
        let visitor = try await pages.visitor(call)
        let flow = form.page(.flow) ?? ""
        guard visitor.hasCookie else { throw .noCookie }
        guard pages.forms.isValid(form.page(.csrf), form: flow, browser: visitor.browser) else {
            throw OAuthError(page: .gone)
        }
        // The request travels through the form, and is checked again like one that has just come in.
        let request = EndSessionRequest(parameters: try Self.parameters(flow))
        guard form.page(.language) == nil else {
            let outcome = try await handler.begin(request, browser: visitor.browser, context: call.context)
            return render(outcome, request, call, visitor, path)
        }
        guard form.page(.action) != PageAction.cancel.rawValue else {
            return pages.render(SignedOutPage(isSignedOut: false), call: call, language: language(request, visitor))
        }
        let outcome = try await handler.confirm(request, browser: visitor.browser, context: call.context)
        return render(outcome, request, call, visitor, path)
    }

    private func render(
        _ outcome: EndSessionOutcome,
        _ request: EndSessionRequest,
        _ call: HTTPCall,
        _ visitor: Visitor,
        _ path: String
    ) -> HTTPAnswer {
        let language = language(request, visitor)
        switch outcome {
        case .confirm(let email, let client, let redirectURI):
            let flow = request.parameters.formEncoded
            let form = PageForm(
                address: pages.basePath + path + Self.confirmation,
                flow: flow,
                csrf: pages.forms.token(form: flow, browser: visitor.browser)
            )
            return pages.render(
                SignOutPage(form: form, email: email ?? ""),
                call: call,
                language: language,
                client: client,
                formTarget: redirectURI
            ).setting(visitor.newCookie)
        case .signedOut(let response, let client):
            let answer =
                response.location == nil
                ? pages.render(SignedOutPage(), call: call, language: language, client: client) : HTTPAnswer(response)
            return answer.setting(pages.cookies.endSession)
        }
    }

    private func language(_ request: EndSessionRequest, _ visitor: Visitor) -> Language {
        visitor.chosenLanguage
            ?? Language.negotiate(uiLocales: request.uiLocales, acceptLanguage: visitor.acceptLanguage)
    }

    private static func parameters(_ flow: String) throws(OAuthError) -> Parameters {
        do { return try Parameters(formEncoded: flow) } catch { throw OAuthError(.invalidRequest, error.message) }
    }
}
