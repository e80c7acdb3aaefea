import Foundation
import Gatehouse
import GatehouseTesting
import MSAL
import Synchronization
import Testing

/// What native apps use of the rest of MSAL: the browser as the way out, and the accounts.
@Suite(.timeLimit(.minutes(3))) struct BrowserTests {
    private struct Answer: Sendable {
        var result: MSALResult?
        var error: NSError?

        init(_ result: MSALResult?, _ error: (any Error)?) {
            self.result = result
            self.error = error as? NSError
        }
    }

    /// An app whose person, Ada, answers the server's pages.
    private func app(
        _ world: OwnServer,
        agrees: Bool = true,
        agent: (any UserAgent)? = nil,
        script: (@Sendable (ScriptedBrowser) async throws -> Void)? = nil
    ) throws -> MSALNativeAuthPublicClientApplication {
        let config = MSALNativeAuthPublicClientApplicationConfig(
            clientId: OwnServer.clientID,
            authority: try MSALCIAMAuthority(url: world.server.issuer.appending(path: "default")),
            challengeTypes: [.OOB]
        )
        config.redirectUri = TestServer.appRedirectURI.absoluteString
        let server = world.server
        return try MSALNativeAuthPublicClientApplication(nativeAuthConfiguration: config) { configuration in
            configuration.tokenStore = world.store
            configuration.transport = world.transport
            let clock = server.clock
            configuration.environment = GatehouseClient.Environment(now: { clock.now }, sleep: { _ in })
            configuration.userAgent =
                agent
                ?? ScriptedUserAgent(
                    ScriptedBrowser(on: server),
                    redirectURI: TestServer.appRedirectURI,
                    script: script ?? {
                        try await ScriptedPerson(email: OwnServer.email, agrees: agrees).walk($0, on: server)
                    }
                )
        }
    }

    private func acquire(
        _ app: MSALNativeAuthPublicClientApplication,
        _ prompt: MSALPromptType = .default,
        change: (MSALInteractiveTokenParameters) -> Void = { _ in }
    ) async -> Answer {
        await withCheckedContinuation { continuation in
            let webview = MSALWebviewParameters()
            let parameters = MSALInteractiveTokenParameters(scopes: ["email"], webviewParameters: webview)
            parameters.promptType = prompt
            change(parameters)
            app.acquireToken(with: parameters) { continuation.resume(returning: Answer($0, $1)) }
        }
    }

    private func acquireSilently(
        _ app: MSALNativeAuthPublicClientApplication,
        _ account: MSALAccount,
        isFresh: Bool = false
    ) async -> Answer {
        await withCheckedContinuation { continuation in
            let parameters = MSALSilentTokenParameters(scopes: [], account: account)
            parameters.forceRefresh = isFresh
            app.acquireTokenSilent(with: parameters) { continuation.resume(returning: Answer($0, $1)) }
        }
    }

    @Test(arguments: [MSALPromptType.default, .login, .selectAccount, .consent])
    func whoSignsInInTheBrowserIsFoundByTheNativeCalls(prompt: MSALPromptType) async throws {
        let world = try await OwnServer()
        _ = try await world.signUpAndIn()
        world.server.clock.advance(by: 301)
        let app = try app(world)
        let answer = await acquire(app, prompt)
        let result = try #require(answer.result, "\(String(describing: answer.error))")
        #expect(result.account.username == OwnServer.email)
        #expect(result.scopes.contains("email"))
        #expect(result.authorizationHeader == "Bearer \(result.accessToken)")
        #expect(result.tenantProfile.tenantId == result.tenantId)
        #expect(app.getNativeAuthUserAccount()?.account == result.account)
        #expect(try app.allAccounts() == [result.account])
    }

    /// Notes what the server is asked, and closes the page.
    private final class Noting: UserAgent {
        let prompts = Mutex<[String?]>([])
        let pages = Mutex<[URLComponents]>([])
        let ephemeral = Mutex<[Bool]>([])

        func present(_ visit: UserAgentVisit) async throws(AuthError) -> UserAgentAnswer {
            let page = visit.page(redirectingTo: TestServer.appRedirectURI)
            let components = URLComponents(url: page, resolvingAgainstBaseURL: true)
            let items = components?.queryItems ?? []
            if let components { pages.withLock { $0.append(components) } }
            ephemeral.withLock { $0.append(visit.prefersEphemeralSession) }
            prompts.withLock { $0.append(items.first { $0.name == "prompt" }?.value) }
            return .closed
        }
    }

    @Test func whatTheServerAsksForInAnyCaseIsForTheAppToSay() async throws {
        let world = try await OwnServer()
        let noting = Noting()
        let app = try app(world, agent: noting)
        for prompt in [MSALPromptType.promptIfNecessary, .login, .selectAccount, .consent, .create] {
            #expect(await acquire(app, prompt).error?.code == MSALError.userCanceled.rawValue)
        }
        #expect(noting.prompts.withLock(\.self) == [nil, "login", "select_account", "consent", "create"])
    }

    @Test func sendsExtraQueryParametersAndDomainHintToThePage() async throws {
        let world = try await OwnServer()
        let noting = Noting()
        let app = try app(world, agent: noting)
        _ = await acquire(app) { parameters in
            parameters.extraQueryParameters = ["slice": "a b", "client_id": "other", "domain_hint": "a", "state": "x"]
            parameters.domainHint = "contoso.com"
            parameters.webviewParameters.prefersEphemeralWebBrowserSession = true
        }
        _ = await acquire(app)
        let pages = noting.pages.withLock(\.self)
        func values(_ name: String) -> [[String?]] {
            pages.map { page in (page.queryItems ?? []).filter { $0.name == name }.map(\.value) }
        }
        #expect(values("slice") == [["a b"], []])
        #expect(values("domain_hint") == [["contoso.com"], []])
        #expect(values("client_id") == [[OwnServer.clientID], [OwnServer.clientID]])
        #expect(values("state").allSatisfy { $0.count == 1 && $0 != ["x"] })
        #expect(noting.ephemeral.withLock(\.self) == [true, false])
    }

    @Test func sendsExtraQueryParametersToTheSignOutPage() async throws {
        let world = try await OwnServer()
        let noting = Noting()
        let app = try app(world, agent: noting)
        _ = try await world.signUpAndIn()
        let account = try #require(try app.allAccounts().first)
        await withCheckedContinuation { continuation in
            let parameters = MSALSignoutParameters(webviewParameters: MSALWebviewParameters())
            parameters.signoutFromBrowser = true
            parameters.extraQueryParameters = ["slice": "a"]
            parameters.webviewParameters.prefersEphemeralWebBrowserSession = true
            app.signout(with: account, signoutParameters: parameters) { _, _ in continuation.resume() }
        }
        let page = try #require(noting.pages.withLock(\.self).first)
        #expect(page.path == "/default/oauth2/v2.0/logout")
        #expect(page.queryItems?.contains(URLQueryItem(name: "slice", value: "a")) == true)
        #expect(noting.ephemeral.withLock(\.self) == [true])
    }

    /// Shows its page until the visit ends, and says when it does.
    private struct Patient: UserAgent {
        let isOpen: AsyncStream<Void>.Continuation

        func present(_ visit: UserAgentVisit) async throws(AuthError) -> UserAgentAnswer {
            _ = visit.page(redirectingTo: TestServer.appRedirectURI)
            isOpen.yield()
            while !Task.isCancelled { await Task.yield() }
            return .closed
        }
    }

    @Test func cancelsTheOpenPage() async throws {
        let world = try await OwnServer()
        let (opened, isOpen) = AsyncStream.makeStream(of: Void.self)
        let app = try app(world, agent: Patient(isOpen: isOpen))
        async let answer = acquire(app)
        var iterator = opened.makeAsyncIterator()
        await iterator.next()
        #expect(MSALPublicClientApplication.cancelCurrentWebAuthSession())
        #expect(await answer.error?.code == MSALError.userCanceled.rawValue)
        #expect(try app.allAccounts() == [])
    }

    @Test func keepsTheWebviewParameters() {
        let view = NSObject()
        let parameters = MSALWebviewParameters(authPresentationViewController: view)
        #expect(parameters.parentViewController === view)
        #expect(parameters.webviewType == .default)
        parameters.webviewType = .wkWebView
        #expect(parameters.webviewType == .wkWebView)
    }

    @Test func whoDoesNotAgreeHasCancelled() async throws {
        let world = try await OwnServer()
        let app = try app(world, script: { _ in throw CancellationError() })
        let answer = await acquire(app)
        #expect(answer.result == nil)
        #expect(answer.error?.domain == MSALErrorDomain)
        #expect(answer.error?.code == MSALError.userCanceled.rawValue)
    }

    @Test func tokensComeWithoutAskingAnybody() async throws {
        let world = try await OwnServer()
        let account = try await world.signUpAndIn().account
        let first = try #require(await acquireSilently(world.app, account).result)
        #expect(first.account == account)
        #expect(await acquireSilently(world.app, account).result?.accessToken == first.accessToken)
        #expect(await acquireSilently(world.app, account, isFresh: true).result?.accessToken != first.accessToken)
        try world.app.remove(account)
        let answer = await acquireSilently(world.app, account)
        #expect(answer.error?.code == MSALError.interactionRequired.rawValue)
    }

    @Test func accountsAreFoundAndRemoved() async throws {
        let world = try await OwnServer()
        #expect(try world.app.allAccounts() == [])
        let account = try await world.signUpAndIn().account
        #expect(try world.app.account(forIdentifier: account.identifier ?? "") == account)
        #expect(try world.app.account(forUsername: OwnServer.email) == account)
        #expect(throws: NSError.self) { try world.app.account(forUsername: "bob@example.com") }
        let current = await withCheckedContinuation { continuation in
            world.app.getCurrentAccount(with: nil) { account, _, _ in continuation.resume(returning: account) }
        }
        #expect(current == account)
        try world.app.remove(account)
        #expect(try world.app.allAccounts() == [])
        try world.app.remove(account)
    }

    @Test func aSignOutReachesTheServer() async throws {
        let world = try await OwnServer()
        let account = try await world.signUpAndIn().account
        let isDone = await withCheckedContinuation { continuation in
            let parameters = MSALSignoutParameters(webviewParameters: MSALWebviewParameters())
            world.app.signout(with: account, signoutParameters: parameters) { isDone, _ in
                continuation.resume(returning: isDone)
            }
        }
        #expect(isDone)
        #expect(try await world.liveSessions() == 0)
        #expect(try world.app.allAccounts() == [])
    }

    @Test func whatCannotBeReadIsAnErrorAndNobody() async throws {
        let world = try await OwnServer()
        _ = try await world.signUpAndIn()
        world.store.fail(with: TokenStoreError(.locked, "The test locked the device."))
        #expect(world.app.getNativeAuthUserAccount() == nil)
        #expect(throws: NSError.self) { try world.app.allAccounts() }
    }

    @Test func aURLThatNobodyWaitsForIsNotHandled() throws {
        let url = try #require(URL(string: "com.example.app:/callback?code=1&state=2"))
        #expect(!MSALPublicClientApplication.handleMSALResponse(url, sourceApplication: nil))
    }
}
