import Foundation
import GatehouseJOSE
import GatehouseWire
import Testing

@testable import Gatehouse

/// Answers that a client must not believe.
struct AnswerCheckTests {
    @Test(arguments: [
        "code=c&iss=https%3A%2F%2Fevil.example.com",
        "code=c",
        "code=c&code=d&iss=https%3A%2F%2Fid.example.com",
        "iss=https%3A%2F%2Fid.example.com",
    ])
    func aRedirectThatIsNotThisServersIsNotUsed(parameters: String) async throws {
        let app = try TestApp()
        app.browser.next { .redirect(try answer(to: $0, parameters)) }
        let error = try await failure { try await app.gatehouse.signIn() }
        #expect(error.code == .invalidAnswer)
        #expect(app.server.calls(TokenEndpoint.path).isEmpty)
    }

    @Test func aRedirectWithAnotherStateIsNotUsed() async throws {
        let app = try TestApp()
        app.browser.next { visit in
            let url = try #require(
                URL(string: "com.example.app:/callback?state=other&code=c&iss=https%3A%2F%2Fid.example.com")
            )
            return .redirect(url)
        }
        let error = try await failure { try await app.gatehouse.signIn() }
        #expect(error.code == .invalidAnswer)
        #expect(app.server.calls(TokenEndpoint.path).isEmpty)
    }

    @Test func aRefusalWithAnotherStateIsNotBelievedEither() async throws {
        let app = try TestApp()
        app.browser.next { _ in
            .redirect(try #require(URL(string: "com.example.app:/callback?state=other&error=access_denied")))
        }
        #expect(try await failure { try await app.gatehouse.signIn() }.code == .invalidAnswer)
    }

    enum Forgery: CaseIterable {
        case nonce, audience, issuer, key, missing
    }

    @Test(arguments: Forgery.allCases)
    func anIDTokenThatIsNotForThisRequestIsNotBelieved(forgery: Forgery) async throws {
        let app = try TestApp()
        let server = app.server
        server.next(TokenEndpoint.path) { _ in
            var tokens = server.tokens(scope: [.openid], nonce: nonce(app)) { claims in
                switch forgery {
                case .nonce: claims.nonce = "other"
                case .audience: claims.audience = ["other-app"]
                case .issuer: claims.issuer = "https://evil.example.com"
                case .key, .missing: break
                }
            }
            if forgery == .missing { tokens.idToken = nil }
            if forgery == .key, let other = try? FakeServer(clock: app.clock) {
                tokens.idToken = other.tokens(scope: nil, nonce: nonce(app)).idToken
            }
            return server.ok(tokens)
        }
        let error = try await failure { try await app.gatehouse.signIn() }
        #expect((error.code, error.recovery) == (.invalidAnswer, .interact))
        #expect(try await app.stored?.grants == [])
        #expect(try await app.stored?.pendingSignIn == nil)
        #expect(app.server.revoked.count == 1)
    }

    @Test func tokensThatCannotBeCheckedAreGivenBack() async throws {
        let app = try TestApp()
        app.server.nextFails(KeySetEndpoint.path)
        let error = try await failure { try await app.gatehouse.signIn() }
        #expect(error.code == .network)
        #expect(app.server.revoked == ["refresh-2"])
    }

    @Test func aNewKeyIsFetchedOnceAndNotForEveryForgery() async throws {
        let app = try TestApp()
        try await app.gatehouse.signIn()
        #expect(app.server.calls(KeySetEndpoint.path).count == 1)
        app.clock.advance(by: 60)
        try app.server.rotateKey()
        try await app.gatehouse.signIn(interaction: .always)
        #expect(app.server.calls(KeySetEndpoint.path).count == 2)
        try app.server.rotateKey()
        let error = try await failure { try await app.gatehouse.signIn(interaction: .always) }
        #expect(error.code == .invalidAnswer)
        #expect(app.server.calls(KeySetEndpoint.path).count == 2)
    }

    @Test func aKeyThatIsNewRightAfterTheFirstFetchIsFetchedToo() async throws {
        let app = try TestApp()
        try await app.gatehouse.signIn()
        try app.server.rotateKey()
        try await app.gatehouse.signIn(interaction: .always)
        #expect(app.server.calls(KeySetEndpoint.path).count == 2)
        try app.server.rotateKey()
        #expect(try await failure { try await app.gatehouse.signIn(interaction: .always) }.code == .invalidAnswer)
        app.clock.advance(by: 30)
        try await app.gatehouse.signIn(interaction: .always)
        #expect(app.server.calls(KeySetEndpoint.path).count == 3)
    }

    @Test func aClockThatIsSetBackKeepsNothingForLonger() async throws {
        let app = try TestApp()
        try await app.gatehouse.signIn()
        app.clock.setDeviceWrong(by: -3700)
        app.clock.advance(by: 3700)
        try await app.gatehouse.signIn(interaction: .always)
        #expect(app.server.calls(OpenIDConfigurationEndpoint.path).count == 2)
    }

    @Test func anIssuerWithoutAServerIsAMistakeInTheConfiguration() async throws {
        let app = try TestApp()
        app.server.next(OpenIDConfigurationEndpoint.path, 404, "<h1>Not found</h1>")
        let error = try await failure { try await app.gatehouse.signIn() }
        #expect((error.code, error.recovery) == (.misconfigured, .fixConfiguration))
        #expect(error.message.contains("https://id.example.com"))
    }

    @Test(arguments: [-86_400.0, 86_400.0])
    func aWrongClockIsCorrectedByTheServersTime(wrong: TimeInterval) async throws {
        let app = try TestApp(deviceIsWrongBy: wrong)
        let session = try await app.gatehouse.signIn()
        let token = try await session.accessToken()
        #expect(abs(token.expiresAt.timeIntervalSince(app.clock.server) - 3600) < 1)
        app.clock.advance(by: 3000)
        #expect(try await session.accessToken() == token)
        app.clock.advance(by: 580)
        #expect(try await session.accessToken() == token)
        #expect(try await app.stored?.clockOffset == -wrong)
        app.clock.advance(by: 30)
        #expect(try await session.accessToken() != token)
    }

    @Test func aClockThatIsSetWhileTheAppRunsChangesNothing() async throws {
        let app = try TestApp()
        let session = try await app.gatehouse.signIn()
        app.clock.hideServerTime()
        let token = try await session.accessToken()
        for wrong in [-86_400.0, 86_400.0] {
            app.clock.setDeviceWrong(by: wrong)
            #expect(try await session.accessToken() == token)
        }
        #expect(app.server.calls(TokenEndpoint.path).count == 1)
    }

    @Test func aNewProcessKnowsHowWrongTheClockIs() async throws {
        let app = try TestApp(deviceIsWrongBy: 86_400)
        try await app.gatehouse.signIn()
        let session = try #require(try await app.relaunched().session())
        _ = try await session.accessToken()
        #expect(app.server.calls(TokenEndpoint.path).count == 1)
    }

    @Test(arguments: [(-86_400.0, "behind"), (86_400.0, "ahead")])
    func aWrongClockThatCannotBeCorrectedIsNamed(wrong: TimeInterval, word: String) async throws {
        let app = try TestApp(deviceIsWrongBy: wrong)
        app.clock.hideServerTime()
        let error = try await failure { try await app.gatehouse.signIn() }
        #expect((error.code, error.recovery) == (.clockSkew, .fixClock))
        #expect(error.message.contains(word))
        #expect(abs((error.clockSkew?.timeInterval ?? 0) - wrong) <= 600)
    }

    @Test func anIssuerThatSaysItIsAnotherIsNotUsed() async throws {
        let app = try TestApp()
        var metadata = app.server.metadata
        metadata.issuer = "https://evil.example.com"
        let (response, body) = app.server.ok(metadata)
        app.server.next(OpenIDConfigurationEndpoint.path) { _ in (response, body) }
        let error = try await failure { try await app.gatehouse.signIn() }
        #expect((error.code, error.recovery) == (.misconfigured, .fixConfiguration))
    }

    @Test(arguments: ["http://id.example.com", "ftp://localhost", "id.example.com"])
    func anIssuerWithoutHTTPSIsNotEvenAsked(issuer: String) async throws {
        let url = try #require(URL(string: issuer))
        let app = try TestApp { $0.issuer = url }
        let error = try await failure { try await app.gatehouse.signIn() }
        #expect(error.code == .misconfigured)
        #expect(app.server.calls(OpenIDConfigurationEndpoint.path).isEmpty)
    }

    @Test func aFinalSlashOfTheIssuerMakesNoDifference() async throws {
        let url = try #require(URL(string: "https://id.example.com/"))
        let app = try TestApp { $0.issuer = url }
        try await app.gatehouse.signIn()
        #expect(try await app.stored?.grants.count == 1)
    }
}

/// The nonce of the last page that was shown.
private func nonce(_ app: TestApp) -> String? {
    app.browser.pages.last.flatMap { try? Parameters(formEncoded: $0.query() ?? "")[.nonce] }
}
