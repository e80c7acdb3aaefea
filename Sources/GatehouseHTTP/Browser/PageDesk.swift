import Foundation
import GatehouseServer
import GatehouseStore
import GatehouseWire
import HTTPTypes

/// What every hosted page needs: the renderer, the cookies, the fields, who the visitor is.
struct PageDesk: Sendable {
    let basePath: String
    let forms: FormProtection
    let cookies: BrowserCookies
    let server: IdentityServer
    private let renderer = PageRenderer()
    private let policy = PagePolicy()
    let host: String
    private let hasMailbox: Bool

    init(server: IdentityServer, hasMailbox: Bool) {
        self.server = server
        self.hasMailbox = hasMailbox
        let settings = server.core.settings
        let url = URL(string: settings.issuer)
        basePath = url?.path(percentEncoded: true) ?? ""
        host = url?.host() ?? settings.issuer
        cookies = BrowserCookies(settings: settings)
        forms = FormProtection(core: server.core)
    }

    /// Who is at the page, by their cookies.
    func visitor(_ call: HTTPCall) async throws(OAuthError) -> Visitor {
        let jar = call.cookies
        let binding = cookies.binding(in: jar)
        let secret = binding ?? server.browserSessions.newBinding()
        let session: BrowserSession?
        do {
            session = try await server.browserSessions.resolve(cookies.session(in: jar))
        } catch {
            throw server.core.failure(error)
        }
        return Visitor(
            browser: BrowserContext(binding: secret, session: session),
            newCookie: binding == nil ? cookies.setBinding(secret) : nil,
            chosenLanguage: chosenLanguage(call),
            acceptLanguage: call.request.headerFields[.acceptLanguage]
        )
    }

    /// Renders a page.
    ///
    /// `selfAddress` is where GET shows this page again; without one there is no language choice. `formTarget` is where a form
    /// of the page may lead besides this server.
    func render(
        _ page: some Page,
        call: HTTPCall,
        language: Language,
        client: Client? = nil,
        selfAddress: String? = nil,
        formTarget: RedirectURI? = nil,
        status: HTTPResponse.Status = .ok
    ) -> HTTPAnswer {
        let context = PageContext(
            language: language,
            client: client.map(ClientBranding.init),
            issuerHost: host,
            basePath: basePath,
            selfAddress: selfAddress,
            mailboxAddress: hasMailbox ? basePath + MailboxRoutes.path : nil
        )
        let answer = HTTPAnswer(
            status: status,
            fields: policy.fields(formTarget: formTarget, logo: client?.logoURI.flatMap(RedirectURI.init)),
            body: Data(renderer.render(page, in: context).utf8)
        )
        return answer.setting(chosenNow(call).map(cookies.setLanguage))
    }

    /// The language of a page that belongs to no transaction.
    func language(of call: HTTPCall) -> Language {
        chosenLanguage(call)
            ?? Language.negotiate(uiLocales: [], acceptLanguage: call.request.headerFields[.acceptLanguage])
    }

    private func chosenLanguage(_ call: HTTPCall) -> Language? {
        chosenNow(call) ?? cookies.language(in: call.cookies)
    }

    /// Returns the language that the user chooses with this request, by a link or a form button.
    ///
    /// A client's `ui_locales` is no choice of theirs: it lasts as long as its transaction, and gives way to what they have chosen.
    private func chosenNow(_ call: HTTPCall) -> Language? {
        (try? call.parameters())?.page(.language).flatMap(Language.init(rawValue:))
    }
}
