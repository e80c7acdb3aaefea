import Foundation
import GatehouseWire
import HTTPTypes
import Testing

@testable import Gatehouse

/// A session from tokens that the app has kept, at a server of OpenID Connect.
struct TokenAdoptionTests {
    @Test func theServerSaysWhoseTheTokenIs() async throws {
        let app = try TestApp()
        let session = try await app.gatehouse.adopt(accessToken: "kept-token")
        #expect(session.account == Account(id: "person-1", name: "Name of person-1", email: "person-1@example.com"))
        #expect(!session.canRenew)
        #expect(try await session.accessToken().value == "kept-token")
        #expect(try await session.accessToken().expiresAt == .distantFuture)
        #expect(app.server.calls(UserInfoEndpoint.path).map { $0.fields[.authorization] } == ["Bearer kept-token"])
        #expect(app.server.calls(TokenEndpoint.path).isEmpty)
        let grant = try #require(try await app.stored?.currentGrant)
        #expect((grant.refreshToken, grant.idToken, grant.expiresAt) == (nil, nil, .distantFuture))
        #expect(try await app.relaunched().session()?.account.id == "person-1")
    }

    @Test func expiryAndRefreshTokenCountWhenTheyAreGiven() async throws {
        let app = try TestApp()
        let kept = app.server.tokens(scope: nil, nonce: nil)
        let session = try await app.gatehouse.adopt(
            accessToken: kept.accessToken.reveal(),
            expiresAt: app.clock.server.addingTimeInterval(3600),
            refreshToken: kept.refreshToken?.reveal()
        )
        #expect(session.canRenew)
        #expect(try await session.accessToken().value == "access-1")
        app.clock.advance(by: 3590)
        #expect(try await session.accessToken().value == "access-2")
        #expect(try await app.gatehouse.session()?.canRenew == true)
        #expect(try await app.stored?.currentGrant?.refreshToken == Secret("refresh-2"))
    }

    @Test func anAccessTokenWhoseTimeIsOverIsReplacedFirst() async throws {
        let app = try TestApp()
        let kept = app.server.tokens(scope: nil, nonce: nil)
        app.server.next(UserInfoEndpoint.path, OAuthError(.invalidToken, "expired"))
        let session = try await app.gatehouse.adopt(accessToken: "old", refreshToken: kept.refreshToken?.reveal())
        #expect(session.account.id == "person-1")
        #expect(try await session.accessToken().value == "access-2")
        #expect(try await session.accessToken().expiresAt == app.clock.server.addingTimeInterval(3600))
    }

    @Test func aRefreshTokenIsNotSpentOnWhatCouldNotBeKept() async throws {
        let app = try TestApp()
        let kept = app.server.tokens(scope: nil, nonce: nil)
        app.server.next(UserInfoEndpoint.path, OAuthError(.invalidToken, "expired"))
        app.store.failSaves(with: TokenStoreError(.unavailable, "disk full"))
        let error = try await failure {
            try await app.gatehouse.adopt(accessToken: "old", refreshToken: kept.refreshToken?.reveal())
        }
        #expect(error.code == .storeUnavailable)
        #expect(app.server.calls(TokenEndpoint.path).isEmpty)
    }

    @Test func bothTokensMayBeDead() async throws {
        let app = try TestApp()
        app.server.next(UserInfoEndpoint.path, OAuthError(.invalidToken, "expired"))
        let error = try await failure { try await app.gatehouse.adopt(accessToken: "old", refreshToken: "spent") }
        #expect((error.code, error.serverCode) == (.refused, "invalid_grant"))
        #expect(try await app.stored == nil)
    }

    // MARK: What is there stays as it was

