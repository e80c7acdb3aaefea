import Foundation
import GatehouseHTTP
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import Testing

/// Password resets of version 2 of Entra's native authentication.
@Suite struct EntraInteractionResetTests {
    private static func app() async throws -> EntraInteractionApp {
        let entra = try await EntraFixture(.password)
        try await entra.addAccount()
        return EntraInteractionApp(on: entra)
    }

    @Test func resetsPasswordAndSignsIn() async throws {
        var app = try await Self.app()
        try await app.authorize()
        try await app.start("reset_password", EntraFixture.email)
        #expect(app.summary == "challenge singleFactor" && app.methodTypes == ["email a***a@example.com"])
        #expect(app.reply["scenario"] == "recovery")
        try await app.follow("challenge", "email")
        #expect(app.summary == "verify email")
        try await app.verify(code: try await app.entra.code())
        #expect(app.summary == "update")
        try await app.update(EntraFixture.otherPassword)
        #expect(app.summary == "poll" && app.reply["pollInterval"] == 1000)
        try await app.follow("poll")
        #expect(app.summary == "continue")
        #expect(try await app.finish().summary == "ok")
        try await app.signInWithPassword()
        #expect(app.summary == "invalidGrant invalidUserNameOrPassword AADSTS50126")
        try await app.verify(password: EntraFixture.otherPassword)
        #expect(app.summary == "continue")
    }

    @Test func resetsWithinSignIn() async throws {
        var app = try await Self.app()
        try await app.authorize()
        try await app.start("sign_in", EntraFixture.email)
        let offered = app
        try await app.follow("recover", "password")
        #expect(app.summary == "challenge singleFactor" && app.methodTypes == ["email a***a@example.com"])
        try await app.follow("challenge", "email")
        try await app.verify(code: try await app.entra.code())
        try await app.update(EntraFixture.otherPassword)
        try await app.follow("poll")
        #expect(try await app.finish()["scope"] == "openid offline_access")
        // Also after the password was requested, with the link of the earlier response.
        app.entra.server.clock.advance(by: 60)
        app = offered
        let recover = try #require(app.link("recover", "password"))
        try await app.follow("challenge", "password")
        try await app.send(recover, [:])
        #expect(app.summary == "challenge singleFactor")
    }

    @Test func keepsTokenAfterWeakPassword() async throws {
        var app = try await Self.app()
        try await app.proveReset()
        try await app.update("qwertyuiop")
        #expect(app.status == 400 && app.summary == "invalidRequest passwordTooWeak AADSTS120002")
        try await app.update("")
        #expect(app.summary == "invalidRequest AADSTS90100")
        try await app.update(EntraFixture.otherPassword)
        #expect(app.summary == "poll")
    }

    @Test func changesPasswordOnceOfManyConcurrentRequests() async throws {
        var app = try await Self.app()
        try await app.proveReset()
        let start = app
        let summaries = try await EntraInteractionTokenTests.concurrently(20) {
            var attempt = start
            try await attempt.update(EntraFixture.otherPassword)
            return attempt.summary
        }
        #expect(summaries.count { $0 == "poll" } == 1)
    }

    @Test func requiresSecondFactorAfterReset() async throws {
        let fixture = try await EntraSecondFactorFixture()
        try await fixture.addAccount(phone: EntraSecondFactorFixture.phone)
        var app = EntraInteractionApp(on: fixture.entra)
        try await app.proveReset()
        try await app.update(EntraFixture.otherPassword)
        #expect(app.summary == "poll")
        try await app.follow("poll")
        #expect(app.summary == "challenge multiFactor")
        try await app.follow("challenge", "sms")
        try await app.verify(code: try await app.entra.code(for: EntraSecondFactorFixture.phone))
        #expect(app.summary == "continue")
        #expect(try await app.finish().summary == "ok")
    }

    @Test func pollsOnlyAfterReset() async throws {
        var app = try await Self.app()
        try await app.proveReset()
        try await app.send("/default/api/v2.0/resetpassword/poll", [:])
        #expect(app.summary == "invalidRequest AADSTS55200")
        try await app.signInWithPassword()
        try await app.send("/default/api/v2.0/resetpassword/poll", [:])
        #expect(app.summary == "invalidRequest AADSTS55200")
    }
}
