import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import Testing

@Suite struct ConsentFlowTests {
    private let email = "ada@example.com"

    private func server() async throws -> CompleteServer {
        let server = try await CompleteServer.with { client in
            client.skipsConsent = false
            client.redirectURIs = ["https://app.example.com/callback"]
        }
        try await server.addAccount(email, password: "correct horse battery")
        return server
    }

    private func signedIn(
        _ server: CompleteServer,
        scopes: ScopeSet = [.openid, .email],
        requiresConsent: Bool = false,
        claims: ClaimsRequest? = nil
    ) async throws -> BrowserDriver {
        var driver = try await BrowserDriver(
            on: server,
            scopes: scopes,
            requiresConsent: requiresConsent,
            claims: claims
        )
        try await driver.submit(.signInByPassword(email: email))
        try await driver.submit(.password("correct horse battery"))
        return driver
    }

    @Test func remembersConsentForSameOrFewerScopes() async throws {
        let server = try await server()
        var first = try await signedIn(server, scopes: [.openid, .email, .profile])
        #expect(first.step.name == "consent")
        try await first.submit(.consent(true))
        #expect(first.hasCode)

        #expect(try await signedIn(server, scopes: [.openid, .email, .profile]).hasCode)
        #expect(try await signedIn(server, scopes: [.openid]).hasCode)
    }

    @Test func requiresConsentForNewScopeAndMergesIt() async throws {
        let server = try await server()
        var first = try await signedIn(server, scopes: [.openid, .email])
        try await first.submit(.consent(true))

        var second = try await signedIn(server, scopes: [.openid, .phone])
        #expect(second.step.name == "consent")
        try await second.submit(.consent(true))
        #expect(try await signedIn(server, scopes: [.openid, .email, .phone]).hasCode)
    }

    @Test func requiresConsentForClaimsOutsideScopes() async throws {
        let server = try await server()
        var first = try await signedIn(server, scopes: [.openid])
        try await first.submit(.consent(true))
        let name = ClaimsRequest(userInfo: [.name: .init()], idToken: [.subject: .init()])
        var second = try await signedIn(server, scopes: [.openid], claims: name)
        #expect(second.step.name == "consent")
        try await second.submit(.consent(true))
        let account = try #require(try await server.account(email))
        #expect(try await server.store.consent(account.id, "app")?.claims == [.name])
        #expect(try await signedIn(server, scopes: [.openid], claims: name).hasCode)
        #expect(try await signedIn(server, scopes: [.openid]).hasCode)

        let extended = ClaimsRequest(userInfo: [.name: .init(), .email: .init()])
        #expect(try await signedIn(server, scopes: [.openid], claims: extended).step.name == "consent")
    }

    @Test func skipsConsentForClaimsCoveredByScopesOrUnavailable() async throws {
        let server = try await server()
        var first = try await signedIn(server)
        try await first.submit(.consent(true))
        let claims = ClaimsRequest(userInfo: [.email: .init(), ClaimName(rawValue: "salary"): .init()])
        #expect(try await signedIn(server, claims: claims).hasCode)
    }

    @Test func mergesConsentOfTwoTabs() async throws {
        let server = try await server()
        var first = try await signedIn(server, scopes: [.openid, .email])
        var second = try await signedIn(server, scopes: [.openid, .phone])
        try await first.submit(.consent(true))
        try await second.submit(.consent(true))
        #expect(try await signedIn(server, scopes: [.openid, .email, .phone]).hasCode)
    }

    @Test func limitsCodeToRequestedScopes() async throws {
        let server = try await server()
        var first = try await signedIn(server, scopes: [.openid, .email, .phone])
        try await first.submit(.consent(true))
        let second = try await signedIn(server, scopes: [.openid])
        guard case .code(let secret)? = second.response?.outcome else { throw StepError(second.step) }
        let record = try await server.store.code(AuthorizationCode.ID(OpaqueToken.hash(of: secret.reveal())))
        #expect(record?.scopes == [.openid])
    }

    @Test func deniesRequestAndRequiresConsentAgain() async throws {
        let server = try await server()
        var driver = try await signedIn(server)
        try await driver.submit(.consent(false))
        #expect(driver.error == .accessDenied)
        #expect(driver.browser.session != nil)
        #expect(try await server.auditKinds().last == .consentDenied)
        #expect(try await signedIn(server).step.name == "consent")
    }

    @Test func auditsDenialOnlyAtConsentStep() async throws {
        let server = try await server()
        var early = try await BrowserDriver(on: server)
        try await early.submit(.cancel)
        #expect(early.error == .accessDenied)
        #expect(try await server.auditKinds().contains(.consentDenied) == false)

        var late = try await signedIn(server)
        try await late.submit(.cancel)
        #expect(late.error == .accessDenied)
        let account = try #require(try await server.account(email))
        let events = try await server.store.events(of: account.id, before: nil, limit: 1)
        #expect(events.map(\.kind) == [.consentDenied])
    }

    @Test func requiresConsentOnEveryRequestOfNativeApp() async throws {
        let server = try await CompleteServer.with { $0.skipsConsent = false }
        try await server.addAccount(email, password: "correct horse battery")
        for _ in 0..<2 {
            var driver = try await signedIn(server)
            #expect(driver.step.name == "consent")
            try await driver.submit(.consent(true))
            #expect(driver.hasCode)
        }
    }

    @Test func keepsConsentPerClient() async throws {
        let server = try await server()
        var first = try await signedIn(server)
        try await first.submit(.consent(true))
        let account = try #require(try await server.account(email))
        #expect(try await server.store.consent(account.id, "app")?.scopes == [.openid, .email])
        #expect(try await server.store.consent(account.id, "other") == nil)
    }

    @Test func skipsConsentForFirstPartyClientUnlessRequested() async throws {
        let server = try await CompleteServer.with()
        try await server.addAccount(email, password: "correct horse battery")
        #expect(try await signedIn(server).hasCode)
        var asking = try await signedIn(server, requiresConsent: true)
        #expect(asking.step.name == "consent")
        try await asking.submit(.consent(true))
        #expect(asking.hasCode)
        #expect(try await signedIn(server, requiresConsent: true).step.name == "consent")
    }

    @Test func requiresSignInAfterConcurrentSignOut() async throws {
        let server = try await server()
        var driver = try await signedIn(server)
        let session = try #require(driver.browser.session)
        try await server.identity.browserSessions.end(session, client: nil, context: driver.context)
        driver.browser = BrowserContext(binding: driver.browser.binding)
        try await driver.submit(.consent(true))
        #expect(driver.step.mode == .signIn)
        #expect(driver.outcome == nil)
    }

    @Test func keepsPendingConsentAfterSignInInAnotherTab() async throws {
        let server = try await server()
        var first = try await signedIn(server)
        var second = try await BrowserDriver(on: server, in: first.browser)
        try await second.submit(.signInByPassword(email: email))
        try await second.submit(.password("correct horse battery"))
        first.browser = second.browser
        try await first.submit(.consent(true))
        #expect(first.hasCode)
    }

    @Test func rejectsConsentOfDisabledAccount() async throws {
        let server = try await server()
        var driver = try await signedIn(server)
        var account = try #require(try await server.account(email))
        account.disabledAt = server.clock.now
        account.revision += 1
        try await server.store.commit([.account(.update(account))])
        #expect(await driver.rejection(.consent(true)) == .accountDisabled)
    }
}

/// An unexpected step of the flow.
struct StepError: Error, CustomStringConvertible {
    let description: String

    init(_ step: FlowStep) { description = "The step is \(step.name)." }
}
