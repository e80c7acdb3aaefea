import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import Testing

@Suite struct ServerNativeSignInTests {
    private let email = "ada@example.com"
    private let password = "correct horse battery"

    private func app(_ server: CompleteServer, at email: String) async throws -> NativeApp {
        var app = try await NativeApp(on: server)
        try await app.begin(.signIn, email)
        try await app.requestChallenge()
        return app
    }

    @Test func issuesTokensForCode() async throws {
        let server = try await CompleteServer.withNativeApp(.code)
        let account = try await server.addAccount(email)
        let app = try await app(server, at: email)
        #expect(app.step?.code?.use == .signIn)
        let code = try await server.code(to: email)
        #expect(await app.tokenRejection(.code("no code")) == .wrongCode(attemptsRemaining: 4))
        let tokens = try await app.redeem(.code(code), scopes: [.openid, .email])
        #expect(tokens.scope == [.openid, .email])
        #expect(tokens.refreshToken == nil)
        let session = try await app.session(of: tokens)
        #expect(session.accountID == account.id)
        #expect(!session.isOffline)
        #expect(await app.tokenRejection(.code(code)) == .gone)
        #expect(try await server.auditKinds() == [.codeSent, .codeRejected, .signedIn, .sessionStarted])
    }

    @Test func issuesTokensForPassword() async throws {
        let server = try await CompleteServer.withNativeApp(.password)
        try await server.addAccount(email, password: password)
        let app = try await app(server, at: email)
        #expect(app.stepName == "password")
        #expect(await app.tokenRejection(.password("wrong horse battery")) == .wrongCredentials)
        #expect(await app.tokenRejection(.password("")) == .passwordMissing)
        let tokens = try await app.redeem(.password(password))
        #expect(try await app.session(of: tokens).authentication.amr == [.password])
        #expect(try await server.mailCount == 0)
        #expect(await app.tokenRejection(.password(password)) == .gone)
    }

    @Test func hidesMissingAccount() async throws {
        let server = try await CompleteServer.withNativeApp(.code)
        let app = try await app(server, at: email)
        #expect(app.stepName == "code")
        #expect(try await server.subjects(to: email) == ["No Example App account uses this address"])
        for remaining in [4, 3, 2, 1] {
            #expect(await app.tokenRejection(.code("0000000\(remaining)")) == .wrongCode(attemptsRemaining: remaining))
        }
        #expect(await app.tokenRejection(.code("00000000")) == .codeExhausted)
        #expect(await app.tokenRejection(.code("00000000")) == .gone)
        #expect(try await server.account(email) == nil)
    }

    @Test func treatsAccountWithoutPasswordLikeWrongPassword() async throws {
        let server = try await CompleteServer.withNativeApp(.password)
        try await server.addAccount(email)
        for email in [email, "nobody@example.com"] {
            let app = try await app(server, at: email)
            #expect(app.stepName == "password")
            #expect(await app.tokenRejection(.password(password)) == .wrongCredentials)
        }
    }

    @Test func disclosesAccountAndItsMethodToAllowedClient() async throws {
        let server = try await CompleteServer.withNativeApp(.password, disclosesAccounts: true)
        try await server.addAccount(email)
        try await server.addAccount("grace@example.com", password: password)
        var app = try await NativeApp(on: server)
        #expect(
            await app.startRejection(NativeFlowStart(flow: .signIn, email: "nobody@example.com")) == .accountUnknown
        )
        #expect(
            await app.startRejection(NativeFlowStart(flow: .signIn, email: email, accepts: .password))
                == .needsBrowser(.code)
        )
        #expect(try await self.app(server, at: email).stepName == "code")
        #expect(try await self.app(server, at: "grace@example.com").stepName == "password")
    }

    @Test func disclosesDisabledAccountOnlyToItsOwner() async throws {
        let server = try await CompleteServer.withNativeApp(.password)
        try await server.addAccount(email, password: password, isDisabled: true)
        let app = try await app(server, at: email)
        #expect(await app.tokenRejection(.password("wrong horse battery")) == .wrongCredentials)
        #expect(await app.tokenRejection(.password(password)) == .accountDisabled)
    }

    @Test func acceptsSignInCodeOnlyAtTokenEndpoint() async throws {
        let server = try await CompleteServer.withNativeApp(.code)
        try await server.addAccount(email)
        var app = try await app(server, at: email)
        let code = try await server.code(to: email)
        for flow in NativeFlowRequest.Flow.allCases {
            #expect(await app.rejection(.code(code), as: flow) == .notPossible)
        }
        #expect(await app.tokenRejection(.none) == .notPossible)
        #expect(await app.tokenRejection(.password(password)) == .notPossible)
        _ = try await app.redeem(.code(code))
    }

    @Test func rejectsUnregisteredScopesWithoutConsumingFlow() async throws {
        let server = try await CompleteServer.withNativeApp(.password) { $0.scopes = [.openid, .profile, .email] }
        try await server.addAccount(email, password: password)
        let app = try await app(server, at: email)
        #expect(
            await app.tokenRejection(.password(password), scopes: [.openid, .phone, .offlineAccess])
                == .scopesRejected([.phone])
        )
        let tokens = try await app.redeem(.password(password), scopes: [.openid, .offlineAccess])
        #expect(tokens.scope == [.openid])
        #expect(tokens.refreshToken == nil)
    }

    @Test func grantsAllRegisteredScopesByDefault() async throws {
        let server = try await CompleteServer.withNativeApp(.password)
        try await server.addAccount(email, password: password)
        let app = try await app(server, at: email)
        let tokens = try await app.redeem(.password(password), scopes: [])
        #expect(tokens.scope?.hasSameMembers(as: app.client.scopes) == true)
        #expect(tokens.refreshToken != nil)
    }

    @Test func grantsOtherRegisteredScopesOnRefresh() async throws {
        let server = try await CompleteServer.withNativeApp(.password)
        try await server.addAccount(email, password: password)
        let app = try await app(server, at: email)
        let tokens = try await app.redeem(.password(password))
        let request = TokenRequest(
            grant: .refreshToken(try #require(tokens.refreshToken), scope: [.email, .profile]),
            client: .init(clientID: "app")
        )
        let refreshed = try await server.server.token.token(
            request.parameters,
            authorization: nil,
            context: app.context
        )
        #expect(refreshed.scope == [.email, .profile])
    }

    @Test func consumesNothingWhenStoreFails() async throws {
        let store = SpyStore()
        let server = try await CompleteServer.withNativeApp(.code, store: store)
        try await server.addAccount(email)
        let app = try await app(server, at: email)
        let code = try await server.code(to: email)
        store.isDown = true
        #expect(await app.tokenRejection(.code(code)) == .unavailable)
        store.isDown = false
        _ = try await app.redeem(.code(code))
    }
}
