import GatehouseServer
import GatehouseWire
import HTTPTypes

/// The pages of the account, and the page at the issuer's address that leads to them.
struct AccountRoutes: Sendable {
    let server: IdentityServer
    let pages: PageResponder
    /// Whether the issuer's address shows the home page; in development mode, it shows the mailbox.
    let hasHomePage: Bool

    var routes: [Route] {
        let responder = AccountPageResponder(server: server, pages: pages)
        return [
            AccountDetailsRoutes(server: server, responder: responder).routes,
            AccountSecurityRoutes(server: server, responder: responder).routes,
            AccountEnrolmentRoutes(server: server, responder: responder).routes,
            AccountAddressRoutes(server: server, responder: responder).routes,
            AccountAccessRoutes(server: server, responder: responder).routes,
            AccountDataRoutes(server: server, responder: responder).routes,
            [signOutRoute(responder), switchRoute],
            hasHomePage ? homeRoutes : [],
        ].flatMap(\.self)
    }

    /// An issuer with a path is requested with and without a slash at its end.
    private var homeRoutes: [Route] { (pages.basePath.isEmpty ? ["/"] : ["/", ""]).map(homeRoute) }

    private func homeRoute(_ path: String) -> Route {
        Route([.get], path, for: .page) { call throws(OAuthError) in
            pages.render(
                HomePage(),
                call: call,
                language: pages.language(of: call),
                selfAddress: pages.basePath + "/"
            )
        }
    }

    /// The route that starts the choice among the accounts of the browser.
    private var switchRoute: Route {
        Route([.get], AccountFrame.switchPath, for: .page) { call throws(OAuthError) in
            let browserRequest = try await pages.browserRequest(call)
            do throws(FlowError) {
                let flow = try await server.accountPageSignIn.startChoice(
                    language: browserRequest.language(),
                    browser: browserRequest.browser
                )
                return .redirect(to: pages.address(of: flow)).with(cookie: browserRequest.newCookie)
            } catch {
                throw OAuthError(page: error)
            }
        }
    }

    /// Returns the route that signs out of the account in this browser; other accounts stay signed in.
    private func signOutRoute(_ responder: AccountPageResponder) -> Route {
        Route([.post], AccountFrame.signOutPath, for: .page) { call throws(OAuthError) in
            let form = try call.form()
            let browserRequest = try await pages.browserRequest(call)
            guard let session = browserRequest.browser.session else {
                return .redirect(to: pages.basePath + EndSessionEndpoint.path)
            }
            guard browserRequest.hasCookie else { throw .noCookie }
            guard responder.isValid(form, of: session, browserRequest) else {
                return .redirect(to: pages.basePath + AccountSection.details.path)
            }
            try await server.browserSessions.end(session, client: nil, context: call.context)
            // Without a session, the logout endpoint shows the page after a sign-out; with another one it would ask
            // whether to end that, too.
            let isLast = browserRequest.browser.sessions.count == 1
            let next = isLast ? EndSessionEndpoint.path : AccountFrame.switchPath
            return .redirect(to: pages.basePath + next).with(
                cookies: pages.cookies(of: browserRequest.browser.slots.removing([session]))
            )
        }
    }
}
