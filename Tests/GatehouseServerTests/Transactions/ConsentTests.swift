import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import Testing

@Suite struct ConsentTests {
    private let email = "ada@example.com"

    private func server() async throws -> FullServer {
        let server = try await FullServer.with { client in
            client.skipsConsent = false
            client.redirectURIs = ["https://app.example.com/callback"]
        }
        try await server.addAccount(email, password: "correct horse battery")
        return server
    }

    private func signedIn(
        _ server: FullServer,
        scopes: ScopeSet = [.openid, .email],
        asksConsent: Bool = false,
        claims: ClaimsRequest? = nil
    ) async throws -> Visit {
        var visit = try await Visit(on: server, scopes: scopes, asksConsent: asksConsent, claims: claims)
        try await visit.submit(.signInByPassword(email: email))
        try await visit.submit(.password("correct horse battery"))
        return visit
    }

    @Test func whoAgreesIsNotAskedAgainForTheSameOrLess() async throws {
        let server = try await server()
        var first = try await signedIn(server, scopes: [.openid, .email, .profile])
        #expect(first.step.name == "consent")
        try await first.submit(.consent(true))
        #expect(first.hasCode)

        #expect(try await signedIn(server, scopes: [.openid, .email, .profile]).hasCode)
        #expect(try await signedIn(server, scopes: [.openid]).hasCode)
    }

    @Test func aNewScopeAsksAgainAndTheConsentGrows() async throws {
        let server = try await server()
        var first = try await signedIn(server, scopes: [.openid, .email])
        try await first.submit(.consent(true))

        var second = try await signedIn(server, scopes: [.openid, .phone])
        #expect(second.step.name == "consent")
        try await second.submit(.consent(true))
        #expect(try await signedIn(server, scopes: [.openid, .email, .phone]).hasCode)
    }

    @Test func asksOnceForClaimsBeyondScopes() async throws {
        let server = try await server()
        var first = try await signedIn(server, scopes: [.openid])
        try await first.submit(.consent(true))
        let name = ClaimsRequest(userInfo: [.name: .init()], idToken: [.subject: .init()])
        var second = try await signedIn(server, scopes: [.openid], claims: name)
        #expect(second.step.name == "consent")
        try await second.submit(.consent(true))
        let account = try #require(try await server.account(email))
        #expect(try await server.core.store.consent(account.id, "app")?.claims == [.name])
        #expect(try await signedIn(server, scopes: [.openid], claims: name).hasCode)
        #expect(try await signedIn(server, scopes: [.openid]).hasCode)

        let more = ClaimsRequest(userInfo: [.name: .init(), .email: .init()])
        #expect(try await signedIn(server, scopes: [.openid], claims: more).step.name == "consent")
    }

    @Test func asksNothingForClaimsThatScopesCoverOrNoScopeOfTheClientDoes() async throws {
        let server = try await server()
        var first = try await signedIn(server)
        try await first.submit(.consent(true))
        let claims = ClaimsRequest(userInfo: [.email: .init(), ClaimName(rawValue: "salary"): .init()])
        #expect(try await signedIn(server, claims: claims).hasCode)
    }

    @Test func twoTabsAgreeToBoth() async throws {
        let server = try await server()
        var first = try await signedIn(server, scopes: [.openid, .email])
        var second = try await signedIn(server, scopes: [.openid, .phone])
        try await first.submit(.consent(true))
        try await second.submit(.consent(true))
        #expect(try await signedIn(server, scopes: [.openid, .email, .phone]).hasCode)
    }

    @Test func theCodeIsForTheScopesAskedForAndNoMore() async throws {
        let server = try await server()
        var first = try await signedIn(server, scopes: [.openid, .email, .phone])
        try await first.submit(.consent(true))
        let second = try await signedIn(server, scopes: [.openid])
        guard case .code(let secret)? = second.answer?.outcome else { throw StepError(second.step) }
        let record = try await server.core.store.code(AuthorizationCode.ID(OpaqueToken.hash(of: secret.reveal())))
        #expect(record?.scopes == [.openid])
    }

