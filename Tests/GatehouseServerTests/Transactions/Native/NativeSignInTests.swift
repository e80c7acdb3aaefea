import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import Testing

@Suite struct NativeSignInTests {
    private let email = "ada@example.com"
    private let password = "correct horse battery"

    private func app(_ server: FullServer, at email: String) async throws -> NativeApp {
        var app = try await NativeApp(on: server)
        try await app.begin(.signIn, email)
        try await app.askChallenge()
        return app
    }

    @Test func aCodeGivesTokens() async throws {
        let server = try await FullServer.withNativeApp(.code)
        let account = try await server.addAccount(email)
        let app = try await app(server, at: email)
        #expect(app.step?.code?.use == .signIn)
        let code = try await server.code(to: email)
        #expect(await app.refusedToken(.code("no code")) == .wrongCode(triesLeft: 4))
        let tokens = try await app.redeem(.code(code), scopes: [.openid, .email])
        #expect(tokens.scope == [.openid, .email])
        #expect(tokens.refreshToken == nil)
        let session = try await app.session(of: tokens)
        #expect(session.accountID == account.id)
        #expect(!session.isOffline)
        #expect(await app.refusedToken(.code(code)) == .gone)
        #expect(try await server.audited() == [.codeSent, .codeRejected, .signedIn, .sessionStarted])
    }

    @Test func aPasswordGivesTokens() async throws {
        let server = try await FullServer.withNativeApp(.password)
        try await server.addAccount(email, password: password)
        let app = try await app(server, at: email)
        #expect(app.stepName == "password")
        #expect(await app.refusedToken(.password("wrong horse battery")) == .wrongCredentials)
        #expect(await app.refusedToken(.password("")) == .passwordMissing)
        let tokens = try await app.redeem(.password(password))
        #expect(try await app.session(of: tokens).methods == [.password])
        #expect(try await server.mailCount == 0)
        #expect(await app.refusedToken(.password(password)) == .gone)
    }

    @Test func anUnknownAddressGoesThroughTheSameStepsAndNothingIsRight() async throws {
        let server = try await FullServer.withNativeApp(.code)
        let app = try await app(server, at: email)
        #expect(app.stepName == "code")
        #expect(try await server.subjects(to: email) == ["No account with Example App for this address"])
        for left in [4, 3, 2, 1] {
            #expect(await app.refusedToken(.code("0000000\(left)")) == .wrongCode(triesLeft: left))
        }
        #expect(await app.refusedToken(.code("00000000")) == .codeExhausted)
        #expect(await app.refusedToken(.code("00000000")) == .gone)
        #expect(try await server.account(email) == nil)
    }

    @Test func anAccountWithoutAPasswordIsLikeOneWithAnother() async throws {
        let server = try await FullServer.withNativeApp(.password)
        try await server.addAccount(email)
        for email in [email, "nobody@example.com"] {
            let app = try await app(server, at: email)
            #expect(app.stepName == "password")
            #expect(await app.refusedToken(.password(password)) == .wrongCredentials)
        }
    }

    @Test func aClientThatMayKnowIsToldAndAsksForWhatTheAccountHas() async throws {
        let server = try await FullServer.withNativeApp(.password, reveals: true)
        try await server.addAccount(email)
        try await server.addAccount("grace@example.com", password: password)
        var app = try await NativeApp(on: server)
        #expect(await app.refusedStart(NativeStart(flow: .signIn, email: "nobody@example.com")) == .accountUnknown)
        #expect(
            await app.refusedStart(NativeStart(flow: .signIn, email: email, accepts: .password)) == .needsBrowser(.code)
        )
        #expect(try await self.app(server, at: email).stepName == "code")
        #expect(try await self.app(server, at: "grace@example.com").stepName == "password")
    }

    @Test func aDisabledAccountIsToldToItsOwnerAlone() async throws {
        let server = try await FullServer.withNativeApp(.password)
        try await server.addAccount(email, password: password, isDisabled: true)
        let app = try await app(server, at: email)
        #expect(await app.refusedToken(.password("wrong horse battery")) == .wrongCredentials)
        #expect(await app.refusedToken(.password(password)) == .accountDisabled)
    }

    @Test func aSignInIsProvenAtTheTokenEndpointAlone() async throws {
        let server = try await FullServer.withNativeApp(.code)
        try await server.addAccount(email)
        var app = try await app(server, at: email)
        let code = try await server.code(to: email)
        for flow in NativeIntent.Flow.allCases {
            #expect(await app.refused(.code(code), as: flow) == .notPossible)
        }
        #expect(await app.refusedToken(.none) == .notPossible)
        #expect(await app.refusedToken(.password(password)) == .notPossible)
        _ = try await app.redeem(.code(code))
    }

    @Test func scopesThatTheClientIsNotRegisteredForSpendNothing() async throws {
        let server = try await FullServer.withNativeApp(.password) { $0.scopes = [.openid, .profile, .email] }
        try await server.addAccount(email, password: password)
        let app = try await app(server, at: email)
        #expect(
            await app.refusedToken(.password(password), scopes: [.openid, .phone, .offlineAccess])
                == .scopesRefused([.phone])
        )
        let tokens = try await app.redeem(.password(password), scopes: [.openid, .offlineAccess])
        #expect(tokens.scope == [.openid])
        #expect(tokens.refreshToken == nil)
    }

    @Test func noScopesAreAllThatTheClientIsRegisteredFor() async throws {
        let server = try await FullServer.withNativeApp(.password)
        try await server.addAccount(email, password: password)
        let app = try await app(server, at: email)
        let tokens = try await app.redeem(.password(password), scopes: [])
        #expect(tokens.scope?.hasSameMembers(as: app.client.scopes) == true)
        #expect(tokens.refreshToken != nil)
    }

    @Test func theRefreshTokenGivesOtherScopesThatTheClientIsRegisteredFor() async throws {
        let server = try await FullServer.withNativeApp(.password)
        try await server.addAccount(email, password: password)
        let app = try await app(server, at: email)
        let tokens = try await app.redeem(.password(password))
        let request = TokenRequest(
            grant: .refreshToken(try #require(tokens.refreshToken), scope: [.email, .profile]),
            client: .init(clientID: "app")
        )
        let more = try await server.server.token.token(request.parameters, authorization: nil, context: app.context)
        #expect(more.scope == [.email, .profile])
    }

    @Test func aServerThatCannotSignHasTakenNothing() async throws {
        let store = SpyStore()
        let server = try await FullServer.withNativeApp(.code, store: store)
        try await server.addAccount(email)
        let app = try await app(server, at: email)
        let code = try await server.code(to: email)
        store.isDown = true
        #expect(await app.refusedToken(.code(code)) == .unavailable)
        store.isDown = false
        _ = try await app.redeem(.code(code))
    }
}
