import Foundation
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import Testing

@Suite struct PasswordGrantTests {
    private let password = "correct horse battery"

    private func oauthError(_ body: () async throws -> IssuedTokens) async -> OAuthError? {
        await #expect(throws: OAuthError.self) { try await body() }
    }

    @Test func signsInByEveryIdentifierOfAccount() async throws {
        let app = try await KiiApp.standalone()
        var account = try await app.register("Ada", email: "ada@example.com", phone: "+819012345678")
        account = try await app.verifyAddress(.email, of: account)
        account = try await app.verifyAddress(.phone, of: account)
        for name in ["ada", "ADA", "ada@example.com", "Ada@EXAMPLE.com", "+819012345678", "+81 90-1234-5678"] {
            #expect(try await app.signIn(name).user == account.id)
        }
    }

    @Test func rejectsClientsWithoutKiiSettings() async throws {
        let app = try await KiiApp.standalone { $0.passwordApp = nil }
        try await app.server.addAccount("ada@example.com", password: password)
        #expect(await oauthError { try await app.signIn("ada@example.com") }?.code == .unauthorizedClient)
        let unregistered = try await KiiApp(on: app.server, id: "unregistered") { $0.grantTypes = [.refreshToken] }
        #expect(await oauthError { try await unregistered.signIn("ada@example.com") }?.code == .unauthorizedClient)
        #expect(try await app.server.auditKinds() == [])
    }

    @Test func rejectsPasswordGrantAtOAuthTokenEndpoint() async throws {
        let app = try await KiiApp.standalone()
        try await app.register("ada")
        var parameters = Parameters()
        parameters.append(.grantType, GrantType.password.rawValue)
        parameters.append(.username, "ada")
        parameters.append(.password, password)
        parameters.append(.clientID, "app")
        let error = await #expect(throws: OAuthError.self) {
            try await app.server.identity.token.token(parameters, authorization: nil, context: app.request.context)
        }
        #expect(error?.code == .unsupportedGrantType)
    }

    @Test func respondsAlikeToAllInvalidCredentials() async throws {
        let app = try await KiiApp.standalone()
        let account = try await app.register("ada", email: "ada@example.com")
        _ = try await app.accounts.registrar.register(NewAccount(), app.request)
        let wrong = await oauthError { try await app.signIn("ada", "wrong horse battery") }
        #expect(wrong?.code == .invalidGrant)
        for name in ["nobody", "ada@example.com", "bob@example.com", "+819012345678", "", "x y", "@", "ad"] {
            #expect(await oauthError { try await app.signIn(name) } == wrong)
        }
        #expect(await oauthError { try await app.signIn("ada", "") } == wrong)
        try await app.accounts.status.setDisabled(true, of: account, app.request)
        #expect(await oauthError { try await app.signIn("ada") } == wrong)
    }

    @Test func performsSameStoreOperationsForAllInvalidIdentifiers() async throws {
        func operations(_ name: String) async throws -> [String] {
            let store = SpyStore()
            let app = try await KiiApp.standalone(store: store)
            try await app.register("ada", email: "eve@example.com")
            let before = store.operations.count
            _ = await oauthError { try await app.signIn(name, "wrong horse battery") }
            return Array(store.operations.dropFirst(before))
        }
        let known = try await operations("ada")
        #expect(known.count == 3)
        for name in ["nobody", "eve@example.com", "bob@example.com", "+819012345678", "x y"] {
            #expect(try await operations(name) == known)
        }
    }

    @Test func sharesAttemptLimitAcrossIdentifiersAndChannels() async throws {
        let server = try await CompleteServer.with()
        let app = try await KiiApp(on: server, id: "kii")
        var account = try await app.register("ada", email: "ada@example.com", phone: "+819012345678")
        account = try await app.verifyAddress(.email, of: account)
        account = try await app.verifyAddress(.phone, of: account)
        for name in ["ada", "ada@example.com", "+819012345678"] {
            for number in 0..<3 {
                let client = app.at("10.0.0.\(number)")
                #expect(await oauthError { try await client.signIn(name, "wrong horse") }?.code == .invalidGrant)
            }
        }
        var driver = try await BrowserDriver(on: server)
        try await driver.submit(.signInByPassword(email: "ada@example.com"))
        #expect(await driver.rejection(.password("wrong horse battery")) == .wrongCredentials)
        // The next attempt is limited even with the correct password, on every channel and with every identifier.
        #expect(await driver.rejection(.password(password)) == .limited(retryAfter: 900))
        for name in ["ada", "ada@example.com", "+819012345678"] {
            let error = await oauthError { try await app.signIn(name) }
            #expect(error?.status == .tooManyRequests)
            #expect(error?.retryAfter == .seconds(900))
        }
        server.clock.advance(by: 900)
        #expect(try await app.signIn("ada").user == account.id)
    }

    @Test func countsUnknownIdentifiersSeparately() async throws {
        let app = try await KiiApp.standalone()
        for _ in 0..<10 { #expect(await oauthError { try await app.signIn("nobody") }?.code == .invalidGrant) }
        #expect(await oauthError { try await app.signIn("NOBODY") }?.status == .tooManyRequests)
        #expect(await oauthError { try await app.signIn("nobody2") }?.code == .invalidGrant)
    }

    @Test func acceptsShorterButNotLongerLifetime() async throws {
        let app = try await KiiApp.standalone()
        try await app.register("ada")
        let now = app.server.clock.now
        let day: TimeInterval = 24 * 60 * 60
        let short = try await app.signIn("ada", expiresAt: now.addingTimeInterval(60)).response
        #expect(short.expiresIn == 60)
        #expect(
            try await app.signIn("ada", expiresAt: now.addingTimeInterval(90 * day)).response.expiresIn == 7_776_000
        )
        // Tolerates a client clock that is slightly ahead.
        #expect(
            try await app.signIn("ada", expiresAt: now.addingTimeInterval(90 * day + 60)).response.expiresIn
                == 7_776_000
        )
        for expiry in [now, now.addingTimeInterval(-1), now.addingTimeInterval(91 * day), .distantFuture, .distantPast]
        {
            #expect(await oauthError { try await app.signIn("ada", expiresAt: expiry) }?.code == .invalidRequest)
        }
        app.server.clock.advance(by: 60)
        #expect(try await app.check(short.accessToken) == nil)
        let account = try #require(try await app.server.store.account(.username, "ada"))
        let session = try #require(
            try await app.server.store.sessions(of: account.id).first { $0.expiresAt < now + day }
        )
        #expect(session.expiresAt == now.addingTimeInterval(60))
    }

    @Test func recordsOneEventPerSignIn() async throws {
        let app = try await KiiApp.standalone()
        try await app.register("ada")
        _ = try await app.signIn("ada")
        _ = await oauthError { try await app.signIn("ada", "wrong horse battery") }
        #expect(try await app.server.auditKinds() == [.accountCreated, .sessionStarted, .signedIn, .signInFailed])
    }

    @Test func keepsEarlierSessionsOnLogin() async throws {
        let app = try await KiiApp.standalone()
        let account = try await app.register("ada")
        let first = try await app.signIn("ada").response.accessToken
        let second = try await app.signIn("ada").response.accessToken
        #expect(first != second)
        #expect(try await app.accountID(of: first) == account.id)
        #expect(try await app.accountID(of: second) == account.id)
    }
}
