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

    var routes: [Route] {
        [
            Route([.get, .post], MessageLink.path, for: .page) { call throws(OAuthError) in
                call.request.method == .post ? try await submit(call) : try await show(call)
            },
            resultRoute(.confirmed, at: Self.confirmedPath),
            resultRoute(.passwordChanged, at: Self.passwordPath),
        ]
    }

    /// Returns the route of the result page, which can be reloaded.
    private func resultRoute(_ outcome: LinkResultPage.Outcome, at path: String) -> Route {
        Route([.get], path, for: .page) { call throws(OAuthError) in
            let browserRequest = try await pages.browserRequest(call)
            let client = try await server.records.client(Client.ID(try call.query().page(.client) ?? ""))
            return pages.render(
                LinkResultPage(outcome),
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
        guard let link = MessageLink(text ?? "") else { return render(.invalid, call, browserRequest) }
        do throws(FlowError) {
            return render(try await server.flows.proofs.preview(link), link, FormErrors(), call, browserRequest)
        } catch {
            return try errorPage(error, call, browserRequest)
        }
    }

    private func submit(_ call: ServerRequest) async throws(OAuthError) -> ServerResponse {
        let form = try call.form()
        let browserRequest = try await pages.browserRequest(call)
        guard let link = MessageLink(form.page(.flow) ?? "") else { return render(.invalid, call, browserRequest) }
        let preview: LinkPreview
        do throws(FlowError) { preview = try await server.flows.proofs.preview(link) } catch {
            return try errorPage(error, call, browserRequest)
        }
        guard browserRequest.hasCookie else { throw .noCookie }
        do throws(FlowError) {
            guard pages.forms.isValid(form.page(.csrf), form: link.text, browser: browserRequest.browser) else {
                return render(preview, link, FormErrors(alert: .formStale), call, browserRequest)
            }
            guard form.page(.language) == nil else { return render(preview, link, FormErrors(), call, browserRequest) }
            do throws(FlowError) {
                return .redirect(to: pages.basePath + (try await apply(link, preview, form, call, browserRequest)))
            } catch {
                guard let errors = FormErrors(error, form: form, settings: server.settings) else { throw error }
                return render(preview, link, errors, call, browserRequest)
            }
        } catch {
            return try errorPage(error, client: preview.client, call, browserRequest)
        }
    }

    /// Applies the link, and returns the path of the result page.
    private func apply(
        _ link: MessageLink,
        _ preview: LinkPreview,
        _ form: Parameters,
        _ call: ServerRequest,
        _ browserRequest: BrowserRequest
    ) async throws(FlowError) -> String {
        switch preview.use {
        case .verify:
            try await server.flows.proofs.confirm(
                link,
                password: form.page(.password) ?? "",
                language: browserRequest.language(),
                context: call.context
            )
            return address(Self.confirmedPath, of: preview.client)
        case .reset:
            try await server.flows.proofs.reset(
                link,
                newPassword: form.page(.password) ?? "",
                language: browserRequest.language(),
                context: call.context
            )
            return address(Self.passwordPath, of: preview.client)
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
        _ call: ServerRequest,
        _ browserRequest: BrowserRequest
    ) throws(OAuthError) -> ServerResponse {
        switch error {
        case .gone: return render(.invalid, client: client, call, browserRequest)
        case .addressTaken: return render(.addressTaken, client: client, call, browserRequest)
        default: throw OAuthError(page: error)
        }
    }

    private func render(
        _ outcome: LinkResultPage.Outcome,
        client: Client? = nil,
        _ call: ServerRequest,
        _ browserRequest: BrowserRequest
    ) -> ServerResponse {
        withoutReferrer(
            pages.render(
                LinkResultPage(outcome),
                call: call,
                language: browserRequest.language(),
                client: client
            ).with(status: outcome == .addressTaken ? .conflict : .gone)
        )
    }

    private func render(
        _ preview: LinkPreview,
        _ link: MessageLink,
        _ errors: FormErrors,
        _ call: ServerRequest,
        _ browserRequest: BrowserRequest
    ) -> ServerResponse {
        let form = PageForm(
            address: pages.basePath + MessageLink.path,
            flow: link.text,
            csrf: pages.forms.token(form: link.text, browser: browserRequest.browser)
        )
        let address = preview.address.value
        let response =
            switch preview.use {
            case .verify:
                render(
                    LinkConfirmPage(
                        form: form,
                        address: address,
                        username: preview.account.identifier(.username)?.spelling,
                        error: errors.field == .credentialsWrong ? .passwordWrong : errors.field,
                        alert: errors.alert
                    ),
                    preview,
                    link,
                    errors,
                    call,
                    browserRequest
                )
            case .reset:
                render(
                    LinkPasswordPage(
                        form: form,
                        address: address,
                        error: errors.password ?? errors.field,
                        alert: errors.alert
                    ),
                    preview,
                    link,
                    errors,
                    call,
                    browserRequest
                )
            }
        return withoutReferrer(response).with(cookie: browserRequest.newCookie).with(retryAfter: errors.retryAfter)
    }

    private func render(
        _ page: some HostedPage,
        _ preview: LinkPreview,
        _ link: MessageLink,
        _ errors: FormErrors,
        _ call: ServerRequest,
        _ browserRequest: BrowserRequest
    ) -> ServerResponse {
        pages.render(
            page,
            call: call,
            language: browserRequest.language(),
            client: preview.client,
            selfAddress: link.address(below: pages.basePath)
        ).with(status: errors.status)
    }

    /// Prevents the page's address, which contains a secret, from being sent as a referrer, even to this server.
    private func withoutReferrer(_ response: ServerResponse) -> ServerResponse {
        var response = response
        response.fields[.referrerPolicy] = "no-referrer"
        return response
    }
}
