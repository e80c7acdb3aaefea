import Foundation
import GatehouseHTTP
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import Testing

/// Sign-ins of version 2 of Entra's native authentication.
@Suite struct EntraInteractionSignInTests {
    private static func app(
        _ method: NativeAuthenticationSettings.Method = .code,
        password: String? = EntraFixture.password,
        discloses: Bool = false
    ) async throws -> EntraInteractionApp {
        let entra = try await EntraFixture(method, disclosesAccounts: discloses)
        try await entra.addAccount(password: password)
        return EntraInteractionApp(on: entra)
    }

    @Test func beginsWithLinksAndStatus401() async throws {
        var app = try await Self.app()
        try await app.authorize()
        #expect(app.status == 401 && app.summary == "InsufficientAuthorization 500127")
        #expect(app.reply["sign_in"] == "/default/api/v2.0/signin/start")
        #expect(app.reply["sign_up"] == "/default/api/v2.0/signup/start")
        #expect(app.reply["reset_password"] == "/default/api/v2.0/resetpassword/start")
        #expect(app.reply["error_description"]?.string?.hasPrefix("AADSTS500127: ") == true)
        #expect(app.response.fields[.wwwAuthenticate] == nil)
        #expect(app.reply["correlation_id"]?.string == app.response.fields[.clientRequestID])
    }

    @Test func beginsWithClientIDAlone() async throws {
        var app = try await Self.app()
        try await app.authorize([.responseType: nil, .scope: nil])
        #expect(app.status == 401 && app.token != nil)
    }

    @Test func signsInWithMailedCode() async throws {
        var app = try await Self.app()
        try await app.authorize()
        try await app.start("sign_in", EntraFixture.email)
        #expect(app.status == 200 && app.summary == "challenge singleFactor")
        #expect(app.methodTypes == ["email a***a@example.com"])
        try await app.follow("challenge", "email")
        #expect(app.summary == "verify email" && app.reply["codeLength"] == 8)
        #expect(app.reply["hint"] == "a***a@example.com" && app.link("resend") != nil)
        try await app.verify(code: try await app.entra.code())
        #expect(app.summary == "continue" && app.reply["action"] == nil)
        #expect(app.link("continue") == "/default/oauth2/v2.0/authorize-challenge")
        let tokens = try await app.finish()
        #expect(tokens.summary == "ok" && tokens["refresh_token"] != nil && tokens["client_info"] != nil)
        #expect(try EntraInteractionApp.claims(tokens)["sub"] == "person-1")
        #expect(try EntraInteractionApp.claims(tokens)["amr"] == ["otp"])
    }

    @Test func signsInWithPassword() async throws {
        var app = try await Self.app(.password)
        try await app.authorize()
        try await app.start("sign_in", EntraFixture.email)
        #expect(app.methodTypes == ["password"] && app.link("recover", "password") != nil)
        try await app.follow("challenge", "password")
        #expect(app.summary == "verify password" && app.link("resend") == nil)
        try await app.verify(password: "not the password")
        #expect(app.status == 400 && app.summary == "invalidGrant invalidUserNameOrPassword AADSTS50126")
        try await app.verify(password: EntraFixture.password)
        #expect(app.summary == "continue")
        let tokens = try await app.finish()
        #expect(try EntraInteractionApp.claims(tokens)["amr"] == ["pwd"])
    }

    @Test func keepsTokenAfterWrongCode() async throws {
        var app = try await Self.app()
        try await app.signIn()
        let token = app.token
        try await app.verify(code: try await app.entra.wrongCode())
        #expect(app.status == 400 && app.summary == "invalidGrant invalidOneTimeCode AADSTS50181")
        #expect(app.reply["continuationToken"] == nil && app.token == token)
        try await app.verify(code: "")
        #expect(app.summary == "invalidRequest AADSTS90100")
        try await app.verify(code: try await app.entra.code())
        #expect(app.summary == "continue")
    }

    @Test func endsAfterTooManyWrongCodes() async throws {
        var app = try await Self.app()
        try await app.signIn()
        let wrong = try await app.entra.wrongCode()
        for _ in 0..<20 {
            try await app.verify(code: wrong)
            guard app.summary.contains("invalidOneTimeCode") else { break }
        }
        #expect(app.summary == "invalidGrant invalidContinuationToken AADSTS552003")
        try await app.verify(code: try await app.entra.code())
        #expect(app.summary == "invalidGrant invalidContinuationToken AADSTS55200")
    }

    @Test func acceptsEarlierTokenAfterResend() async throws {
        var app = try await Self.app()
        try await app.signIn()
        let earlier = app
        let first = try await app.entra.code()
        try await app.follow("resend")
        #expect(app.summary == "verify email")
        let second = try await app.entra.code()
        #expect(first != second)
        var other = earlier
        try await other.verify(code: first)
        #expect(other.summary == "invalidGrant invalidOneTimeCode AADSTS50181")
        try await other.verify(code: second)
        #expect(other.summary == "continue")
    }

    @Test func repeatsChallengeWhoseResponseWasLost() async throws {
        var app = try await Self.app()
        try await app.authorize()
        try await app.start("sign_in", EntraFixture.email)
        var repeated = app
        try await app.follow("challenge", "email")
        try await repeated.follow("challenge", "email")
        #expect(repeated.summary == "verify email")
        #expect(try await app.entra.server.mailCount == 1)
        try await repeated.verify(code: try await app.entra.code())
        #expect(repeated.summary == "continue")
    }

