import Foundation
import GatehouseTestSupport
import GatehouseWire
import HTTPTypes
import Testing

@testable import Gatehouse

/// Logging in, switching users and logging out.
struct KiiLogInTests {
    @Test func sendsKiiLogInRequest() async throws {
        let app = try KiiApp(lifetime: 600)
        let login = try await app.logIn("ada")
        #expect(login.user.userID == "ada")
        #expect(login.user.customFields == ["score": 7])
        #expect(login.accessToken == Secret("ada.a1"))
        #expect(login.refreshToken == Secret("ada.r1"))
        #expect(login.expiresAt == app.clock.server.addingTimeInterval(3600))
        #expect(app.server.calls.map(\.path) == ["oauth2/token", "me"])
        let call = try #require(app.server.calls.first)
        #expect(call.method == .post)
        #expect(call.fields[.contentType] == "application/vnd.kii.OauthTokenRequest+json")
        #expect(call.fields[.kiiAppID] == "example-app")
        #expect(call.fields[.kiiAppKey] == "key-of-the-app")
        #expect(call.fields[.kiiSDK] == "sn=swift;sv=1")
        #expect(call.fields[.authorization] == nil)
        #expect(
            call.members.values == [
                "grant_type": "password", "username": "ada", "password": "ada-secret", "expiresAt": 1_800_000_600_000,
            ]
        )
        #expect(app.server.calls.last?.token == "ada.a1")
    }

    @Test func restoresLogInAfterRelaunchWithoutNetworkOrCustomFields() async throws {
        let app = try KiiApp()
        #expect(try app.users.current() == nil)
        let login = try await app.logIn("ada")
        let calls = app.server.calls.count
        let stored = try #require(try app.relaunched().current())
        #expect(stored.user.loginName == "ada")
        #expect(stored.user.displayName == "ada the user")
        #expect(stored.user.customFields == [:])
        #expect(stored.accessToken == login.accessToken)
        #expect(stored.refreshToken == login.refreshToken)
        #expect(stored.expiresAt == login.expiresAt)
        #expect(stored.session.account.info == Account(id: "ada", name: "ada the user"))
        #expect(app.server.calls.count == calls)
        let data = try StoredDocument.encode(try #require(try await app.stored), for: KiiApp.key)
        #expect(!String(decoding: data, as: UTF8.self).contains("score"))
    }

    @Test(
        arguments: [
            (nil, Date.distantFuture), (9_223_372_036_854_775, .distantFuture), (Int64.max, .distantFuture),
            (2_147_483_647, Date(timeIntervalSince1970: 1_800_000_000 + 2_147_483_647)), (Int64.min, .distantPast),
        ] as [(Int64?, Date)]
    )
    func clampsTokenExpiration(seconds: Int64?, expected: Date) async throws {
        let app = try KiiApp()
        app.server.setLifetime(seconds)
        #expect(try await app.logIn("ada").expiresAt == expected)
        #expect(try app.relaunched().current()?.expiresAt == expected)
        #expect(try await app.users.register(KiiNewUser(loginName: "eve", password: Secret("x"))).expiresAt == expected)
    }

    @Test(arguments: [0, Int64.max]) func clampsRequestedLifetime(lifetime: Int64) async throws {
        let app = try KiiApp(lifetime: lifetime)
        try await app.logIn("ada")
        let sent = app.server.calls.first?.members.values["expiresAt"]
        let latest = KiiTime(.distantFuture).milliseconds
        #expect(sent == .integer(lifetime == 0 ? 1_800_000_000_000 : latest))
    }

    @Test func logsInAfterRegistration() async throws {
        let app = try KiiApp()
        let new = KiiNewUser(
            loginName: "eve",
            password: Secret("eve-secret"),
            displayName: "Eve",
            customFields: ["level": 1]
        )
        let login = try await app.users.register(new)
        #expect(app.server.calls.map(\.path) == ["users"])
        #expect(
            app.server.calls.first?.fields[.contentType]
                == "application/vnd.kii.RegistrationAndAuthorizationRequest+json"
        )
        #expect(login.user.customFields == ["level": 1])
        #expect(try app.users.current()?.user.displayName == "Eve")
        #expect(try await failure { try await app.users.register(new) }.code == .userAlreadyExists)
        #expect(try app.users.current()?.user.userID == "eve")
    }

    @Test func logsInPseudoUserWithAccessTokenOnly() async throws {
        let app = try KiiApp()
        let login = try await app.users.register(KiiNewUser(customFields: ["level": 1]))
        #expect(login.refreshToken == nil)
        #expect(!login.session.isRefreshable)
        #expect(try await app.relaunched().read(login.session).userID == "pseudo")
    }

    @Test func restoresOnlyGivenValuesWithTokenLogIn() async throws {
        let app = try KiiApp()
        let saved = app.server.token(of: "bob")
        let login = try await app.users.logIn(accessToken: saved.access)
        #expect(login.user.displayName == "bob the user")
        #expect((login.expiresAt, login.refreshToken) == (.distantFuture, nil))
        #expect(app.server.calls.map(\.path) == ["me"])
        let day = app.clock.server.addingTimeInterval(86_400)
        let whole = try await app.users.logIn(accessToken: saved.access, expiresAt: day, refreshToken: saved.refresh)
        #expect((whole.expiresAt, whole.refreshToken) == (day, Secret(saved.refresh)))
    }

    @Test func refreshesExpiredAccessTokenDuringTokenLogIn() async throws {
        let app = try KiiApp()
        let saved = app.server.token(of: "bob")
        app.server.invalidate(saved.access)
        let login = try await app.users.logIn(accessToken: saved.access, refreshToken: saved.refresh)
        #expect(login.accessToken == Secret("bob.a2"))
        #expect(login.refreshToken == Secret("bob.r2"))
        #expect(login.user.userID == "bob")
    }

    // MARK: Switching

    @Test func sendsNoRequestOnUserSwitchOrLogOut() async throws {
        let app = try KiiApp()
        let ada = try await app.logIn("ada")
        let bob = try await app.logIn("bob")
        #expect(try app.users.current()?.user.userID == "bob")
        #expect(try await app.stored?.sessions.map(\.account.id) == ["bob"])
        #expect(try await failure { try await app.users.read(ada.session) }.code == .signedOut)
        let again = try await app.users.logIn(accessToken: ada.accessToken.reveal())
        #expect(again.user.userID == "ada")
        try app.users.logOut()
        #expect(try app.users.current() == nil)
        let restored = try await app.users.logIn(accessToken: bob.accessToken.reveal())
        #expect(try await app.users.read(restored.session).userID == "bob")
        await app.client.manager.sendRevocations()
        #expect(try await app.stored?.pendingRevocations == [])
        #expect(app.server.calls.allSatisfy { $0.path == "oauth2/token" || $0.path == "me" || $0.path == "bob" })
    }

    @Test func keepsCurrentUserAfterFailedLogIn() async throws {
        let app = try KiiApp()
        try await app.logIn("ada")
        let before = try await app.stored
        let saved = app.server.token(of: "bob")
        app.server.next("me", status: 0, body: "")
        app.server.next("me", status: 500, body: "")
        app.server.next("me", status: 200, body: "<html>")
        app.server.next("me", KiiWireError(.tooManyRequests, "later"))
        app.server.next("me", status: 403, body: "<html>a proxy</html>")
        var codes: [AuthError.Code] = []
        for _ in 0..<5 { codes.append(try await failure { try await app.users.logIn(accessToken: saved.access) }.code) }
        #expect(codes == [.network, .serverUnavailable, .serverUnavailable, .rateLimited, .invalidResponse])
        let wrong = try await failure { try await app.users.logIn(accessToken: "stranger") }
        #expect(
            (wrong.code, wrong.response?.error, wrong.response?.httpStatus) == (.requestRejected, "WRONG_TOKEN", 403)
        )
        #expect(wrong.serverText == "The provided token is not valid")
        let typo = try await failure { try await app.users.logIn("bob", password: Secret("typo")) }
        #expect((typo.code, typo.response?.error, typo.response?.httpStatus) == (.wrongPassword, "invalid_grant", 400))
        #expect(try await app.stored == before)
        app.store.failSaves(with: TokenStoreError(.unavailable, "disk full"))
        #expect(try await failure { try await app.users.logIn(accessToken: saved.access) }.code == .storeUnavailable)
        app.store.failSaves(with: nil)
        #expect(try app.users.current()?.user.userID == "ada")
        #expect(try await app.stored == before)
    }

    @Test func rejectsLogInWithMismatchedUserID() async throws {
        let app = try KiiApp()
        app.server.next("me", status: 200, body: #"{"userID":"mallory"}"#)
        #expect(try await failure { try await app.logIn("ada") }.code == .invalidResponse)
        #expect(try app.users.current() == nil)
    }

    @Test func logsOutWhileStoreIsLockedAndSavesAfterUnlock() async throws {
        let app = try KiiApp()
        let login = try await app.logIn("ada")
        app.store.failSaves(with: TokenStoreError(.locked, "locked"))
        #expect(throws: AuthError.self) { try app.users.logOut() }
        try await waitUntil { (try? await app.users.read(login.session)) == nil }
        app.store.failSaves(with: nil)
        _ = try await app.client.accounts()
        try await waitUntil { try app.users.current() == nil }
    }

    // MARK: Secrets

    @Test func redactsTokensAndPasswordsInDescriptions() async throws {
        let app = try KiiApp()
        let login = try await app.logIn("ada")
        var text = "\(login) \(app.client.configuration) \(try await app.stored as Any)"
        dump(login, to: &text)
        dump(app.users, to: &text)
        app.server.next("me", KiiWireError.wrongToken("ada.a1", app: "example-app"))
        let error = try await failure { try await app.users.logIn(accessToken: "ada.a1") }
        dump(error, to: &text)
        for secret in ["ada.a", "ada.r", "-secret", "key-of-the-app"] { #expect(!text.contains(secret)) }
    }
}
