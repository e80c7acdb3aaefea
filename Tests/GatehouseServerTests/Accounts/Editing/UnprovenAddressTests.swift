import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import Testing

/// Nobody gets into an account by an address that they have claimed and not proven, nor keeps its owner out.
@Suite struct UnprovenAddressTests {
    private let email = "ada@example.com"
    private let password = "correct horse battery"

    @Test func anAddressThatIsPendingOpensNoDoorOfKii() async throws {
        let app = try await KiiApp.alone()
        let account = try await app.register("eve", email: email, phone: "+81 90-1234-5678")
        for name in [email, "+819012345678"] {
            #expect(await #expect(throws: OAuthError.self) { try await app.signIn(name) }?.code == .invalidGrant)
            let find = await refused { try await app.accounts.find(SignInName(typed: name), for: account, app.call) }
            #expect(find == .notFound)
            let before = try await app.server.mailCount
            let channel: ResetChannel = name == email ? .email : .textedCode
            app.server.clock.advance(by: 60)
            try await app.accounts.requestReset(of: .name(SignInName(typed: name)), by: channel, app.call)
            #expect(try await app.server.mailCount == before + (name == email ? 1 : 0))
            #expect(try await app.server.mailedLink(to: email) == nil || name != email)
        }
        #expect(try await app.signIn("eve").person == account.id)
    }

    @Test func theOwnerOfAnAddressThatSomebodyElseClaimsSignsUpInABrowserAndKeepsIt() async throws {
        let server = try await FullServer.with()
        let app = try await KiiApp(on: server, id: "kii")
        let eve = try await app.register("eve", email: email)
        server.clock.advance(by: 60)

        // A sign-in by password with the claimer's password is nobody's.
        var wrong = try await Visit(on: server)
        try await wrong.submit(.signInByPassword(email: email))
        #expect(await wrong.refused(.password(password)) == .wrongCredentials)

        var visit = try await Visit(on: server)
        try await visit.submit(.signUp(email: email, password: "purple monkey dishwasher"))
        try await visit.submitMailedCode(to: email)
        #expect(visit.hasCode)
        let ada = try #require(try await server.account(email))
        #expect(ada.id != eve.id)

        // Eve's claim comes to nothing, also with the code that an administrator could read.
        let code = try await app.accounts.verificationCode(of: .email, eve)
        #expect(
            await refused { try await app.accounts.verify(.email, of: eve, code: code, app.call) } == .taken(.email)
        )
        #expect(try await server.account(email)?.id == ada.id)
        #expect(try await app.signIn(email, "purple monkey dishwasher").person == ada.id)
        #expect(await #expect(throws: OAuthError.self) { try await app.signIn(email) }?.code == .invalidGrant)
    }

    @Test func theOwnerSignsUpInAnAppWithPagesOfItsOwn() async throws {
        let server = try await FullServer.with { $0.native = NativeAuthentication(method: .password) }
        let kii = try await KiiApp(on: server, id: "kii")
        let eve = try await kii.register("eve", email: email)
        server.clock.advance(by: 60)
        var app = try await NativeApp(on: server)
        try await app.begin(.signUp, email, password: "purple monkey dishwasher")
        try await app.askChallenge()
        try await app.submitMailedCode(to: email)
        _ = try await app.redeem(.none)
        let ada = try #require(try await server.account(email))
        #expect(ada.id != eve.id)
        #expect(try await kii.signIn(email, "purple monkey dishwasher").person == ada.id)
    }

    @Test func whoeverProvesAnAddressFirstHasIt() async throws {
        let app = try await KiiApp.alone()
        let first = try await app.register("first", email: email)
        app.server.clock.advance(by: 60)
        let second = try await app.register("second", email: email)
        let codes = (
            try await app.accounts.verificationCode(of: .email, first),
            try await app.accounts.verificationCode(of: .email, second)
        )
        #expect(codes.0 != codes.1)
        #expect(
            await refused { try await app.accounts.verify(.email, of: first, code: codes.1, app.call) } == .wrongCode
        )
        let proven = try await app.accounts.verify(.email, of: second, code: codes.1, app.call)
        #expect(proven.email?.verifiedAt == app.server.clock.now)
        #expect(proven.pending == [])
        #expect(
            await refused { try await app.accounts.verify(.email, of: first, code: codes.0, app.call) }
                == .taken(.email)
        )
        #expect(try await app.server.account(email)?.id == second.id)
    }
}
