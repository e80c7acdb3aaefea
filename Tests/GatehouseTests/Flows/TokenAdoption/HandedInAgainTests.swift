import Foundation
import GatehouseWire
import Testing

@testable import Gatehouse

/// The same refresh token, handed in at every start.
struct HandedInAgainTests {
    @Test func theSameRefreshTokenGoesOnWithWhatItHasBecome() async throws {
        let app = try TestApp()
        let kept = app.server.tokens(scope: nil, nonce: nil)
        let refreshToken = kept.refreshToken?.reveal()
        let first = try await app.gatehouse.adopt(
            accessToken: kept.accessToken.reveal(),
            expiresAt: app.clock.server.addingTimeInterval(3600),
            refreshToken: refreshToken
        )
        for _ in 0..<2 {
            app.clock.advance(by: 3600)
            _ = try await first.accessToken()
        }
        let spent = app.server.calls(TokenEndpoint.path).count
        let relaunched = try app.relaunched()
        let again = try await relaunched.adopt(accessToken: kept.accessToken.reveal(), refreshToken: refreshToken)
        #expect(again.id == first.id)
        #expect(try await again.accessToken().value == "access-3")
        #expect(app.server.calls(TokenEndpoint.path).count == spent)
        // A service may refuse before the time is over.
        app.server.next(UserInfoEndpoint.path, OAuthError(.invalidToken, "revoked"))
        #expect(
            try await relaunched.adopt(accessToken: "whatever", refreshToken: refreshToken).accessToken().value
                == "access-4"
        )
        #expect(try await app.stored?.grants.count == 1)
    }

    @Test func aSessionThatTheServerHasEndedIsNoWayIn() async throws {
        let app = try TestApp()
        let kept = app.server.tokens(scope: nil, nonce: nil)
        let refreshToken = kept.refreshToken?.reveal()
        try await app.gatehouse.adopt(accessToken: "old", expiresAt: app.clock.server, refreshToken: refreshToken)
        app.server.next(TokenEndpoint.path, times: 2, OAuthError(.invalidGrant, "ended"))
        app.server.next(UserInfoEndpoint.path, OAuthError(.invalidToken, "ended"))
        let error = try await failure {
            try await app.gatehouse.adopt(accessToken: "old", refreshToken: refreshToken)
        }
        #expect((error.code, error.serverCode) == (.refused, "invalid_grant"))
        #expect(try await app.gatehouse.session() == nil)
    }

    @Test func whatWasSpentForNothingIsNotLost() async throws {
        let app = try TestApp()
        let kept = app.server.tokens(scope: nil, nonce: nil)
        let refreshToken = kept.refreshToken?.reveal()
        app.server.next(UserInfoEndpoint.path, OAuthError(.invalidToken, "expired"))
        for _ in 0..<2 {
            app.server.nextFails(UserInfoEndpoint.path)
            let error = try await failure {
                try await app.gatehouse.adopt(accessToken: "old", refreshToken: refreshToken)
            }
            #expect(error.code == .network)
        }
        let session = try await app.gatehouse.adopt(accessToken: "old", refreshToken: refreshToken)
        #expect(try await session.accessToken().value == "access-2")
        #expect(app.server.calls(TokenEndpoint.path).count == 1)
        #expect(await app.gatehouse.keeper.renewals.isEmpty)
    }

    @Test func whatWasSpentForNothingMayBeSpentAgain() async throws {
        let app = try TestApp()
        let kept = app.server.tokens(scope: nil, nonce: nil)
        let refreshToken = kept.refreshToken?.reveal()
        app.server.next(UserInfoEndpoint.path, times: 2, OAuthError(.invalidToken, "no"))
        for _ in 0..<2 {
            let error = try await failure {
                try await app.gatehouse.adopt(accessToken: "old", refreshToken: refreshToken)
            }
            #expect(error.code == .refused)
            app.server.next(UserInfoEndpoint.path, times: 2, OAuthError(.invalidToken, "no"))
        }
        #expect(app.server.calls(TokenEndpoint.path).count == 2)
        #expect(app.server.calls(UserInfoEndpoint.path).count == 4)
    }

    @Test func whoeverHandsItInTwiceAtTheSameTimeSpendsItOnce() async throws {
        let (asked, gate) = (OneShot<Void>(), OneShot<Void>())
        let app = try TestApp()
        let paused = try app.relaunched { [server = app.server] in
            $0.transport = PausingTransport(server: server) {
                asked.resolve(())
                _ = await gate.value
            }
        }
        let kept = app.server.tokens(scope: nil, nonce: nil)
        let refreshToken = kept.refreshToken?.reveal()
        app.server.next(UserInfoEndpoint.path, OAuthError(.invalidToken, "expired"))
        let cancelled = Task {
            try await failure { try await paused.adopt(accessToken: "old", refreshToken: refreshToken) }
        }
        _ = await asked.value
        cancelled.cancel()
        #expect(try await cancelled.value.code == .cancelled)
        async let first = paused.adopt(accessToken: "old", refreshToken: refreshToken)
        async let second = paused.adopt(accessToken: "old", refreshToken: refreshToken)
        for _ in 0..<100 { await Task.yield() }
        gate.resolve(())
        let sessions = try await [first, second]
        #expect(Set(sessions.map(\.id)).count == 1)
        for session in sessions { #expect(try await session.accessToken().value == "access-2") }
        #expect(app.server.calls(TokenEndpoint.path).count == 1)
        #expect(try await app.stored?.grants.map(\.refreshToken) == [Secret("refresh-2")])
    }

    @Test func twoAccessTokensOfOneRefreshTokenAreOneSession() async throws {
        let app = try TestApp()
        let kept = app.server.tokens(scope: nil, nonce: nil)
        let refreshToken = kept.refreshToken?.reveal()
        let accessToken = kept.accessToken.reveal()
        app.server.next(UserInfoEndpoint.path, OAuthError(.invalidToken, "expired"))
        async let older = app.gatehouse.adopt(accessToken: "old", refreshToken: refreshToken)
        async let newer = app.gatehouse.adopt(accessToken: accessToken, refreshToken: refreshToken)
        let sessions = try await [older, newer]
        #expect(Set(sessions.map(\.id)).count == 1)
        let grant = try #require(try await app.stored?.grants.first)
        // Whatever was made of the refresh token is what is stored.
        #expect(grant.refreshToken == Secret("refresh-\(app.server.calls(TokenEndpoint.path).count + 1)"))
        for session in sessions { #expect(try await session.accessToken().value == grant.accessToken.reveal()) }
    }

    @Test func aPersonWhoSignsOutWhileTheServerIsAskedStaysSignedOut() async throws {
        let (asked, gate) = (OneShot<Void>(), OneShot<Void>())
        let app = try TestApp()
        let kept = app.server.tokens(scope: nil, nonce: nil)
        let (accessToken, refreshToken) = (kept.accessToken.reveal(), kept.refreshToken?.reveal())
        let session = try await app.gatehouse.adopt(accessToken: accessToken, refreshToken: refreshToken)
        app.server.next(UserInfoEndpoint.path) { [server = app.server] _ in
            asked.resolve(())
            _ = await gate.value
            return server.ok(UserInfoResponse(subject: "person-1", claims: StandardClaims()))
        }
        let again = Task {
            try await failure {
                try await app.gatehouse.adopt(accessToken: accessToken, refreshToken: refreshToken)
            }
        }
        _ = await asked.value
        try await app.gatehouse.signOut(session.account)
        gate.resolve(())
        #expect(try await again.value.code == .signedOut)
        #expect(try await app.stored?.grants == [])
    }

    @Test func aPersonWhoSignsOutMeanwhileIsNotSignedInAgain() async throws {
        let (asked, gate) = (OneShot<Void>(), OneShot<Void>())
        let app = try TestApp()
        let paused = try app.relaunched { [server = app.server] in
            $0.transport = PausingTransport(server: server) {
                asked.resolve(())
                _ = await gate.value
            }
        }
        let kept = app.server.tokens(scope: nil, nonce: nil)
        let refreshToken = kept.refreshToken?.reveal()
        let session = try await paused.adopt(
            accessToken: "old",
            expiresAt: app.clock.server,
            refreshToken: refreshToken
        )
        let again = Task {
            try await failure { try await paused.adopt(accessToken: "old", refreshToken: refreshToken) }
        }
        _ = await asked.value
        try await paused.signOut(session.account)
        gate.resolve(())
        #expect(try await again.value.code == .signedOut)
        #expect(try await app.stored?.grants == [])
    }
}
