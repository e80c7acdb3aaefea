import Foundation
import GatehouseTestSupport
import GatehouseWire
import HTTPTypes
import Testing

@testable import Gatehouse

/// Sessions created from tokens that the app has kept, with an OpenID Connect server.
struct SessionImporterTests {
    @Test func readsAccountFromUserInfo() async throws {
        let app = try TestApp()
        let session = try await app.gatehouse.importSession(accessToken: "kept-token")
        let account = Account(id: "person-1", name: "Name of person-1", email: "person-1@example.com")
        #expect(session.account.info == account)
        #expect(!session.isRefreshable)
        #expect(try await session.accessToken().value == "kept-token")
        #expect(try await session.accessToken().expiresAt == .distantFuture)
        #expect(app.server.calls(UserInfoEndpoint.path).map { $0.fields[.authorization] } == ["Bearer kept-token"])
        #expect(app.server.calls(TokenEndpoint.path).isEmpty)
        let grant = try #require(try await app.stored?.currentSession)
        #expect((grant.refreshToken, grant.idToken, grant.expiresAt) == (nil, nil, .distantFuture))
        #expect(try await app.relaunched().session()?.account.id == "person-1")
    }

    @Test func usesGivenExpirationAndRefreshToken() async throws {
        let app = try TestApp()
        let saved = app.server.tokens(scope: nil, nonce: nil)
        let session = try await app.gatehouse.importSession(
            accessToken: saved.accessToken.reveal(),
            refreshToken: saved.refreshToken?.reveal(),
            expiresAt: app.clock.server.addingTimeInterval(3600)
        )
        #expect(session.isRefreshable)
        #expect(try await session.accessToken().value == "access-1")
        app.clock.advance(by: 3590)
        #expect(try await session.accessToken().value == "access-2")
        #expect(try await app.gatehouse.session()?.isRefreshable == true)
        #expect(try await app.stored?.currentSession?.refreshToken == Secret("refresh-2"))
    }

    @Test func refreshesExpiredAccessToken() async throws {
        let app = try TestApp()
        let saved = app.server.tokens(scope: nil, nonce: nil)
        app.server.next(UserInfoEndpoint.path, OAuthError(.invalidToken, "expired"))
        let session = try await app.gatehouse.importSession(
            accessToken: "old",
            refreshToken: saved.refreshToken?.reveal()
        )
        #expect(session.account.id == "person-1")
        #expect(try await session.accessToken().value == "access-2")
        #expect(try await session.accessToken().expiresAt == app.clock.server.addingTimeInterval(3600))
    }

    @Test func doesNotRefreshWhenStoreIsNotWritable() async throws {
        let app = try TestApp()
        let saved = app.server.tokens(scope: nil, nonce: nil)
        app.server.next(UserInfoEndpoint.path, OAuthError(.invalidToken, "expired"))
        app.store.failSaves(with: TokenStoreError(.unavailable, "disk full"))
        let error = try await failure {
            try await app.gatehouse.importSession(accessToken: "old", refreshToken: saved.refreshToken?.reveal())
        }
        #expect(error.code == .storeUnavailable)
        #expect(app.server.calls(TokenEndpoint.path).isEmpty)
    }

    @Test func rejectsInvalidAccessAndRefreshTokens() async throws {
        let app = try TestApp()
        app.server.next(UserInfoEndpoint.path, OAuthError(.invalidToken, "expired"))
        let error = try await failure {
            try await app.gatehouse.importSession(accessToken: "old", refreshToken: "spent")
        }
        #expect((error.code, error.response?.error) == (.requestRejected, "invalid_grant"))
        #expect(try await app.stored == nil)
    }

    // MARK: Failures keep the current session

