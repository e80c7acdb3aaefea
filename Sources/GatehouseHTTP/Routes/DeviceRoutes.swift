import GatehouseServer
import GatehouseWire
import HTTPTypes

/// The page where a person types the code their device shows (RFC 8628 §3.3).
struct DeviceRoutes: Sendable {
    let server: IdentityServer
    let pages: PageDesk

    static func donePath(allowed: Bool) -> String { allowed ? "/device/connected" : "/device/refused" }

    private static let form = "device"

    var routes: [Route] {
        [
            Route([.get, .post], DeviceAuthorizationHandler.verificationPath, for: .person) { call throws(OAuthError) in
                call.request.method == .post ? try await submit(call) : try await show(call)
            },
            done(allowed: true),
            done(allowed: false),
        ]
    }

    private func done(allowed: Bool) -> Route {
        Route([.get], Self.donePath(allowed: allowed), for: .person) { call throws(OAuthError) in
            let visitor = try await pages.visitor(call)
            return pages.render(
                DeviceDonePage(isConnected: allowed),
                call: call,
                language: visitor.language(),
                selfAddress: pages.basePath + Self.donePath(allowed: allowed)
            )
        }
    }

    private func show(_ call: HTTPCall) async throws(OAuthError) -> HTTPAnswer {
        let visitor = try await pages.visitor(call)
        return render(code: try call.query()[.userCode] ?? "", PageProblem(), call, visitor)
    }

    private func submit(_ call: HTTPCall) async throws(OAuthError) -> HTTPAnswer {
        let form = try call.form()
        let visitor = try await pages.visitor(call)
        let code = form.page(.userCode) ?? ""
        guard visitor.hasCookie else { throw .noCookie }
        guard pages.forms.isValid(form.page(.csrf), form: Self.form, browser: visitor.browser) else {
            return render(code: code, PageProblem(alert: .formStale), call, visitor)
        }
        guard form.page(.language) == nil else { return render(code: code, PageProblem(), call, visitor) }
        do {
            let transaction = try await server.devicePages.begin(
                userCode: code,
                language: visitor.language(),
                browser: visitor.browser,
                context: call.context
            )
            if let transaction { return .redirect(to: pages.address(of: transaction)) }
            var problem = PageProblem()
            problem.field = .deviceCodeWrong
            problem.status = .unprocessableContent
            return render(code: code, problem, call, visitor)
        } catch {
            guard let problem = PageProblem(error, form: form, settings: server.core.settings) else {
                throw OAuthError(page: error)
            }
            return render(code: code, problem, call, visitor)
        }
    }

    private func render(code: String, _ problem: PageProblem, _ call: HTTPCall, _ visitor: Visitor) -> HTTPAnswer {
        let path = pages.basePath + DeviceAuthorizationHandler.verificationPath
        let form = PageForm(
            address: path,
            flow: Self.form,
            csrf: pages.forms.token(form: Self.form, browser: visitor.browser)
        )
        let page = DeviceCodePage(form: form, userCode: code, error: problem.field, alert: problem.alert)
        return pages.render(page, call: call, language: visitor.language(), selfAddress: path, status: problem.status)
            .setting(visitor.newCookie)
            .setting(retryAfter: problem.retryAfter)
    }
}
