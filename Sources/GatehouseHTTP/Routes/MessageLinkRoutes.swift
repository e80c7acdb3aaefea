import GatehouseServer
import GatehouseStore
import GatehouseWire
import HTTPTypes

/// The pages for links in emails and text messages: GET shows what will happen, POST does it.
struct MessageLinkRoutes: Sendable {
    let server: IdentityServer
    let pages: PageResponder

    private static let confirmedPath = MessageLink.path + "/confirmed"
    private static let passwordPath = MessageLink.path + "/password"
    private static let securedPath = MessageLink.path + "/secured"
    private static let undonePath = MessageLink.path + "/undone"
    private static let factorsKeptPath = MessageLink.path + "/factors-kept"

    var routes: [Route] {
        [
            Route([.get, .post], MessageLink.path, for: .page) { call throws(OAuthError) in
                call.request.method == .post ? try await submit(call) : try await show(call)
            },
            resultRoute(.confirmed, at: Self.confirmedPath),
            resultRoute(.passwordChanged, at: Self.passwordPath),
            resultRoute(.secured, at: Self.securedPath),
            resultRoute(.undone, at: Self.undonePath),
            resultRoute(.factorsKept, at: Self.factorsKeptPath),
        ]
    }

    /// Returns the route of the result page, which can be reloaded.
    private func resultRoute(_ outcome: LinkResultPage.Outcome, at path: String) -> Route {
        let leadsToAccount = [.secured, .undone, .factorsKept].contains(outcome)
        return Route([.get], path, for: .page) { call throws(OAuthError) in
            let browserRequest = try await pages.browserRequest(call)
            let client = try await server.records.client(Client.ID(try call.query().page(.client) ?? ""))
            return pages.render(
                LinkResultPage(
                    outcome,
                    accountAddress: leadsToAccount ? pages.basePath + AccountSection.details.path : nil
                ),
                call: call,
                language: browserRequest.language(),
                client: client,
                selfAddress: pages.basePath + address(path, of: client)
            )
        }
    }

    private func show(_ call: ServerRequest) async throws(OAuthError) -> ServerResponse {
        let browserRequest = try await pages.browserRequest(call)
        let text = try call.query().elements.first { $0.name == MessageLink.parameter }?.value
        guard let link = MessageLink(text ?? "") else { return render(.invalid, for: browserRequest) }
        do throws(FlowError) {
            return render(try await open(link, by: browserRequest))
        } catch {
            return try errorPage(error, for: browserRequest)
        }
    }

    private func submit(_ call: ServerRequest) async throws(OAuthError) -> ServerResponse {
        let form = try call.form()
        let browserRequest = try await pages.browserRequest(call)
        guard let link = MessageLink(form.page(.flow) ?? "") else { return render(.invalid, for: browserRequest) }
        let opened: OpenedLink
        do throws(FlowError) { opened = try await open(link, by: browserRequest) } catch {
            return try errorPage(error, for: browserRequest)
        }
        guard browserRequest.hasCookie else { throw .noCookie }
        do throws(FlowError) {
            guard pages.forms.isValid(form.page(.csrf), form: link.text, browser: browserRequest.browser) else {
                return render(opened, errors: FormErrors(alert: .formStale))
            }
            guard form.page(.language) == nil else { return render(opened) }
            do throws(FlowError) {
                return .redirect(to: pages.basePath + (try await apply(opened, form: form)))
            } catch {
                guard let errors = FormErrors(error, form: form, settings: server.settings) else { throw error }
                return render(opened, errors: errors)
            }
        } catch {
            return try errorPage(error, client: opened.preview.client, for: browserRequest)
        }
    }

    private func open(
        _ link: MessageLink,
        by browserRequest: BrowserRequest
    ) async throws(FlowError) -> OpenedLink {
        OpenedLink(
            link: link,
            preview: try await server.flows.proofs.preview(link),
            browserRequest: browserRequest
        )
    }

