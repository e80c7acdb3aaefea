import GatehouseServer
import GatehouseStore
import GatehouseWire
import HTTPTypes

/// The hosted pages of a flow: GET shows the current step, POST submits it.
struct FlowRoutes: Sendable {
    let server: IdentityServer
    let pages: PageResponder

    var routes: [Route] {
        [
            Route([.get, .post], PageResponder.flowPath, for: .page) { call throws(OAuthError) in
                call.request.method == .post ? try await submit(call) : try await show(call)
            }
        ]
    }

    private func show(_ call: ServerRequest) async throws(OAuthError) -> ServerResponse {
        let browserRequest = try await pages.browserRequest(call)
        let id = FlowRecord.ID(try call.query().page(.flow) ?? "")
        guard browserRequest.hasCookie else { return await errorResponse(.noCookie, of: id, to: browserRequest) }
        do throws(FlowError) {
            let flow = try await server.flows.repository.load(id, browser: browserRequest.browser)
            return try await render(flow, for: browserRequest)
        } catch {
            return await errorResponse(OAuthError(page: error), of: id, to: browserRequest)
        }
    }

    private func submit(_ call: ServerRequest) async throws(OAuthError) -> ServerResponse {
        let form = try call.form()
        let browserRequest = try await pages.browserRequest(call)
        let id = FlowRecord.ID(form.page(.flow) ?? "")
        guard browserRequest.hasCookie else { return await errorResponse(.noCookie, of: id, to: browserRequest) }
        do throws(FlowError) {
            let flow = try await server.flows.repository.load(id, browser: browserRequest.browser)
            let number = flow.state.number
            guard
                pages.forms.isValid(form.page(.csrf), form: id.rawValue, step: number, browser: browserRequest.browser)
            else {
                return try await render(flow, errors: FormErrors(alert: .formStale), for: browserRequest)
            }
            guard form.page(.language) == nil else {
                return try await render(flow, errors: FormErrors(entered: form), for: browserRequest)
            }
            do throws(FlowError) {
                let input = try FlowInput(form, at: flow.step)
                let progress = try await server.flows.runner.submit(
                    input,
                    to: id,
                    step: number,
                    language: browserRequest.language(flow.state.language),
                    browser: browserRequest.browser,
                    context: call.context
                )
                return finish(progress, for: browserRequest).with(
                    cookies: pages.cookies(of: progress.browserChange)
                )
            } catch {
                guard let errors = FormErrors(error, form: form, settings: server.settings) else { throw error }
                let current = try await server.flows.repository.load(id, browser: browserRequest.browser)
                return try await render(current, errors: errors, for: browserRequest)
            }
        } catch {
            return await errorResponse(OAuthError(page: error), of: id, to: browserRequest)
        }
    }

    /// Returns the error page of a flow that cannot be shown, with the app's name and a link back to it.
    private func errorResponse(
        _ error: OAuthError,
        of id: FlowRecord.ID,
        to browserRequest: BrowserRequest
    ) async -> ServerResponse {
        // Does not read the store again after a server error.
        guard error.status.kind != .serverError else {
            return pages.errorPage(error, call: browserRequest.call, of: nil)
        }
        return pages.errorPage(
            error,
            call: browserRequest.call,
            of: await server.flows.repository.abandoned(id, browser: browserRequest.browser)
        )
    }

    private func finish(_ progress: FlowProgress, for browserRequest: BrowserRequest) -> ServerResponse {
        switch progress.outcome {
        case nil, .tokens?, .code?: .redirect(to: pages.address(of: progress.flow))
        case .authorization(let response)?: respond(response, to: progress.flow.client, for: browserRequest)
        case .page(let path)?: .redirect(to: pages.basePath + (path.isEmpty ? "/" : path))
        case .device(let allowed)?: .redirect(to: pages.basePath + DeviceRoutes.resultPath(allowed: allowed))
        }
    }

    /// Redirects to the client; errors other than the user's own decision only if the redirect URI is trusted.
    private func respond(
        _ response: AuthorizationResponse,
        to client: Client,
        for browserRequest: BrowserRequest
    ) -> ServerResponse {
        let call = browserRequest.call
        guard case .error(let error) = response.outcome, error.code != .accessDenied,
            !client.allowsAutomaticRedirect(to: response.redirectURI)
        else { return pages.respond(response, call: call, language: browserRequest.language()) }
        return pages.errorPage(error, call: call, client: client, returnURL: response.location)
    }

    /// Returns the texts of scopes, which only the consent page shows.
    private func scopeTexts(of flow: Flow, in language: Language) async throws(FlowError) -> ScopeTexts {
        var catalog = ResourceCatalog()
        if case .consent = flow.step {
            do { catalog = try await server.resources.catalog() } catch { throw .unavailable }
        }
        return ScopeTexts(server.settings, catalog, in: language)
    }

    private func render(
        _ flow: Flow,
        errors: FormErrors = FormErrors(),
        for browserRequest: BrowserRequest
    ) async throws(FlowError) -> ServerResponse {
        let token = pages.forms.token(
            form: flow.id.rawValue,
            step: flow.state.number,
            browser: browserRequest.browser
        )
        let form = PageForm(
            address: pages.basePath + PageResponder.flowPath,
            flow: flow.id.rawValue,
            csrf: token
        )
        let account = try await server.flows.accounts.account(shownAt: flow, browser: browserRequest.browser)
        var choices: [AccountChoice] = []
        if case .chooseAccount = flow.step {
            choices = try await server.flows.chooser.choices(
                for: flow,
                in: browserRequest.browser,
                at: server.environment.now
            )
        }
        let language = browserRequest.language(flow.state.language)
        let page = FlowPage(
            flow: flow,
            account: account,
            browser: browserRequest.browser,
            choices: choices,
            factors: try await server.pageFactors(of: flow),
            form: form,
            errors: errors,
            now: server.environment.now,
            settings: server.settings,
            scopes: try await scopeTexts(of: flow, in: language),
            language: language
        )
        return page.render { page in
            pages.render(
                page,
                call: browserRequest.call,
                language: language,
                client: flow.client,
                selfAddress: pages.address(of: flow),
                formTarget: flow.state.purpose.redirectURI
            )
            .with(status: errors.status)
            .with(retryAfter: errors.retryAfter)
        }
    }
}
