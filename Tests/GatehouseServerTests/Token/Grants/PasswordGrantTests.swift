import Foundation
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import Testing

@Suite struct PasswordGrantTests {
    private let password = "correct horse battery"

    private func refusal(_ body: () async throws -> GrantedTokens) async -> OAuthError? {
        await #expect(throws: OAuthError.self) { try await body() }
    }

    @Test func everyNameOfAPersonOpensTheSameAccount() async throws {
        let app = try await KiiApp.alone()
        var account = try await app.register("Ada", email: "ada@example.com", phone: "+819012345678")
        account = try await app.prove(.email, of: account)
        account = try await app.prove(.phone, of: account)
        for name in ["ada", "ADA", "ada@example.com", "Ada@EXAMPLE.com", "+819012345678", "+81 90-1234-5678"] {
            #expect(try await app.signIn(name).person == account.id)
        }
    }

    @Test func onlyAnAppOfKiiMayUseIt() async throws {
        let app = try await KiiApp.alone { $0.kii = nil }
        try await app.server.addAccount("ada@example.com", password: password)
        #expect(await refusal { try await app.signIn("ada@example.com") }?.code == .unauthorizedClient)
        let unregistered = try await KiiApp(on: app.server, id: "unregistered") { $0.grantTypes = [.refreshToken] }
        #expect(await refusal { try await unregistered.signIn("ada@example.com") }?.code == .unauthorizedClient)
        #expect(try await app.server.audited() == [])
    }

    @Test func theTokenEndpointOfOAuthDoesNotKnowIt() async throws {
        let app = try await KiiApp.alone()
        try await app.register("ada")
        var parameters = Parameters()
        parameters.append(.grantType, GrantType.password.rawValue)
        parameters.append(.username, "ada")
        parameters.append(.password, password)
        parameters.append(.clientID, "app")
        let error = await #expect(throws: OAuthError.self) {
            try await app.server.server.token.token(parameters, authorization: nil, context: app.call.context)
        }
        #expect(error?.code == .unsupportedGrantType)
    }

    @Test func whateverIsWrongTheAnswerIsTheSame() async throws {
        let app = try await KiiApp.alone()
        let account = try await app.register("ada", email: "ada@example.com")
        _ = try await app.accounts.register(NewAccount(), app.call)
        let wrong = await refusal { try await app.signIn("ada", "wrong horse battery") }
        #expect(wrong?.code == .invalidGrant)
        for name in ["nobody", "ada@example.com", "bob@example.com", "+819012345678", "", "x y", "@", "ad"] {
            #expect(await refusal { try await app.signIn(name) } == wrong)
        }
        #expect(await refusal { try await app.signIn("ada", "") } == wrong)
        try await app.accounts.setDisabled(true, of: account, app.call)
        #expect(await refusal { try await app.signIn("ada") } == wrong)
    }

    @Test func theStoreDoesTheSameForEveryNameThatIsWrong() async throws {
        func operations(_ name: String) async throws -> [String] {
            let store = SpyStore()
            let app = try await KiiApp.alone(store: store)
            try await app.register("ada", email: "eve@example.com")
            let before = store.operations.count
            _ = await refusal { try await app.signIn(name, "wrong horse battery") }
            return Array(store.operations.dropFirst(before))
        }
        let member = try await operations("ada")
        #expect(member.count == 3)
        for name in ["nobody", "eve@example.com", "bob@example.com", "+819012345678", "x y"] {
            #expect(try await operations(name) == member)
        }
    }

    @Test func allNamesOfAPersonAndAllDoorsShareOneCounter() async throws {
        let server = try await FullServer.with()
        let app = try await KiiApp(on: server, id: "kii")
        var account = try await app.register("ada", email: "ada@example.com", phone: "+819012345678")
        account = try await app.prove(.email, of: account)
        account = try await app.prove(.phone, of: account)
        for name in ["ada", "ada@example.com", "+819012345678"] {
            for number in 0..<3 {
                let elsewhere = app.at("10.0.0.\(number)")
                #expect(await refusal { try await elsewhere.signIn(name, "wrong horse") }?.code == .invalidGrant)
            }
        }
        var visit = try await Visit(on: server)
        try await visit.submit(.signInByPassword(email: "ada@example.com"))
        #expect(await visit.refused(.password("wrong horse battery")) == .wrongCredentials)
        // The eleventh, even if right, at whichever door and by whichever name.
        #expect(await visit.refused(.password(password)) == .limited(retryAfter: 900))
        for name in ["ada", "ada@example.com", "+819012345678"] {
            let error = await refusal { try await app.signIn(name) }
            #expect(error?.status == .tooManyRequests)
            #expect(error?.retryAfter == .seconds(900))
        }
        server.clock.advance(by: 900)
        #expect(try await app.signIn("ada").person == account.id)
    }

    @Test func aNameThatNobodyHasCountsByItself() async throws {
        let app = try await KiiApp.alone()
        for _ in 0..<10 { #expect(await refusal { try await app.signIn("nobody") }?.code == .invalidGrant) }
        #expect(await refusal { try await app.signIn("NOBODY") }?.status == .tooManyRequests)
        #expect(await refusal { try await app.signIn("nobody2") }?.code == .invalidGrant)
    }

    @Test func theAppMayAskForLessTimeAndNotForMore() async throws {
        let app = try await KiiApp.alone()
        try await app.register("ada")
        let now = app.server.clock.now
        let day: TimeInterval = 24 * 60 * 60
        let short = try await app.signIn("ada", expiresAt: now.addingTimeInterval(60)).response
        #expect(short.expiresIn == 60)
        #expect(
            try await app.signIn("ada", expiresAt: now.addingTimeInterval(90 * day)).response.expiresIn == 7_776_000
        )
        // A clock that is a little ahead asks for nothing more.
        #expect(
            try await app.signIn("ada", expiresAt: now.addingTimeInterval(90 * day + 60)).response.expiresIn
                == 7_776_000
        )
        for wrong in [now, now.addingTimeInterval(-1), now.addingTimeInterval(91 * day), .distantFuture, .distantPast] {
            #expect(await refusal { try await app.signIn("ada", expiresAt: wrong) }?.code == .invalidRequest)
        }
        app.server.clock.advance(by: 60)
        #expect(try await app.check(short.accessToken) == nil)
        let account = try #require(try await app.server.core.store.account(.username, "ada"))
        let session = try #require(
            try await app.server.core.store.sessions(of: account.id).first { $0.expiresAt < now + day }
        )
        #expect(session.expiresAt == now.addingTimeInterval(60))
    }

    @Test func oneSignInIsOneEventOfEachKind() async throws {
        let app = try await KiiApp.alone()
        try await app.register("ada")
        _ = try await app.signIn("ada")
        _ = await refusal { try await app.signIn("ada", "wrong horse battery") }
        #expect(try await app.server.audited() == [.accountCreated, .sessionStarted, .signedIn, .signInFailed])
    }

    @Test func aLogInLeavesEarlierOnesAlone() async throws {
        let app = try await KiiApp.alone()
        let account = try await app.register("ada")
        let first = try await app.signIn("ada").response.accessToken
        let second = try await app.signIn("ada").response.accessToken
        #expect(first != second)
        #expect(try await app.person(of: first) == account.id)
        #expect(try await app.person(of: second) == account.id)
    }
}