    /// Applies the link, and returns the path of the result page.
    private func apply(_ opened: OpenedLink, form: Parameters) async throws(FlowError) -> String {
        let language = opened.browserRequest.language()
        let context = opened.browserRequest.call.context
        switch opened.preview.use {
        case .verify:
            try await server.flows.proofs.confirm(
                opened.link,
                password: form.page(.password) ?? "",
                language: language,
                context: context
            )
            return address(Self.confirmedPath, of: opened.preview.client)
        case .reset:
            try await server.flows.proofs.reset(
                opened.link,
                newPassword: form.page(.password) ?? "",
                language: language,
                context: context
            )
            return address(Self.passwordPath, of: opened.preview.client)
        case .secure, .undo, .keepFactors:
            try await server.flows.proofs.apply(opened.link, language: language, context: context)
            let path =
                switch opened.preview.use {
                case .keepFactors: Self.factorsKeptPath
                case .undo: Self.undonePath
                case .secure, .verify, .reset: Self.securedPath
                }
            return address(path, of: opened.preview.client)
        }
    }

    private func address(_ path: String, of client: Client?) -> String {
        guard let client else { return path }
        let query = Parameters([.init(name: PageInput.client.rawValue, value: client.id.rawValue)])
        return path + "?" + query.formEncoded
    }

    private func errorPage(
        _ error: FlowError,
        client: Client? = nil,
        for browserRequest: BrowserRequest
    ) throws(OAuthError) -> ServerResponse {
        switch error {
        case .gone: return render(.invalid, client: client, for: browserRequest)
        case .addressTaken: return render(.addressTaken, client: client, for: browserRequest)
        default: throw OAuthError(page: error)
        }
    }

    private func render(
        _ outcome: LinkResultPage.Outcome,
        client: Client? = nil,
        for browserRequest: BrowserRequest
    ) -> ServerResponse {
        withoutReferrer(
            pages.render(
                LinkResultPage(outcome),
                call: browserRequest.call,
                language: browserRequest.language(),
                client: client
            ).with(status: outcome == .addressTaken ? .conflict : .gone)
        )
    }

    private func render(_ opened: OpenedLink, errors: FormErrors = FormErrors()) -> ServerResponse {
        let link = opened.link
        let form = PageForm(
            address: pages.basePath + MessageLink.path,
            flow: link.text,
            csrf: pages.forms.token(form: link.text, browser: opened.browserRequest.browser)
        )
        let address = opened.preview.address.value
        let response =
            switch opened.preview.use {
            case .verify:
                render(
                    LinkConfirmPage(
                        form: form,
                        address: address,
                        username: opened.preview.account.identifier(.username)?.spelling,
                        error: errors.field == .credentialsWrong ? .passwordWrong : errors.field,
                        alert: errors.alert
                    ),
                    of: opened
                )
            case .reset:
                render(
                    LinkPasswordPage(
                        form: form,
                        address: address,
                        error: errors.password ?? errors.field,
                        alert: errors.alert
                    ),
                    of: opened
                )
            case .secure: render(.secure, of: opened, in: form, errors)
            case .undo: render(.undo, of: opened, in: form, errors)
            case .keepFactors: render(.keepFactors, of: opened, in: form, errors)
            }
        return withoutReferrer(response.with(status: errors.status))
            .with(cookie: opened.browserRequest.newCookie)
            .with(retryAfter: errors.retryAfter)
    }

    private func render(
        _ effect: NoticeLinkPage.Effect,
        of opened: OpenedLink,
        in form: PageForm,
        _ errors: FormErrors
    ) -> ServerResponse {
        let address = opened.preview.address.value
        return render(NoticeLinkPage(form: form, effect: effect, address: address, alert: errors.alert), of: opened)
    }

    private func render(_ page: some HostedPage, of opened: OpenedLink) -> ServerResponse {
        pages.render(
            page,
            call: opened.browserRequest.call,
            language: opened.browserRequest.language(),
            client: opened.preview.client,
            selfAddress: opened.link.address(below: pages.basePath)
        )
    }

    /// Prevents the page's address, which contains a secret, from being sent as a referrer, even to this server.
    private func withoutReferrer(_ response: ServerResponse) -> ServerResponse {
        var response = response
        response.fields[.referrerPolicy] = "no-referrer"
        return response
    }
}

/// A valid link that a browser has opened.
private struct OpenedLink {
    let link: MessageLink
    let preview: LinkPreview
    let browserRequest: BrowserRequest
}
