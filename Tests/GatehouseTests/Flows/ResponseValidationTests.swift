import Foundation
import GatehouseJOSE
import GatehouseWire
import Testing

@testable import Gatehouse

/// Responses that a client must reject.
struct ResponseValidationTests {
    @Test(arguments: [
        "code=c&iss=https%3A%2F%2Fevil.example.com",
        "code=c",
        "code=c&code=d&iss=https%3A%2F%2Fid.example.com",
        "iss=https%3A%2F%2Fid.example.com",
    ])
    func rejectsRedirectWithWrongIssuerOrParameters(parameters: String) async throws {
        let app = try TestApp()
        app.browser.next { .redirected(try redirectURL(for: $0, parameters)) }
        let error = try await failure { try await app.gatehouse.signIn() }
        #expect(error.code == .invalidResponse)
        #expect(app.server.calls(TokenEndpoint.path).isEmpty)
    }

    @Test func rejectsRedirectWithWrongState() async throws {
        let app = try TestApp()
        app.browser.next { request in
            let url = try #require(
                URL(string: "com.example.app:/callback?state=other&code=c&iss=https%3A%2F%2Fid.example.com")
            )
            return .redirected(url)
        }
        let error = try await failure { try await app.gatehouse.signIn() }
        #expect(error.code == .invalidResponse)
        #expect(app.server.calls(TokenEndpoint.path).isEmpty)
    }

    @Test func rejectsErrorRedirectWithWrongState() async throws {
        let app = try TestApp()
        app.browser.next { _ in
            .redirected(try #require(URL(string: "com.example.app:/callback?state=other&error=access_denied")))
        }
        #expect(try await failure { try await app.gatehouse.signIn() }.code == .invalidResponse)
    }

    enum Forgery: CaseIterable {
        case nonce, audience, issuer, key, missing
    }

    @Test(arguments: Forgery.allCases)
    func rejectsIDTokenOfAnotherRequest(forgery: Forgery) async throws {
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
        #expect((error.code, error.recovery) == (.invalidResponse, .signInAgain))
        #expect(try await app.stored?.sessions == [])
        #expect(try await app.stored?.pendingSignIn == nil)
        #expect(app.server.revoked.count == 1)
    }

    @Test func revokesTokensThatCannotBeVerified() async throws {
        let app = try TestApp()
        app.server.failNext(KeySetEndpoint.path)
        let error = try await failure { try await app.gatehouse.signIn() }
        #expect(error.code == .network)
        #expect(app.server.revoked == ["refresh-2"])
    }

    @Test func fetchesUnknownKeyOncePerInterval() async throws {
        let app = try TestApp()
        try await app.gatehouse.signIn()
        #expect(app.server.calls(KeySetEndpoint.path).count == 1)
        app.clock.advance(by: 60)
        try app.server.rotateKey()
        try await app.gatehouse.signIn(interaction: .always)
        #expect(app.server.calls(KeySetEndpoint.path).count == 2)
        try app.server.rotateKey()
        let error = try await failure { try await app.gatehouse.signIn(interaction: .always) }
        #expect(error.code == .invalidResponse)
        #expect(app.server.calls(KeySetEndpoint.path).count == 2)
    }

    @Test func fetchesKeyRotatedRightAfterFirstFetch() async throws {
        let app = try TestApp()
        try await app.gatehouse.signIn()
        try app.server.rotateKey()
        try await app.gatehouse.signIn(interaction: .always)
        #expect(app.server.calls(KeySetEndpoint.path).count == 2)
        try app.server.rotateKey()
        #expect(try await failure { try await app.gatehouse.signIn(interaction: .always) }.code == .invalidResponse)
        app.clock.advance(by: 30)
        try await app.gatehouse.signIn(interaction: .always)
        #expect(app.server.calls(KeySetEndpoint.path).count == 3)
    }

    @Test func expiresCachedMetadataWhenClockIsSetBack() async throws {
        let app = try TestApp()
        try await app.gatehouse.signIn()
        app.clock.skewDeviceClock(by: -3700)
        app.clock.advance(by: 3700)
        try await app.gatehouse.signIn(interaction: .always)
        #expect(app.server.calls(OpenIDConfigurationEndpoint.path).count == 2)
    }

    @Test func reportsMissingMetadataAsMisconfiguration() async throws {
        let app = try TestApp()
        app.server.next(OpenIDConfigurationEndpoint.path, status: 404, body: "<h1>Not found</h1>")
        let error = try await failure { try await app.gatehouse.signIn() }
        #expect((error.code, error.recovery) == (.misconfigured, .fixConfiguration))
        #expect(error.message.contains("https://id.example.com"))
    }

    @Test(arguments: [-86_400.0, 86_400.0])
    func correctsDeviceClockByServerTime(skew: TimeInterval) async throws {
        let app = try TestApp(deviceSkew: skew)
        let session = try await app.gatehouse.signIn()
        let token = try await session.accessToken()
        #expect(abs(token.expiresAt.timeIntervalSince(app.clock.server) - 3600) < 1)
        app.clock.advance(by: 3000)
        #expect(try await session.accessToken() == token)
        app.clock.advance(by: 580)
        #expect(try await session.accessToken() == token)
        #expect(try await app.stored?.clockOffset == -skew)
        app.clock.advance(by: 30)
        #expect(try await session.accessToken() != token)
    }

    @Test func toleratesClockChangeWhileRunning() async throws {
        let app = try TestApp()
        let session = try await app.gatehouse.signIn()
        app.clock.omitDateHeader()
        let token = try await session.accessToken()
        for skew in [-86_400.0, 86_400.0] {
            app.clock.skewDeviceClock(by: skew)
            #expect(try await session.accessToken() == token)
        }
        #expect(app.server.calls(TokenEndpoint.path).count == 1)
    }

    @Test func restoresClockOffsetInNewProcess() async throws {
        let app = try TestApp(deviceSkew: 86_400)
        try await app.gatehouse.signIn()
        let session = try #require(try await app.relaunched().session())
        _ = try await session.accessToken()
        #expect(app.server.calls(TokenEndpoint.path).count == 1)
    }

    @Test(arguments: [(-86_400.0, "behind"), (86_400.0, "ahead")])
    func reportsClockSkewWithoutServerTime(skew: TimeInterval, word: String) async throws {
        let app = try TestApp(deviceSkew: skew)
        app.clock.omitDateHeader()
        let error = try await failure { try await app.gatehouse.signIn() }
        #expect((error.code, error.recovery) == (.clockSkew, .setClock))
        #expect(error.message.contains(word))
        #expect(abs((error.clockSkew?.timeInterval ?? 0) - skew) <= 600)
    }

    @Test func rejectsMetadataOfAnotherIssuer() async throws {
        let app = try TestApp()
        var metadata = app.server.metadata
        metadata.issuer = "https://evil.example.com"
        let (response, body) = app.server.ok(metadata)
        app.server.next(OpenIDConfigurationEndpoint.path) { _ in (response, body) }
        let error = try await failure { try await app.gatehouse.signIn() }
        #expect((error.code, error.recovery) == (.misconfigured, .fixConfiguration))
    }

    @Test(arguments: ["http://id.example.com", "ftp://localhost", "id.example.com"])
    func sendsNothingToIssuerWithoutHTTPS(issuer: String) async throws {
        let url = try #require(URL(string: issuer))
        let app = try TestApp { $0.issuer = url }
        let error = try await failure { try await app.gatehouse.signIn() }
        #expect(error.code == .misconfigured)
        #expect(app.server.calls(OpenIDConfigurationEndpoint.path).isEmpty)
    }

    @Test func ignoresTrailingSlashOfIssuer() async throws {
        let url = try #require(URL(string: "https://id.example.com/"))
        let app = try TestApp { $0.issuer = url }
        try await app.gatehouse.signIn()
        #expect(try await app.stored?.sessions.count == 1)
    }
}

/// Returns the nonce of the page shown last.
private func nonce(_ app: TestApp) -> String? {
    app.browser.pages.last.flatMap { try? Parameters(formEncoded: $0.query() ?? "")[.nonce] }
}
