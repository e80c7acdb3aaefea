import Foundation
import GatehouseServer
import GatehouseStore
import GatehouseWire
import HTTPTypes

/// Renders hosted pages; resolves the browser's session and language.
struct PageResponder: Sendable {
    let basePath: String
    let forms: FormProtection
    let cookies: BrowserCookies
    let server: IdentityServer
    private let renderer = PageRenderer()
    private let policy = PageSecurityHeaders()
    let host: String
    /// The path of the development mailbox; `nil` outside development mode.
    private let mailboxPath: String?

    init(server: IdentityServer, mailboxPath: String?) {
        self.server = server
        self.mailboxPath = mailboxPath
        let settings = server.settings
        let url = URL(string: settings.issuer)
        basePath = url?.path(percentEncoded: true) ?? ""
        host = url?.host() ?? settings.issuer
        cookies = BrowserCookies(settings: settings)
        forms = server.forms
    }

    /// Resolves the browser's cookies.
    func browserRequest(_ call: ServerRequest) async throws(OAuthError) -> BrowserRequest {
        let jar = call.cookies
        let binding = cookies.binding(in: jar)
        let secret = binding ?? server.browserSessions.newBinding()
        let slots = try await server.browserSessions.resolve(cookies.sessions(in: jar))
        return BrowserRequest(
            call: call,
            browser: BrowserContext(binding: secret, slots: slots, device: cookies.device(in: jar)),
            newCookie: binding == nil ? cookies.setBinding(secret) : nil,
            chosenLanguage: chosenLanguage(call),
            acceptLanguage: call.request.headerFields[.acceptLanguage]
        )
    }

    /// Returns the cookies of a change.
    func cookies(of change: BrowserChange?) -> [String] {
        change.map { cookies.cookies(of: $0, at: server.environment.now) } ?? []
    }

    /// Renders a page.
    ///
    /// `selfAddress` is the address of the same page with GET; without it there is no language choice. `formTarget` is
    /// where a form on the page may redirect, besides this server.
    func render(
        _ page: some HostedPage,
        call: ServerRequest,
        language: Language,
        client: Client? = nil,
        selfAddress: String? = nil,
        formTarget: RedirectURI? = nil
    ) -> ServerResponse {
        let context = PageContext(
            language: language,
            client: client.flatMap { $0.isAccountPages ? nil : ClientBranding($0) },
            issuerHost: host,
            basePath: basePath,
            selfAddress: selfAddress,
            mailboxAddress: mailboxPath.map { basePath + $0 }
        )
        let response = ServerResponse(
            fields: policy.fields(formTarget: formTarget, logo: client?.logoURI.flatMap(RedirectURI.init)),
            body: Data(renderer.render(page, in: context).utf8)
        )
        return response.with(cookie: languageSelection(call).map(cookies.setLanguage))
    }

    /// Returns the language of a page outside a flow.
    func language(of call: ServerRequest) -> Language {
        chosenLanguage(call)
            ?? Language.negotiate(uiLocales: [], acceptLanguage: call.request.headerFields[.acceptLanguage])
    }

    private func chosenLanguage(_ call: ServerRequest) -> Language? {
        languageSelection(call) ?? cookies.language(in: call.cookies)
    }

    /// Returns the language chosen with this request, by a link or a form button.
    ///
    /// A client's `ui_locales` does not count: it applies to its flow only, and the user's choice takes precedence.
    private func languageSelection(_ call: ServerRequest) -> Language? {
        (try? call.parameters())?.page(.language).flatMap(Language.init(rawValue:))
    }
}

/// A browser's request for a hosted page, with its cookies and languages resolved.
struct BrowserRequest: Sendable {
    let call: ServerRequest
    let browser: BrowserContext
    /// The binding cookie to set; `nil` if the browser has sent one.
    let newCookie: String?
    /// The language that the user chose in this request or an earlier one.
    let chosenLanguage: Language?
    let acceptLanguage: String?

    /// Whether the browser sent the binding cookie.
    var hasCookie: Bool { newCookie == nil }

    /// Returns the language of the response: the chosen one, else the flow's, else the browser's preference.
    func language(_ flow: Language? = nil) -> Language {
        chosenLanguage ?? flow ?? Language.negotiate(uiLocales: [], acceptLanguage: acceptLanguage)
    }
}

extension PageResponder {
    /// The path of the hosted pages of a flow.
    static let flowPath = "/sign-in"

    /// Returns the address of the current step of a flow.
    func address(of flow: Flow) -> String {
        "\(basePath)\(Self.flowPath)?\(PageInput.flow.rawValue)=\(flow.id)"
    }

    /// Redirects to the hosted pages or back to the client, depending on the authorization decision.
    func respond(
        to browserRequest: BrowserRequest,
        authorize: () async throws(AuthorizationError) -> AuthorizationDecision
    ) async throws(OAuthError) -> ServerResponse {
        do throws(AuthorizationError) {
            switch try await authorize() {
            case .interact(let flow):
                return .redirect(to: address(of: flow)).with(cookie: browserRequest.newCookie)
            case .respond(let response):
                return respond(response, call: browserRequest.call, language: browserRequest.language())
            }
        } catch {
            switch error {
            case .page(let error): throw error
            case .redirect(let response):
                var serverResponse = respond(response, call: browserRequest.call, language: browserRequest.language())
                if case .error(let error) = response.outcome { serverResponse.rejection = Rejection(error) }
                return serverResponse
            }
        }
    }

    /// Returns an authorization response in the requested response mode.
    func respond(_ response: AuthorizationResponse, call: ServerRequest, language: Language) -> ServerResponse {
        guard response.mode == .formPost else { return ServerResponse(response) }
        let page = FormPostPage(
            address: response.redirectURI.rawValue,
            fields: response.parameters.elements.map { ($0.name, $0.value) }
        )
        return render(page, call: call, language: language, formTarget: response.redirectURI)
    }
}
