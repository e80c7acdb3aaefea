import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import Testing

/// An unverified address neither gives access to an account nor blocks the address's owner.
@Suite struct UnverifiedAddressTests {
    private let email = "ada@example.com"
    private let password = "correct horse battery"

    @Test func rejectsPendingAddressAsKiiIdentifier() async throws {
        let app = try await KiiApp.standalone()
        let account = try await app.register("eve", email: email, phone: "+81 90-1234-5678")
        for name in [email, "+819012345678"] {
            #expect(await #expect(throws: OAuthError.self) { try await app.signIn(name) }?.code == .invalidGrant)
            let find = await accountError {
                try await app.accounts.finder.find(LoginIdentifier(typed: name), for: account, app.request)
            }
            #expect(find == .notFound)
            let before = try await app.server.mailCount
            let channel: RecoveryChannel = name == email ? .email : .smsCode
            app.server.clock.advance(by: 60)
            try await app.accounts.recovery.request(of: .name(LoginIdentifier(typed: name)), by: channel, app.request)
            #expect(try await app.server.mailCount == before + (name == email ? 1 : 0))
            #expect(try await app.server.mailedLink(to: email) == nil || name != email)
        }
        #expect(try await app.signIn("eve").user == account.id)
    }

    @Test func allowsOwnerToSignUpWithAddressPendingElsewhere() async throws {
        let server = try await CompleteServer.with()
        let app = try await KiiApp(on: server, id: "kii")
        let eve = try await app.register("eve", email: email)
        server.clock.advance(by: 60)

        // The password of the other account does not sign in by the pending address.
        var wrong = try await BrowserDriver(on: server)
        try await wrong.submit(.signInByPassword(email: email))
        #expect(await wrong.rejection(.password(password)) == .wrongCredentials)

        var driver = try await BrowserDriver(on: server)
        try await driver.submit(.signUp(email: email, password: "purple monkey dishwasher"))
        try await driver.submitMailedCode(to: email)
        #expect(driver.hasCode)
        let ada = try #require(try await server.account(email))
        #expect(ada.id != eve.id)

        // The pending claim fails, even with the code that an administrator can read.
        let code = try await app.accounts.addresses.verificationCode(of: .email, eve)
        #expect(
            await accountError { try await app.accounts.addresses.verify(.email, of: eve, code: code, app.request) }
                == .taken(.email)
        )
        #expect(try await server.account(email)?.id == ada.id)
        #expect(try await app.signIn(email, "purple monkey dishwasher").user == ada.id)
        #expect(await #expect(throws: OAuthError.self) { try await app.signIn(email) }?.code == .invalidGrant)
    }

    @Test func allowsOwnerToSignUpNativelyWithAddressPendingElsewhere() async throws {
        let server = try await CompleteServer.with { $0.native = NativeAuthenticationSettings(method: .password) }
        let kii = try await KiiApp(on: server, id: "kii")
        let eve = try await kii.register("eve", email: email)
        server.clock.advance(by: 60)
        var app = try await NativeApp(on: server)
        try await app.begin(.signUp, email, password: "purple monkey dishwasher")
        try await app.requestChallenge()
        try await app.submitMailedCode(to: email)
        _ = try await app.redeem(.none)
        let ada = try #require(try await server.account(email))
        #expect(ada.id != eve.id)
        #expect(try await kii.signIn(email, "purple monkey dishwasher").user == ada.id)
    }

    @Test func assignsAddressToFirstVerifier() async throws {
        let app = try await KiiApp.standalone()
        let first = try await app.register("first", email: email)
        app.server.clock.advance(by: 60)
        let second = try await app.register("second", email: email)
        let codes = (
            try await app.accounts.addresses.verificationCode(of: .email, first),
            try await app.accounts.addresses.verificationCode(of: .email, second)
        )
        #expect(codes.0 != codes.1)
        #expect(
            await accountError {
                try await app.accounts.addresses.verify(.email, of: first, code: codes.1, app.request)
            }
                == .wrongCode
        )
        let verified = try await app.accounts.addresses.verify(.email, of: second, code: codes.1, app.request)
        #expect(verified.email?.verifiedAt == app.server.clock.now)
        #expect(verified.pending == [])
        #expect(
            await accountError {
                try await app.accounts.addresses.verify(.email, of: first, code: codes.0, app.request)
            }
                == .taken(.email)
        )
        #expect(try await app.server.account(email)?.id == second.id)
    }
}
