import Foundation
import Gatehouse
import GatehouseConcurrency
import GatehouseTesting
import MSAL
import Testing

/// The rest of MSAL's API that native apps use: the browser as fallback, and the accounts.
///
/// Serialized, because `cancelCurrentWebAuthSession` closes the open pages of every application of the process.
@Suite(.serialized, .timeLimit(.minutes(3))) struct BrowserTests {
    private struct TokenOutcome: Sendable {
        var result: MSALResult?
        var error: NSError?

        init(_ result: MSALResult?, _ error: (any Error)?) {
            self.result = result
            self.error = error as? NSError
        }
    }

    /// Creates an app whose user, Ada, completes the server's pages.
    private func app(
        _ world: GatehouseWorld,
        agrees: Bool = true,
        agent: (any UserAgent)? = nil,
        script: (@Sendable (ScriptedBrowser) async throws -> Void)? = nil
    ) throws -> MSALNativeAuthPublicClientApplication {
        let config = MSALNativeAuthPublicClientApplicationConfig(
            clientId: GatehouseWorld.clientID,
            authority: try MSALCIAMAuthority(url: world.server.issuer.appending(path: "default")),
            challengeTypes: [.OOB]
        )
        config.redirectUri = TestServer.appRedirectURI.absoluteString
        let server = world.server
        return try MSALNativeAuthPublicClientApplication(nativeAuthConfiguration: config) { configuration in
            configuration.tokenStore = world.store
            configuration.transport = world.transport
            let clock = server.clock
            configuration.environment = ClientEnvironment(now: { clock.now }, sleep: { _ in })
            configuration.userAgent =
                agent
                ?? ScriptedUserAgent(
                    ScriptedBrowser(on: server),
                    redirectURI: TestServer.appRedirectURI,
                    script: script ?? {
                        try await ScriptedUser(email: GatehouseWorld.email, agrees: agrees).signIn(in: $0, on: server)
                    }
                )
        }
    }

    private func acquire(
        _ app: MSALNativeAuthPublicClientApplication,
        _ prompt: MSALPromptType = .default,
        change: (MSALInteractiveTokenParameters) -> Void = { _ in }
    ) async -> TokenOutcome {
        await withCheckedContinuation { continuation in
            let webview = MSALWebviewParameters()
            let parameters = MSALInteractiveTokenParameters(scopes: ["email"], webviewParameters: webview)
            parameters.promptType = prompt
            change(parameters)
            app.acquireToken(with: parameters) { continuation.resume(returning: TokenOutcome($0, $1)) }
        }
    }

    private func acquireSilently(
        _ app: MSALNativeAuthPublicClientApplication,
        _ account: MSALAccount,
        isFresh: Bool = false
    ) async -> TokenOutcome {
        await withCheckedContinuation { continuation in
            let parameters = MSALSilentTokenParameters(scopes: [], account: account)
            parameters.forceRefresh = isFresh
            app.acquireTokenSilent(with: parameters) { continuation.resume(returning: TokenOutcome($0, $1)) }
        }
    }

    @Test(arguments: [MSALPromptType.default, .login, .selectAccount, .consent])
    func sharesBrowserSessionWithNativeAuthentication(prompt: MSALPromptType) async throws {
        let world = try await GatehouseWorld()
        _ = try await world.signUpAndIn()
        world.server.clock.advance(by: 301)
        let app = try app(world)
        let response = await acquire(app, prompt)
        let result = try #require(response.result, "\(String(describing: response.error))")
        #expect(result.account.username == GatehouseWorld.email)
        #expect(result.scopes.contains("email"))
        #expect(result.authorizationHeader == "Bearer \(result.accessToken)")
        #expect(result.tenantProfile.tenantId == result.tenantId)
        #expect(app.getNativeAuthUserAccount()?.account == result.account)
        #expect(try app.allAccounts() == [result.account])
    }

    /// Records the requested pages and closes each one.
    private final class RecordingUserAgent: UserAgent {
        let prompts = Mutex<[String?]>([])
        let pages = Mutex<[URLComponents]>([])
        let ephemeral = Mutex<[Bool]>([])

        func present(_ request: UserAgentRequest) async throws(AuthError) -> UserAgentResult {
            let page = request.url(redirectURI: TestServer.appRedirectURI)
            let components = URLComponents(url: page, resolvingAgainstBaseURL: true)
            let items = components?.queryItems ?? []
            if let components { pages.withLock { $0.append(components) } }
            ephemeral.withLock { $0.append(request.prefersEphemeralSession) }
            prompts.withLock { $0.append(items.first { $0.name == "prompt" }?.value) }
            return .dismissed
        }
    }

    @Test func mapsPromptTypeToPromptParameter() async throws {
        let world = try await GatehouseWorld()
        let recorder = RecordingUserAgent()
        let app = try app(world, agent: recorder)
        for prompt in [MSALPromptType.promptIfNecessary, .login, .selectAccount, .consent, .create] {
            #expect(await acquire(app, prompt).error?.code == MSALError.userCanceled.rawValue)
        }
        #expect(recorder.prompts.withLock(\.self) == [nil, "login", "select_account", "consent", "create"])
    }

    @Test func sendsExtraQueryParametersAndDomainHintToThePage() async throws {
        let world = try await GatehouseWorld()
        let recorder = RecordingUserAgent()
        let app = try app(world, agent: recorder)
        _ = await acquire(app) { parameters in
            parameters.extraQueryParameters = ["slice": "a b", "client_id": "other", "domain_hint": "a", "state": "x"]
            parameters.domainHint = "contoso.com"
            parameters.webviewParameters.prefersEphemeralWebBrowserSession = true
        }
        _ = await acquire(app)
        let pages = recorder.pages.withLock(\.self)
        func values(_ name: String) -> [[String?]] {
            pages.map { page in (page.queryItems ?? []).filter { $0.name == name }.map(\.value) }
        }
        #expect(values("slice") == [["a b"], []])
        #expect(values("domain_hint") == [["contoso.com"], []])
        #expect(values("client_id") == [[GatehouseWorld.clientID], [GatehouseWorld.clientID]])
        #expect(values("state").allSatisfy { $0.count == 1 && $0 != ["x"] })
        #expect(recorder.ephemeral.withLock(\.self) == [true, false])
    }

    @Test func sendsExtraQueryParametersToTheSignOutPage() async throws {
        let world = try await GatehouseWorld()
        let recorder = RecordingUserAgent()
        let app = try app(world, agent: recorder)
        _ = try await world.signUpAndIn()
        let account = try #require(try app.allAccounts().first)
        await withCheckedContinuation { continuation in
            let parameters = MSALSignoutParameters(webviewParameters: MSALWebviewParameters())
            parameters.signoutFromBrowser = true
            parameters.extraQueryParameters = ["slice": "a"]
            parameters.webviewParameters.prefersEphemeralWebBrowserSession = true
            app.signout(with: account, signoutParameters: parameters) { _, _ in continuation.resume() }
        }
        let page = try #require(recorder.pages.withLock(\.self).first)
        #expect(page.path == "/default/oauth2/v2.0/logout")
        #expect(page.queryItems?.contains(URLQueryItem(name: "slice", value: "a")) == true)
        #expect(recorder.ephemeral.withLock(\.self) == [true])
    }

    /// Shows its page until the request ends, and signals when the page is open.
    private struct WaitingUserAgent: UserAgent {
        let isOpen: AsyncStream<Void>.Continuation

        func present(_ request: UserAgentRequest) async throws(AuthError) -> UserAgentResult {
            _ = request.url(redirectURI: TestServer.appRedirectURI)
            isOpen.yield()
            // Ends when the request is cancelled.
            try? await Task.sleep(for: .seconds(60))
            return .dismissed
        }
    }

    @Test func closesOpenPage() async throws {
        let world = try await GatehouseWorld()
        let (opened, isOpen) = AsyncStream.makeStream(of: Void.self)
        let app = try app(world, agent: WaitingUserAgent(isOpen: isOpen))
        async let response = acquire(app)
        var iterator = opened.makeAsyncIterator()
        await iterator.next()
        #expect(MSALPublicClientApplication.cancelCurrentWebAuthSession())
        #expect(await response.error?.code == MSALError.userCanceled.rawValue)
        #expect(try app.allAccounts() == [])
    }

    @Test func storesWebviewParameters() {
        let view = NSObject()
        let parameters = MSALWebviewParameters(authPresentationViewController: view)
        #expect(parameters.parentViewController === view)
        #expect(parameters.webviewType == .default)
        parameters.webviewType = .wkWebView
        #expect(parameters.webviewType == .wkWebView)
    }

    @Test func reportsClosedPageAsCancelled() async throws {
        let world = try await GatehouseWorld()
        let app = try app(world, script: { _ in throw CancellationError() })
        let response = await acquire(app)
        #expect(response.result == nil)
        #expect(response.error?.domain == MSALErrorDomain)
        #expect(response.error?.code == MSALError.userCanceled.rawValue)
    }

    @Test func acquiresTokensSilently() async throws {
        let world = try await GatehouseWorld()
        let account = try await world.signUpAndIn().account
        let first = try #require(await acquireSilently(world.app, account).result)
        #expect(first.account == account)
        #expect(await acquireSilently(world.app, account).result?.accessToken == first.accessToken)
        #expect(await acquireSilently(world.app, account, isFresh: true).result?.accessToken != first.accessToken)
        try world.app.remove(account)
        let response = await acquireSilently(world.app, account)
        #expect(response.error?.code == MSALError.interactionRequired.rawValue)
    }

    @Test func findsAndRemovesAccounts() async throws {
        let world = try await GatehouseWorld()
        #expect(try world.app.allAccounts() == [])
        let account = try await world.signUpAndIn().account
        #expect(try world.app.account(forIdentifier: account.identifier ?? "") == account)
        #expect(try world.app.account(forUsername: GatehouseWorld.email) == account)
        #expect(throws: NSError.self) { try world.app.account(forUsername: "bob@example.com") }
        let current = await withCheckedContinuation { continuation in
            world.app.getCurrentAccount(with: nil) { account, _, _ in continuation.resume(returning: account) }
        }
        #expect(current == account)
        try world.app.remove(account)
        #expect(try world.app.allAccounts() == [])
        try world.app.remove(account)
    }

    @Test func endsServerSessionOnSignOut() async throws {
        let world = try await GatehouseWorld()
        let account = try await world.signUpAndIn().account
        let isDone = await withCheckedContinuation { continuation in
            let parameters = MSALSignoutParameters(webviewParameters: MSALWebviewParameters())
            world.app.signout(with: account, signoutParameters: parameters) { isDone, _ in
                continuation.resume(returning: isDone)
            }
        }
        #expect(isDone)
        #expect(try await world.activeSessionCount() == 0)
        #expect(try world.app.allAccounts() == [])
    }

    @Test func failsToListAccountsWhenStoreIsLocked() async throws {
        let world = try await GatehouseWorld()
        _ = try await world.signUpAndIn()
        world.store.fail(with: TokenStoreError(.locked, "The test locked the device."))
        #expect(world.app.getNativeAuthUserAccount() == nil)
        #expect(throws: NSError.self) { try world.app.allAccounts() }
    }

    @Test func ignoresUnexpectedRedirect() throws {
        let url = try #require(URL(string: "com.example.app:/callback?code=1&state=2"))
        #expect(!MSALPublicClientApplication.handleMSALResponse(url, sourceApplication: nil))
    }
}
