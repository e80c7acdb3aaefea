import GatehouseServer
import GatehouseWire
import HTTPTypes

/// The page to enter the code that a device shows (RFC 8628 §3.3).
struct DeviceRoutes: Sendable {
    let server: IdentityServer
    let pages: PageResponder

    static func resultPath(allowed: Bool) -> String { allowed ? "/device/connected" : "/device/refused" }

    private static let form = "device"

    var routes: [Route] {
        [
            Route([.get, .post], DeviceAuthorizationHandler.verificationPath, for: .page) { call throws(OAuthError) in
                call.request.method == .post ? try await submit(call) : try await show(call)
            },
            resultRoute(allowed: true),
            resultRoute(allowed: false),
        ]
    }

    private func resultRoute(allowed: Bool) -> Route {
        Route([.get], Self.resultPath(allowed: allowed), for: .page) { call throws(OAuthError) in
            let browserRequest = try await pages.browserRequest(call)
            return pages.render(
                DeviceResultPage(isConnected: allowed),
                call: call,
                language: browserRequest.language(),
                selfAddress: pages.basePath + Self.resultPath(allowed: allowed)
            )
        }
    }

    private func show(_ call: ServerRequest) async throws(OAuthError) -> ServerResponse {
        let browserRequest = try await pages.browserRequest(call)
        return render(code: try call.query()[.userCode] ?? "", for: browserRequest)
    }

    private func submit(_ call: ServerRequest) async throws(OAuthError) -> ServerResponse {
        let form = try call.form()
        let browserRequest = try await pages.browserRequest(call)
        let code = form.page(.userCode) ?? ""
        guard browserRequest.hasCookie else { throw .noCookie }
        guard pages.forms.isValid(form.page(.csrf), form: Self.form, browser: browserRequest.browser) else {
            return render(code: code, errors: FormErrors(alert: .formStale), for: browserRequest)
        }
        guard form.page(.language) == nil else { return render(code: code, for: browserRequest) }
        do {
            let flow = try await server.devicePages.begin(
                userCode: code,
                language: browserRequest.language(),
                browser: browserRequest.browser,
                context: call.context
            )
            if let flow { return .redirect(to: pages.address(of: flow)) }
            var errors = FormErrors()
            errors.field = .deviceCodeWrong
            errors.status = .unprocessableContent
            return render(code: code, errors: errors, for: browserRequest)
        } catch {
            guard let errors = FormErrors(error, form: form, settings: server.settings) else {
                throw OAuthError(page: error)
            }
            return render(code: code, errors: errors, for: browserRequest)
        }
    }

    private func render(
        code: String,
        errors: FormErrors = FormErrors(),
        for browserRequest: BrowserRequest
    ) -> ServerResponse {
        let path = pages.basePath + DeviceAuthorizationHandler.verificationPath
        let form = PageForm(
            address: path,
            flow: Self.form,
            csrf: pages.forms.token(form: Self.form, browser: browserRequest.browser)
        )
        let page = DeviceCodePage(form: form, userCode: code, error: errors.field, alert: errors.alert)
        return pages.render(
            page,
            call: browserRequest.call,
            language: browserRequest.language(),
            selfAddress: path
        )
        .with(status: errors.status)
        .with(cookie: browserRequest.newCookie)
        .with(retryAfter: errors.retryAfter)
    }
}