    @Test(
        arguments: [
            "", " ", "two words", "line\nbreak", "nul\u{0}", "ünïcode", String(repeating: "x", count: 8193),
            String(repeating: "x", count: 1 << 20),
        ]
    )
    func whatCannotBeATokenIsRefusedWithoutARequest(text: String) async throws {
        let app = try TestApp()
        try await app.gatehouse.signIn()
        let before = try await app.stored
        #expect(try await failure { try await app.gatehouse.adopt(accessToken: text) }.code == .refused)
        #expect(
            try await failure { try await app.gatehouse.adopt(accessToken: "good", refreshToken: text) }.code
                == .refused
        )
        #expect(app.server.calls(UserInfoEndpoint.path).isEmpty)
        #expect(try await app.stored == before)
    }

    @Test func theLongestTokenIsTaken() async throws {
        let app = try TestApp()
        let token = String(repeating: "x", count: 8192)
        #expect(try await app.gatehouse.adopt(accessToken: token).accessToken().value == token)
    }

    @Test func aFailureLeavesWhoIsSignedIn() async throws {
        let app = try TestApp()
        let session = try await app.gatehouse.signIn()
        let before = try await app.stored
        app.server.become("person-2")
        app.server.next(UserInfoEndpoint.path, OAuthError(.invalidToken, "revoked"))
        app.server.next(UserInfoEndpoint.path, 503, "")
        app.server.next(UserInfoEndpoint.path, 401, "<html>a proxy</html>")
        app.server.nextFails(UserInfoEndpoint.path)
        app.server.next(UserInfoEndpoint.path, 200, #"{"sub":""}"#)
        var codes: [AuthError.Code] = []
        for _ in 0..<5 {
            codes.append(try await failure { try await app.gatehouse.adopt(accessToken: "other") }.code)
        }
        #expect(codes == [.refused, .serverUnavailable, .serverUnavailable, .network, .invalidAnswer])
        #expect(try await app.stored == before)
        #expect(try await session.accessToken().value == "access-2")
    }

    @Test func whatCannotBeKeptHasNotHappenedAndIsNotRevoked() async throws {
        let app = try TestApp()
        try await app.gatehouse.signIn()
        app.server.become("person-2")
        app.store.failSaves(with: TokenStoreError(.unavailable, "disk full"))
        let error = try await failure {
            try await app.gatehouse.adopt(accessToken: "other", refreshToken: "other-refresh")
        }
        #expect(error.code == .storeUnavailable)
        app.store.failSaves(with: nil)
        #expect(try await app.gatehouse.session()?.account.id == "person-1")
        #expect(app.server.revoked.isEmpty)
        #expect(try await app.stored?.outbox == [])
    }

    @Test func whatSomethingInBetweenSaysSpendsNothing() async throws {
        let app = try TestApp()
        app.server.next(UserInfoEndpoint.path, 401, "<html>a proxy</html>")
        let error = try await failure {
            try await app.gatehouse.adopt(accessToken: "old", refreshToken: "good")
        }
        #expect(error.code == .serverUnavailable)
        #expect(app.server.calls(TokenEndpoint.path).isEmpty)
    }

    @Test func theTokensOfAnotherPersonAreNotTaken() async throws {
        let app = try TestApp()
        app.server.become("person-2")
        let other = app.server.tokens(scope: nil, nonce: nil)
        app.server.become("person-1")
        let session = try await app.gatehouse.adopt(
            accessToken: "of-person-1",
            expiresAt: app.clock.server,
            refreshToken: other.refreshToken?.reveal()
        )
        #expect(try await failure { try await session.accessToken() }.code == .invalidAnswer)
    }

    // MARK: Several people

    @Test func anotherPersonIsAddedAndBecomesCurrent() async throws {
        let app = try TestApp()
        try await app.gatehouse.signIn()
        app.server.become("person-2")
        try await app.gatehouse.adopt(accessToken: "other")
        #expect(try await app.gatehouse.accounts().map(\.id) == ["person-1", "person-2"])
        #expect(try await app.gatehouse.session()?.account.id == "person-2")
    }

    @Test func theSamePersonsSessionIsReplacedAndStaysGoodAtTheServer() async throws {
        let app = try TestApp()
        let session = try await app.gatehouse.signIn()
        let token = try await session.accessToken().value
        let adopted = try await app.gatehouse.adopt(accessToken: token)
        #expect(try await adopted.accessToken().value == token)
        #expect(try await app.gatehouse.accounts().map(\.id) == ["person-1"])
        #expect(try await failure { try await session.accessToken() }.code == .signedOut)
        #expect(app.server.revoked.isEmpty)
        #expect(try await app.stored?.outbox == [])
    }

    @Test func aRefreshThatEndsAfterTheReplacementRevokesNothing() async throws {
        let (asked, gate) = (OneShot<Void>(), OneShot<Void>())
        let app = try TestApp()
        let paused = try app.relaunched { [server = app.server] in
            $0.transport = PausingTransport(server: server) {
                asked.resolve(())
                _ = await gate.value
            }
        }
        let kept = app.server.tokens(scope: nil, nonce: nil)
        let session = try await paused.adopt(
            accessToken: kept.accessToken.reveal(),
            expiresAt: app.clock.server,
            refreshToken: kept.refreshToken?.reveal()
        )
        async let refreshed = failure { try await session.accessToken() }
        _ = await asked.value
        try await paused.adopt(accessToken: "access-1")
        #expect(try await refreshed.code == .signedOut)
        gate.resolve(())
        while app.server.calls(TokenEndpoint.path).isEmpty { await Task.yield() }
        await paused.keeper.deliver()
        #expect(app.server.revoked.isEmpty)
        #expect(try await app.stored?.currentGrant?.accessToken == Secret("access-1"))
        #expect(try await app.stored?.currentGrant?.refreshToken == nil)
    }

    // MARK: Secrets

    @Test func noDescriptionShowsAToken() async throws {
        let app = try TestApp()
        let session = try await app.gatehouse.adopt(accessToken: "sesame-1", refreshToken: "sesame-2")
        let stored = try #require(try await app.stored)
        let token = try await session.accessToken()
        var text = "\(session) \(stored) \(token) \(String(reflecting: stored)) \(app.gatehouse)"
        dump(session, to: &text)
        dump(stored, to: &text)
        dump(token, to: &text)
        dump(app.gatehouse, to: &text)
        #expect(!text.contains("sesame"))
        app.server.next(UserInfoEndpoint.path, OAuthError(.invalidToken, "no"))
        let error = try await failure { try await app.gatehouse.adopt(accessToken: "sesame-3") }
        #expect(!"\(error) \(String(reflecting: error))".contains("sesame"))
    }
}
