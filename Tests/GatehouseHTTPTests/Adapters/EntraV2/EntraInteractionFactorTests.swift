import Foundation
import GatehouseHTTP
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import Testing

/// Second factors in version 2 of Entra's native authentication, and their registration.
@Suite struct EntraInteractionFactorTests {
    private static let phone = EntraSecondFactorFixture.phone

    private static func fixture(
        _ method: NativeAuthenticationSettings.Method = .password,
        phone: String? = nil
    ) async throws -> EntraSecondFactorFixture {
        let fixture = try await EntraSecondFactorFixture(method)
        try await fixture.addAccount(phone: phone)
        return fixture
    }

    private static func acr(_ tokens: EntraTestResponse) throws -> [JSONValue?] {
        let claims = try EntraInteractionApp.claims(tokens)
        return [claims["amr"], claims["acr"]]
    }

    @Test func requiresSecondFactorAfterPassword() async throws {
        let fixture = try await Self.fixture(phone: Self.phone)
        var app = EntraInteractionApp(on: fixture.entra)
        try await app.signInWithPassword()
        #expect(app.status == 200 && app.summary == "challenge multiFactor")
        #expect(app.methods.compactMap { $0["type"]?.string } == ["email", "sms"])
        let choosing = app
        try await app.follow("challenge", "email")
        #expect(app.summary == "verify email" && app.link("resend") != nil)
        // The user goes back, and chooses the other method with the token of the choice.
        app = choosing
        try await app.follow("challenge", "sms")
        #expect(app.summary == "verify sms" && app.reply["codeLength"] == 8)
        try await app.verify(code: try await app.entra.wrongCode(for: Self.phone))
        #expect(app.summary == "invalidGrant invalidOneTimeCode AADSTS50181")
        try await app.follow("resend")
        #expect(app.summary == "verify sms")
        try await app.verify(code: try await app.entra.code(for: Self.phone))
        #expect(app.summary == "continue")
        let claims = try EntraInteractionApp.claims(try await app.finish())
        #expect(claims["amr"] == ["pwd", "sms", "mfa"])
    }

    @Test func issuesNoCodeBeforeSecondFactor() async throws {
        let fixture = try await Self.fixture(phone: Self.phone)
        var app = EntraInteractionApp(on: fixture.entra)
        try await app.signInWithPassword()
        try await app.resume()
        #expect(app.code == nil && app.summary == "invalid_request 55200")
        try await app.follow("challenge", "email")
        try await app.resume()
        #expect(app.code == nil && app.summary == "invalid_request 55200")
    }

    @Test func acceptsSecondFactorInOneOfManyConcurrentRequests() async throws {
        let fixture = try await Self.fixture(phone: Self.phone)
        var app = EntraInteractionApp(on: fixture.entra)
        try await app.signInWithPassword()
        try await app.follow("challenge", "email")
        let (start, code) = (app, try await app.entra.code())
        let summaries = try await EntraInteractionTokenTests.concurrently(50) {
            var attempt = start
            try await attempt.verify(code: code)
            return attempt.summary
        }
        #expect(summaries.count { $0 == "continue" } == 1)
    }

    @Test func sendsUsersWithOtherFactorsToBrowser() async throws {
        let entra = try await EntraFixture(.password)
        try await entra.addAccount()
        try await enrolApp(of: entra)
        var app = EntraInteractionApp(on: entra)
        try await app.signInWithPassword()
        #expect(app.status == 400 && app.reply["state"] == "redirect" && app.reply["continuationToken"] == nil)
        #expect(app.summary == "redirect_to_web AADSTS50076")
        for (version, summary) in [
            ("8.7.0", "invalid_grant web_redirect_required AADSTS50076"), ("8.6.2", "redirect_to_web AADSTS50076"),
            ("10.0", "invalid_grant web_redirect_required AADSTS50076"),
        ] {
            app.fields = [.clientLibrary: "MSAL.Android", .clientLibraryVersion: version]
            try await app.signInWithPassword()
            #expect(app.summary == summary, "\(version)")
        }
    }

    /// Enrols an authenticator app, which this protocol cannot express.
    private func enrolApp(of entra: EntraFixture) async throws {
        let server = entra.server
        let account = try #require(try await server.store.account("person-1"))
        let now = server.clock.now
        let proven = [FactorKind.knowledge, .possession].map { kind in
            ProvenFactor(FactorName(rawValue: kind.rawValue), kind: kind, method: .password, provenAt: now)
        }
        let call = AccountRequest(
            client: server.identity.accounts.client,
            language: .english,
            authority: .user(Authentication(proven, at: now)),
            context: RequestMetadata(address: "192.0.2.7", requestID: "request-1")
        )
        let credentials = server.identity.accounts.credentials
        let started = try await credentials.start(.authenticatorApp, of: account, call)
        guard case .authenticatorApp(_, let key) = started.presentation,
            let secret = Base32.decode(key.reveal().filter { $0 != " " }).flatMap({ TimeBasedSecret(bytes: $0) })
        else { throw AccountError.failed }
        let code = secret.code(step: TimeBasedSecret.step(at: now) ?? 0)
        _ = try await credentials.finish(started.token, with: .string(code), name: nil, of: account, call)
    }

    // MARK: Registration

    /// Returns an app whose user must register a phone number.
    private static func registering() async throws -> EntraInteractionApp {
        var app = EntraInteractionApp(on: try await fixture(.code).entra)
        try await app.signIn()
        try await app.verify(code: try await app.entra.code())
        return app
    }

    @Test func registersPhoneNumberDuringSignIn() async throws {
        var app = try await Self.registering()
        #expect(app.status == 200 && app.summary == "enroll" && app.methodTypes == ["sms"])
        #expect(app.link("enroll") != nil && app.link("enroll") == app.link("register"))
        #expect(app.link("enroll", "sms") != nil && app.link("enroll", "sms") == app.link("challenge", "sms"))
        try await app.follow("enroll", "sms", with: ["target": "no number"])
        #expect(app.status == 400 && app.summary == "invalidRequest AADSTS901001")
        try await app.follow("enroll", "sms", with: ["target": .string(Self.phone)])
        #expect(app.summary == "activate sms" && app.reply["codeLength"] == 8 && app.reply["hint"] != nil)
        try await app.follow("activate", nil, with: ["code": .string(try await app.entra.wrongCode(for: Self.phone))])
        #expect(app.summary == "invalidGrant invalidOneTimeCode AADSTS50181")
        try await app.follow("resend")
        #expect(app.summary == "activate sms")
        try await app.follow("activate", nil, with: ["code": .string(try await app.entra.code(for: Self.phone))])
        #expect(app.summary == "continue")
        let claims = try EntraInteractionApp.claims(try await app.finish())
        #expect(claims["amr"] == ["otp", "sms", "mfa"])
    }

    @Test func registersByTopLinkWithOtherNameOfCode() async throws {
        var app = try await Self.registering()
        try await app.follow("register", nil, with: ["target": .string(Self.phone)])
        try await app.follow("activate", nil, with: ["otp": .string(try await app.entra.code(for: Self.phone))])
        #expect(app.summary == "continue")
        // The number is the second factor of the next sign-in.
        app.entra.server.clock.advance(by: 60)
        try await app.signIn()
        try await app.verify(code: try await app.entra.code())
        #expect(app.summary == "challenge multiFactor" && app.methods.first?["type"] == "sms")
    }

    @Test func issuesNoCodeBeforeRegistration() async throws {
        var app = try await Self.registering()
        try await app.resume()
        #expect(app.code == nil && app.summary == "invalid_request 55200")
    }
}
