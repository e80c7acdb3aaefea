import GatehouseServer
import GatehouseStore
import GatehouseWire
import HTTPTypes

/// The hosted pages of sign-in, sign-up, reset and consent: GET shows the step a transaction is at, POST takes what was done there.
struct TransactionRoutes: Sendable {
    let server: IdentityServer
    let pages: PageDesk

    var routes: [Route] {
        [
            Route([.get, .post], PageDesk.transactionPath, for: .person) { call throws(OAuthError) in
                call.request.method == .post ? try await submit(call) : try await show(call)
            }
        ]
    }

    private func show(_ call: HTTPCall) async throws(OAuthError) -> HTTPAnswer {
        let visitor = try await pages.visitor(call)
        let id = TransactionRecord.ID(try call.query().page(.flow) ?? "")
        guard visitor.hasCookie else { return await fail(.noCookie, id, call, visitor) }
        do throws(TransactionError) {
            let transaction = try await server.engine.load(id, browser: visitor.browser)
            return try await render(transaction, PageProblem(), call, visitor)
        } catch {
            return await fail(OAuthError(page: error), id, call, visitor)
        }
    }

    private func submit(_ call: HTTPCall) async throws(OAuthError) -> HTTPAnswer {
        let form = try call.form()
        let visitor = try await pages.visitor(call)
        let id = TransactionRecord.ID(form.page(.flow) ?? "")
        guard visitor.hasCookie else { return await fail(.noCookie, id, call, visitor) }
        do throws(TransactionError) {
            let transaction = try await server.engine.load(id, browser: visitor.browser)
            let number = transaction.state.number
            guard pages.forms.isValid(form.page(.csrf), form: id.rawValue, step: number, browser: visitor.browser)
            else {
                return try await render(transaction, PageProblem(alert: .formStale), call, visitor)
            }
            guard form.page(.language) == nil else {
                return try await render(transaction, PageProblem(typed: form), call, visitor)
            }
            do throws(TransactionError) {
                let input = try TransactionInput(form, at: transaction.step)
                let progress = try await server.engine.submit(
                    input,
                    to: id,
                    step: number,
                    language: visitor.language(transaction.state.language),
                    browser: visitor.browser,
                    context: call.context
                )
                return finish(progress, call, visitor).setting(progress.signedIn.map(pages.cookies.setSession))
            } catch {
                guard let problem = PageProblem(error, form: form, settings: server.core.settings) else { throw error }
                let present = try await server.engine.load(id, browser: visitor.browser)
                return try await render(present, problem, call, visitor)
            }
        } catch {
            return await fail(OAuthError(page: error), id, call, visitor)
        }
    }

    /// Returns the error page for a transaction that cannot be shown, with the app's name and a link back to it.
    private func fail(
        _ error: OAuthError,
        _ id: TransactionRecord.ID,
        _ call: HTTPCall,
        _ visitor: Visitor
    ) async -> HTTPAnswer {
        // After a server error the store is not read again.
        guard error.status.kind != .serverError else { return pages.errorPage(error, call: call, of: nil) }
        return pages.errorPage(error, call: call, of: await server.engine.abandoned(id, browser: visitor.browser))
    }

    private func finish(_ progress: TransactionProgress, _ call: HTTPCall, _ visitor: Visitor) -> HTTPAnswer {
        switch progress.outcome {
        case nil, .tokens?: .redirect(to: pages.address(of: progress.transaction))
        case .authorization(let response)?: pages.answer(response, call: call, language: visitor.language())
        case .device(let allowed)?: .redirect(to: pages.basePath + DeviceRoutes.donePath(allowed: allowed))
        }
    }

    private func render(
        _ transaction: Transaction,
        _ problem: PageProblem,
        _ call: HTTPCall,
        _ visitor: Visitor
    ) async throws(TransactionError) -> HTTPAnswer {
        let token = pages.forms.token(
            form: transaction.id.rawValue,
            step: transaction.state.number,
            browser: visitor.browser
        )
        let form = PageForm(
            address: pages.basePath + PageDesk.transactionPath,
            flow: transaction.id.rawValue,
            csrf: token
        )
        let account = try await server.engine.person(at: transaction, browser: visitor.browser)
        let page = StepPage(
            transaction: transaction,
            account: account,
            form: form,
            problem: problem,
            now: server.core.now,
            settings: server.core.settings
        )
        return page.render { page in
            pages.render(
                page,
                call: call,
                language: visitor.language(transaction.state.language),
                client: transaction.client,
                selfAddress: pages.address(of: transaction),
                formTarget: transaction.state.purpose.redirectURI,
                status: problem.status
            )
            .setting(retryAfter: problem.retryAfter)
        }
    }
}