    @Test func signsInWithPhoneNumber() async throws {
        let entra = try await EntraFixture(.code)
        let phone = EntraSecondFactorFixture.phone
        let number = AccountIdentifier(kind: .phone, value: phone, verifiedAt: entra.server.clock.now)
        try await entra.addAccount(names: [number])
        var app = EntraInteractionApp(on: entra)
        try await app.authorize()
        try await app.start("sign_in", phone)
        #expect(app.methods.first?["type"] == "sms")
        try await app.follow("challenge", "sms")
        try await app.verify(code: try await entra.code(for: phone))
        #expect(try EntraInteractionApp.claims(try await app.finish())["amr"] == ["sms"])
    }

    // MARK: Scopes and claims

    @Test func narrowsScopesAtTokenEndpoint() async throws {
        var app = try await Self.app()
        try await app.authorize([.scope: nil])
        try await app.start("sign_in", EntraFixture.email)
        try await app.follow("challenge", "email")
        try await app.verify(code: try await app.entra.code())
        let tokens = try await app.finish([.scope: "openid profile"])
        #expect(tokens["scope"] == "openid profile" && tokens["refresh_token"] == nil)
    }

    @Test func limitsTokensToScopesOfAuthorization() async throws {
        var app = try await Self.app()
        try await app.signIn()
        try await app.verify(code: try await app.entra.code())
        let tokens = try await app.finish([.scope: "openid email offline_access"])
        #expect(tokens["scope"] == "openid offline_access")
    }

    @Test func issuesScopesOfAuthorizationByDefault() async throws {
        var app = try await Self.app()
        try await app.signIn()
        try await app.verify(code: try await app.entra.code())
        #expect(try await app.finish([.scope: nil])["scope"] == "openid offline_access")
    }

    @Test func rejectsUnregisteredScopes() async throws {
        var app = try await Self.app()
        try await app.authorize([.scope: "openid admin"])
        #expect(app.summary == "invalid_scope 70011" && app.token == nil)
        try await app.signIn()
        try await app.verify(code: try await app.entra.code())
        try await app.resume()
        #expect(try await app.redeem([.scope: "openid admin"]).summary == "invalid_scope 70011")
        // Nothing was consumed.
        #expect(try await app.redeem().summary == "ok")
    }

    @Test func acceptsClaimsAtEitherEndpoint() async throws {
        let claims = #"{"id_token":{"email":null}}"#
        var app = try await Self.app()
        try await app.authorize([.claims: claims])
        try await app.start("sign_in", EntraFixture.email)
        try await app.follow("challenge", "email")
        try await app.verify(code: try await app.entra.code())
        #expect(try EntraInteractionApp.claims(try await app.finish())["email"] == "ada@example.com")

        app.entra.server.clock.advance(by: 60)
        try await app.signIn()
        try await app.verify(code: try await app.entra.code())
        #expect(try EntraInteractionApp.claims(try await app.finish([.claims: claims]))["email"] == "ada@example.com")
        try await app.authorize([.claims: "{"])
        #expect(app.summary == "invalid_request 90100")
    }

    // MARK: Disclosure

    /// Returns all that responses to an address reveal, apart from tokens and the address itself.
    private static func observe(
        _ email: String,
        _ method: NativeAuthenticationSettings.Method
    ) async throws -> [String] {
        var app = try await Self.app(method)
        var seen: [String] = []
        func record(_ app: EntraInteractionApp) {
            let members = (app.reply.object ?? [:]).keys.sorted().joined(separator: ",")
            let links = (app.reply["_links"]?.object ?? [:]).keys.sorted().joined(separator: ",")
            let message = app.reply["error"]?["message"]?.string ?? ""
            seen.append("\(app.status) \(app.summary) \(members) \(links) \(message) \(app.methods.count)")
        }
        for flow in ["sign_in", "reset_password"] {
            try await app.authorize()
            try await app.start(flow, email)
            record(app)
            try await app.follow("challenge", try #require(app.methods.first?["type"]?.string))
            record(app)
            for guess in ["10000001", "10000002"] {
                try await app.follow("verify", nil, with: ["otp": .string(guess), "password": .string(guess)])
                record(app)
            }
            if app.link("resend") != nil { try await app.follow("resend") }
            record(app)
            app.entra.server.clock.advance(by: 60)
        }
        try await app.authorize()
        try await app.start("sign_up", email)
        record(app)
        let attributes: JSONValue = ["email": .string(email), "password": .string(EntraFixture.otherPassword)]
        try await app.follow("submitAttributes", nil, with: ["attributes": attributes])
        record(app)
        for _ in 0..<12 {
            try await app.verify(code: "10000003")
            record(app)
        }
        seen.append("\(try await app.entra.server.mailCount) mails")
        return seen
    }

    @Test(arguments: [NativeAuthenticationSettings.Method.code, .password])
    func respondsAlikeForKnownAndUnknownAccounts(_ method: NativeAuthenticationSettings.Method) async throws {
        let known = try await Self.observe(EntraFixture.email, method)
        let unknown = try await Self.observe("eve@example.com", method)
        #expect(known == unknown)
        #expect(known.contains { $0.contains("invalidOneTimeCode") })
        #expect(known.contains { $0.contains("invalidContinuationToken") })
    }

    @Test func disclosesAccountsToPermittedClients() async throws {
        var app = try await Self.app(.password, password: nil, discloses: true)
        try await app.authorize()
        try await app.start("sign_in", "eve@example.com")
        #expect(app.status == 400 && app.summary == "invalidRequest AADSTS50034")
        // The user can correct the address.
        try await app.start("sign_in", EntraFixture.email)
        #expect(app.methodTypes == ["email a***a@example.com"])
        try await app.authorize()
        try await app.start("reset_password", EntraFixture.email)
        #expect(app.summary == "invalidRequest AADSTS500222")
        try await app.start("sign_up", EntraFixture.email)
        #expect(app.summary == "invalidRequest userAlreadyExists(email) AADSTS1003037")
    }
}
