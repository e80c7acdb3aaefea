import Foundation
import GatehouseWire
import Testing

@testable import Gatehouse

/// Repeated imports of the same refresh token, as by an app that imports at every launch.
struct RepeatedImportTests {
    @Test func continuesSessionWhenSameRefreshTokenIsImportedAgain() async throws {
        let app = try TestApp()
        let saved = app.server.tokens(scope: nil, nonce: nil)
        let refreshToken = saved.refreshToken?.reveal()
        let first = try await app.gatehouse.importSession(
            accessToken: saved.accessToken.reveal(),
            refreshToken: refreshToken,
            expiresAt: app.clock.server.addingTimeInterval(3600)
        )
        for _ in 0..<2 {
            app.clock.advance(by: 3600)
            _ = try await first.accessToken()
        }
        let refreshCount = app.server.calls(TokenEndpoint.path).count
        let relaunched = try app.relaunched()
        let again = try await relaunched.importSession(
            accessToken: saved.accessToken.reveal(),
            refreshToken: refreshToken
        )
        #expect(again.id == first.id)
        #expect(try await again.accessToken().value == "access-3")
        #expect(app.server.calls(TokenEndpoint.path).count == refreshCount)
        // A service may reject a token before it expires.
        app.server.next(UserInfoEndpoint.path, OAuthError(.invalidToken, "revoked"))
        #expect(
            try await relaunched.importSession(accessToken: "whatever", refreshToken: refreshToken).accessToken().value
                == "access-4"
        )
        #expect(try await app.stored?.sessions.count == 1)
    }

    @Test func rejectsImportOfEndedSession() async throws {
        let app = try TestApp()
        let saved = app.server.tokens(scope: nil, nonce: nil)
        let refreshToken = saved.refreshToken?.reveal()
        try await app.gatehouse.importSession(
            accessToken: "old",
            refreshToken: refreshToken,
            expiresAt: app.clock.server
        )
        app.server.next(TokenEndpoint.path, times: 2, OAuthError(.invalidGrant, "ended"))
        app.server.next(UserInfoEndpoint.path, OAuthError(.invalidToken, "ended"))
        let error = try await failure {
            try await app.gatehouse.importSession(accessToken: "old", refreshToken: refreshToken)
        }
        #expect((error.code, error.response?.error) == (.requestRejected, "invalid_grant"))
        #expect(try await app.gatehouse.session() == nil)
    }

    @Test func reusesTokensRefreshedByFailedImport() async throws {
        let app = try TestApp()
        let saved = app.server.tokens(scope: nil, nonce: nil)
        let refreshToken = saved.refreshToken?.reveal()
        app.server.next(UserInfoEndpoint.path, OAuthError(.invalidToken, "expired"))
        for _ in 0..<2 {
            app.server.failNext(UserInfoEndpoint.path)
            let error = try await failure {
                try await app.gatehouse.importSession(accessToken: "old", refreshToken: refreshToken)
            }
            #expect(error.code == .network)
        }
        let session = try await app.gatehouse.importSession(accessToken: "old", refreshToken: refreshToken)
        #expect(try await session.accessToken().value == "access-2")
        #expect(app.server.calls(TokenEndpoint.path).count == 1)
        #expect(!app.gatehouse.services.importer.hasUnsavedTokens)
    }

    @Test func refreshesAgainAfterRejectedImport() async throws {
        let app = try TestApp()
        let saved = app.server.tokens(scope: nil, nonce: nil)
        let refreshToken = saved.refreshToken?.reveal()
        app.server.next(UserInfoEndpoint.path, times: 2, OAuthError(.invalidToken, "no"))
        for _ in 0..<2 {
            let error = try await failure {
                try await app.gatehouse.importSession(accessToken: "old", refreshToken: refreshToken)
            }
            #expect(error.code == .requestRejected)
            app.server.next(UserInfoEndpoint.path, times: 2, OAuthError(.invalidToken, "no"))
        }
        #expect(app.server.calls(TokenEndpoint.path).count == 2)
        #expect(app.server.calls(UserInfoEndpoint.path).count == 4)
    }

    @Test func refreshesOnceForConcurrentImports() async throws {
        let (requestSent, gate) = (Promise<Void>(), Promise<Void>())
        let app = try TestApp()
        let paused = try app.relaunched { [server = app.server] in
            $0.transport = PausingTransport(server: server) {
                requestSent.resolve(())
                _ = await gate.value
            }
        }
        let saved = app.server.tokens(scope: nil, nonce: nil)
        let refreshToken = saved.refreshToken?.reveal()
        app.server.next(UserInfoEndpoint.path, OAuthError(.invalidToken, "expired"))
        let cancelled = Task {
            try await failure { try await paused.importSession(accessToken: "old", refreshToken: refreshToken) }
        }
        _ = await requestSent.value
        cancelled.cancel()
        #expect(try await cancelled.value.code == .cancelled)
        async let first = paused.importSession(accessToken: "old", refreshToken: refreshToken)
        async let second = paused.importSession(accessToken: "old", refreshToken: refreshToken)
        for _ in 0..<100 { await Task.yield() }
        gate.resolve(())
        let sessions = try await [first, second]
        #expect(Set(sessions.map(\.id)).count == 1)
        for session in sessions { #expect(try await session.accessToken().value == "access-2") }
        #expect(app.server.calls(TokenEndpoint.path).count == 1)
        #expect(try await app.stored?.sessions.map(\.refreshToken) == [Secret("refresh-2")])
    }

    @Test func importsOneSessionForTwoAccessTokens() async throws {
        let app = try TestApp()
        let saved = app.server.tokens(scope: nil, nonce: nil)
        let refreshToken = saved.refreshToken?.reveal()
        let accessToken = saved.accessToken.reveal()
        app.server.next(UserInfoEndpoint.path, OAuthError(.invalidToken, "expired"))
        async let older = app.gatehouse.importSession(accessToken: "old", refreshToken: refreshToken)
        async let newer = app.gatehouse.importSession(accessToken: accessToken, refreshToken: refreshToken)
        let sessions = try await [older, newer]
        #expect(Set(sessions.map(\.id)).count == 1)
        let grant = try #require(try await app.stored?.sessions.first)
        // The latest refresh token is the stored one.
        #expect(grant.refreshToken == Secret("refresh-\(app.server.calls(TokenEndpoint.path).count + 1)"))
        for session in sessions { #expect(try await session.accessToken().value == grant.accessToken.reveal()) }
    }

    @Test func staysSignedOutWhenUserSignsOutDuringUserInfoRequest() async throws {
        let (requestSent, gate) = (Promise<Void>(), Promise<Void>())
        let app = try TestApp()
        let saved = app.server.tokens(scope: nil, nonce: nil)
        let (accessToken, refreshToken) = (saved.accessToken.reveal(), saved.refreshToken?.reveal())
        let session = try await app.gatehouse.importSession(accessToken: accessToken, refreshToken: refreshToken)
        app.server.next(UserInfoEndpoint.path) { [server = app.server] _ in
            requestSent.resolve(())
            _ = await gate.value
            return server.ok(UserInfoResponse(subject: "person-1", claims: StandardClaims()))
        }
        let again = Task {
            try await failure {
                try await app.gatehouse.importSession(accessToken: accessToken, refreshToken: refreshToken)
            }
        }
        _ = await requestSent.value
        try await app.gatehouse.signOut(session.account.info)
        gate.resolve(())
        #expect(try await again.value.code == .signedOut)
        #expect(try await app.stored?.sessions == [])
    }

    @Test func staysSignedOutWhenUserSignsOutDuringTokenRequest() async throws {
        let (requestSent, gate) = (Promise<Void>(), Promise<Void>())
        let app = try TestApp()
        let paused = try app.relaunched { [server = app.server] in
            $0.transport = PausingTransport(server: server) {
                requestSent.resolve(())
                _ = await gate.value
            }
        }
        let saved = app.server.tokens(scope: nil, nonce: nil)
        let refreshToken = saved.refreshToken?.reveal()
        let session = try await paused.importSession(
            accessToken: "old",
            refreshToken: refreshToken,
            expiresAt: app.clock.server
        )
        let again = Task {
            try await failure { try await paused.importSession(accessToken: "old", refreshToken: refreshToken) }
        }
        _ = await requestSent.value
        try await paused.signOut(session.account.info)
        gate.resolve(())
        #expect(try await again.value.code == .signedOut)
        #expect(try await app.stored?.sessions == [])
    }
}