    @Test func whoRefusesSendsTheClientAwayAndIsAskedAgainNextTime() async throws {
        let server = try await server()
        var visit = try await signedIn(server)
        try await visit.submit(.consent(false))
        #expect(visit.error == .accessDenied)
        #expect(visit.browser.session != nil)
        #expect(try await server.audited().last == .consentRefused)
        #expect(try await signedIn(server).step.name == "consent")
    }

    @Test func onlyARefusalOfConsentIsAuditedAsOne() async throws {
        let server = try await server()
        var early = try await Visit(on: server)
        try await early.submit(.cancel)
        #expect(early.error == .accessDenied)
        #expect(try await server.audited().contains(.consentRefused) == false)

        var late = try await signedIn(server)
        try await late.submit(.cancel)
        #expect(late.error == .accessDenied)
        let account = try #require(try await server.account(email))
        let events = try await server.core.store.events(of: account.id, before: nil, limit: 1)
        #expect(events.map(\.kind) == [.consentRefused])
    }

    @Test func aNativeAppIsAskedAboutEachTimeAsAnyProgramCouldTakeItsAnswer() async throws {
        let server = try await FullServer.with { $0.skipsConsent = false }
        try await server.addAccount(email, password: "correct horse battery")
        for _ in 0..<2 {
            var visit = try await signedIn(server)
            #expect(visit.step.name == "consent")
            try await visit.submit(.consent(true))
            #expect(visit.hasCode)
        }
    }

    @Test func consentToOneClientIsNoneToAnother() async throws {
        let server = try await server()
        var first = try await signedIn(server)
        try await first.submit(.consent(true))
        let account = try #require(try await server.account(email))
        #expect(try await server.core.store.consent(account.id, "app")?.scopes == [.openid, .email])
        #expect(try await server.core.store.consent(account.id, "other") == nil)
    }

    @Test func aClientOfTheOperatorsOwnAsksOnlyWhenTheRequestDoes() async throws {
        let server = try await FullServer.with()
        try await server.addAccount(email, password: "correct horse battery")
        #expect(try await signedIn(server).hasCode)
        var asking = try await signedIn(server, asksConsent: true)
        #expect(asking.step.name == "consent")
        try await asking.submit(.consent(true))
        #expect(asking.hasCode)
        #expect(try await signedIn(server, asksConsent: true).step.name == "consent")
    }

    @Test func whoHasSignedOutElsewhereMeanwhileSignsInAgain() async throws {
        let server = try await server()
        var visit = try await signedIn(server)
        let session = try #require(visit.browser.session)
        try await server.server.browserSessions.end(session, client: nil, context: visit.context)
        visit.browser = BrowserContext(binding: visit.browser.binding, session: nil)
        try await visit.submit(.consent(true))
        #expect(visit.step.mode == .signIn)
        #expect(visit.outcome == nil)
    }

    @Test func aSignInInAnotherTabDoesNotSpoilAConsentThatWaits() async throws {
        let server = try await server()
        var first = try await signedIn(server)
        var second = try await Visit(on: server, in: first.browser)
        try await second.submit(.signInByPassword(email: email))
        try await second.submit(.password("correct horse battery"))
        first.browser = second.browser
        try await first.submit(.consent(true))
        #expect(first.hasCode)
    }

    @Test func anAccountShutOutMeanwhileGivesNothing() async throws {
        let server = try await server()
        var visit = try await signedIn(server)
        var account = try #require(try await server.account(email))
        account.disabledAt = server.clock.now
        account.revision += 1
        try await server.core.store.commit([.account(.update(account))])
        #expect(await visit.refused(.consent(true)) == .accountDisabled)
    }
}

/// The step that came instead of the one expected.
struct StepError: Error, CustomStringConvertible {
    let description: String

    init(_ step: TransactionStep) { description = "The step is \(step.name)." }
}
