import GatehouseServer
import GatehouseStore
import GatehouseWire
import HTTPTypes

/// The pages that the links of mail and SMS lead to: GET says what will happen, and changes nothing; POST does it.
struct LinkRoutes: Sendable {
    let server: IdentityServer
    let pages: PageDesk

    private static let confirmedPath = MailedLink.path + "/confirmed"
    private static let passwordPath = MailedLink.path + "/password"

    var routes: [Route] {
        [
            Route([.get, .post], MailedLink.path, for: .person) { call throws(OAuthError) in
                call.request.method == .post ? try await submit(call) : try await show(call)
            },
            end(.confirmed, at: Self.confirmedPath),
            end(.passwordDone, at: Self.passwordPath),
        ]
    }

    /// What a reload shows after the form was taken.
    private func end(_ outcome: LinkEndPage.Outcome, at path: String) -> Route {
        Route([.get], path, for: .person) { call throws(OAuthError) in
            let visitor = try await pages.visitor(call)
            let client = try await client(Client.ID(try call.query().page(.client) ?? ""))
            return pages.render(
                LinkEndPage(outcome),
                call: call,
                language: visitor.language(),
                client: client,
                selfAddress: pages.basePath + address(path, of: client)
            )
        }
    }

    private func client(_ id: Client.ID) async throws(OAuthError) -> Client? {
        do { return try await server.core.servedClient(id) } catch { throw server.core.failure(error) }
    }

    private func show(_ call: HTTPCall) async throws(OAuthError) -> HTTPAnswer {
        let visitor = try await pages.visitor(call)
        let text = try call.query().elements.first { $0.name == MailedLink.parameter }?.value
        guard let link = MailedLink(text ?? "") else { return render(.dead, call, visitor) }
        do throws(TransactionError) {
            return render(try await server.engine.follow(link), link, PageProblem(), call, visitor)
        } catch {
            return try refuse(error, call, visitor)
        }
    }

    private func submit(_ call: HTTPCall) async throws(OAuthError) -> HTTPAnswer {
        let form = try call.form()
        let visitor = try await pages.visitor(call)
        guard let link = MailedLink(form.page(.flow) ?? "") else { return render(.dead, call, visitor) }
        let followed: FollowedLink
        do throws(TransactionError) { followed = try await server.engine.follow(link) } catch {
            return try refuse(error, call, visitor)
        }
        guard visitor.hasCookie else { throw .noCookie }
        do throws(TransactionError) {
            guard pages.forms.isValid(form.page(.csrf), form: link.text, browser: visitor.browser) else {
                return render(followed, link, PageProblem(alert: .formStale), call, visitor)
            }
            guard form.page(.language) == nil else { return render(followed, link, PageProblem(), call, visitor) }
            do throws(TransactionError) {
                return .redirect(to: pages.basePath + (try await use(link, followed, form, call, visitor)))
            } catch {
                guard let problem = PageProblem(error, form: form, settings: server.core.settings) else { throw error }
                return render(followed, link, problem, call, visitor)
            }
        } catch {
            return try refuse(error, client: followed.client, call, visitor)
        }
    }

    /// - Returns: Where to go on.
    private func use(
        _ link: MailedLink,
        _ followed: FollowedLink,
        _ form: Parameters,
        _ call: HTTPCall,
        _ visitor: Visitor
    ) async throws(TransactionError) -> String {
        switch followed.use {
        case .verify:
            try await server.engine.confirm(
                link,
                password: form.page(.password) ?? "",
                language: visitor.language(),
                context: call.context
            )
            return address(Self.confirmedPath, of: followed.client)
        case .reset:
            try await server.engine.reset(
                link,
                newPassword: form.page(.password) ?? "",
                language: visitor.language(),
                context: call.context
            )
            return address(Self.passwordPath, of: followed.client)
        }
    }

    private func address(_ path: String, of client: Client?) -> String {
        guard let client else { return path }
        let query = Parameters([.init(name: PageInput.client.rawValue, value: client.id.rawValue)])
        return path + "?" + query.formEncoded
    }

    private func refuse(
        _ error: TransactionError,
        client: Client? = nil,
        _ call: HTTPCall,
        _ visitor: Visitor
    ) throws(OAuthError) -> HTTPAnswer {
        switch error {
        case .gone: return render(.dead, client: client, call, visitor)
        case .addressTaken: return render(.taken, client: client, call, visitor)
        default: throw OAuthError(page: error)
        }
    }

    private func render(
        _ outcome: LinkEndPage.Outcome,
        client: Client? = nil,
        _ call: HTTPCall,
        _ visitor: Visitor
    ) -> HTTPAnswer {
        quiet(
            pages.render(
                LinkEndPage(outcome),
                call: call,
                language: visitor.language(),
                client: client,
                status: outcome == .taken ? .conflict : .gone
            )
        )
    }

    private func render(
        _ followed: FollowedLink,
        _ link: MailedLink,
        _ problem: PageProblem,
        _ call: HTTPCall,
        _ visitor: Visitor
    ) -> HTTPAnswer {
        let form = PageForm(
            address: pages.basePath + MailedLink.path,
            flow: link.text,
            csrf: pages.forms.token(form: link.text, browser: visitor.browser)
        )
        let address = followed.address.value
        let answer =
            switch followed.use {
            case .verify:
                render(
                    LinkConfirmPage(
                        form: form,
                        address: address,
                        username: followed.account.identifier(.username)?.spelling,
                        error: problem.field == .credentialsWrong ? .passwordWrong : problem.field,
                        alert: problem.alert
                    ),
                    followed,
                    link,
                    problem,
                    call,
                    visitor
                )
            case .reset:
                render(
                    LinkPasswordPage(
                        form: form,
                        address: address,
                        error: problem.password ?? problem.field,
                        alert: problem.alert
                    ),
                    followed,
                    link,
                    problem,
                    call,
                    visitor
                )
            }
        return quiet(answer).setting(visitor.newCookie).setting(retryAfter: problem.retryAfter)
    }

    private func render(
        _ page: some Page,
        _ followed: FollowedLink,
        _ link: MailedLink,
        _ problem: PageProblem,
        _ call: HTTPCall,
        _ visitor: Visitor
    ) -> HTTPAnswer {
        pages.render(
            page,
            call: call,
            language: visitor.language(),
            client: followed.client,
            selfAddress: link.address(below: pages.basePath),
            status: problem.status
        )
    }

    /// The page's own address is a secret, so it is not told even to this server.
    private func quiet(_ answer: HTTPAnswer) -> HTTPAnswer {
        var answer = answer
        answer.fields[.referrerPolicy] = "no-referrer"
        return answer
    }
}