    @Test(
        arguments: [
            "", " ", "two words", "line\nbreak", "nul\u{0}", "ünïcode", String(repeating: "x", count: 8193),
            String(repeating: "x", count: 1 << 20),
        ]
    )
    func rejectsMalformedTokenWithoutRequest(text: String) async throws {
        let app = try TestApp()
        try await app.gatehouse.signIn()
        let before = try await app.stored
        #expect(try await failure { try await app.gatehouse.importSession(accessToken: text) }.code == .requestRejected)
        #expect(
            try await failure { try await app.gatehouse.importSession(accessToken: "valid", refreshToken: text) }.code
                == .requestRejected
        )
        #expect(app.server.calls(UserInfoEndpoint.path).isEmpty)
        #expect(try await app.stored == before)
    }

    @Test func acceptsLongestToken() async throws {
        let app = try TestApp()
        let token = String(repeating: "x", count: 8192)
        #expect(try await app.gatehouse.importSession(accessToken: token).accessToken().value == token)
    }

    @Test func keepsCurrentSessionAfterFailedImport() async throws {
        let app = try TestApp()
        let session = try await app.gatehouse.signIn()
        let before = try await app.stored
        app.server.setSubject("person-2")
        app.server.next(UserInfoEndpoint.path, OAuthError(.invalidToken, "revoked"))
        app.server.next(UserInfoEndpoint.path, status: 503, body: "")
        app.server.next(UserInfoEndpoint.path, status: 401, body: "<html>a proxy</html>")
        app.server.failNext(UserInfoEndpoint.path)
        app.server.next(UserInfoEndpoint.path, status: 200, body: #"{"sub":""}"#)
        var codes: [AuthError.Code] = []
        for _ in 0..<5 {
            codes.append(try await failure { try await app.gatehouse.importSession(accessToken: "other") }.code)
        }
        #expect(codes == [.requestRejected, .serverUnavailable, .serverUnavailable, .network, .invalidResponse])
        #expect(try await app.stored == before)
        #expect(try await session.accessToken().value == "access-2")
    }

    @Test func discardsImportThatCannotBeSavedWithoutRevoking() async throws {
        let app = try TestApp()
        try await app.gatehouse.signIn()
        app.server.setSubject("person-2")
        app.store.failSaves(with: TokenStoreError(.unavailable, "disk full"))
        let error = try await failure {
            try await app.gatehouse.importSession(accessToken: "other", refreshToken: "other-refresh")
        }
        #expect(error.code == .storeUnavailable)
        app.store.failSaves(with: nil)
        #expect(try await app.gatehouse.session()?.account.id == "person-1")
        #expect(app.server.revoked.isEmpty)
        #expect(try await app.stored?.pendingRevocations == [])
    }

    @Test func doesNotRefreshAfterProxyError() async throws {
        let app = try TestApp()
        app.server.next(UserInfoEndpoint.path, status: 401, body: "<html>a proxy</html>")
        let error = try await failure {
            try await app.gatehouse.importSession(accessToken: "old", refreshToken: "valid")
        }
        #expect(error.code == .serverUnavailable)
        #expect(app.server.calls(TokenEndpoint.path).isEmpty)
    }

    @Test func rejectsTokensOfAnotherUser() async throws {
        let app = try TestApp()
        app.server.setSubject("person-2")
        let other = app.server.tokens(scope: nil, nonce: nil)
        app.server.setSubject("person-1")
        let session = try await app.gatehouse.importSession(
            accessToken: "of-person-1",
            refreshToken: other.refreshToken?.reveal(),
            expiresAt: app.clock.server
        )
        #expect(try await failure { try await session.accessToken() }.code == .invalidResponse)
    }

    // MARK: Several accounts

    @Test func addsAnotherAccountAsCurrent() async throws {
        let app = try TestApp()
        try await app.gatehouse.signIn()
        app.server.setSubject("person-2")
        try await app.gatehouse.importSession(accessToken: "other")
        #expect(try await app.gatehouse.accounts().map(\.id) == ["person-1", "person-2"])
        #expect(try await app.gatehouse.session()?.account.id == "person-2")
    }

    @Test func replacesSessionOfSameAccountWithoutRevoking() async throws {
        let app = try TestApp()
        let session = try await app.gatehouse.signIn()
        let token = try await session.accessToken().value
        let adopted = try await app.gatehouse.importSession(accessToken: token)
        #expect(try await adopted.accessToken().value == token)
        #expect(try await app.gatehouse.accounts().map(\.id) == ["person-1"])
        #expect(try await failure { try await session.accessToken() }.code == .signedOut)
        #expect(app.server.revoked.isEmpty)
        #expect(try await app.stored?.pendingRevocations == [])
    }

    @Test func revokesNothingWhenRefreshEndsAfterReplacement() async throws {
        let (requestSent, gate) = (Promise<Void>(), Promise<Void>())
        let app = try TestApp()
        let paused = try app.relaunched { [server = app.server] in
            $0.transport = PausingTransport(server: server) {
                requestSent.resolve(())
                _ = await gate.value
            }
        }
        let saved = app.server.tokens(scope: nil, nonce: nil)
        let session = try await paused.importSession(
            accessToken: saved.accessToken.reveal(),
            refreshToken: saved.refreshToken?.reveal(),
            expiresAt: app.clock.server
        )
        async let refreshed = failure { try await session.accessToken() }
        _ = await requestSent.value
        try await paused.importSession(accessToken: "access-1")
        #expect(try await refreshed.code == .signedOut)
        gate.resolve(())
        try await waitUntil { !app.server.calls(TokenEndpoint.path).isEmpty }
        await paused.manager.sendRevocations()
        #expect(app.server.revoked.isEmpty)
        #expect(try await app.stored?.currentSession?.accessToken == Secret("access-1"))
        #expect(try await app.stored?.currentSession?.refreshToken == nil)
    }

    // MARK: Secrets

    @Test func redactsTokensInDescriptions() async throws {
        let app = try TestApp()
        let session = try await app.gatehouse.importSession(accessToken: "sesame-1", refreshToken: "sesame-2")
        let stored = try #require(try await app.stored)
        let token = try await session.accessToken()
        var text = "\(session) \(stored) \(token) \(String(reflecting: stored)) \(app.gatehouse)"
        dump(session, to: &text)
        dump(stored, to: &text)
        dump(token, to: &text)
        dump(app.gatehouse, to: &text)
        #expect(!text.contains("sesame"))
        app.server.next(UserInfoEndpoint.path, OAuthError(.invalidToken, "no"))
        let error = try await failure { try await app.gatehouse.importSession(accessToken: "sesame-3") }
        #expect(!"\(error) \(String(reflecting: error))".contains("sesame"))
    }
}
