import Foundation
import GatehouseHTTP
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import Testing

/// Sign-ups of version 2 of Entra's native authentication.
@Suite struct EntraInteractionSignUpTests {
    private static let attributes = [
        ClientAttribute(name: "given_name", isRequired: true),
        ClientAttribute(name: "country", isRequired: true, page: 2),
    ]
    private static let email: [String: JSONValue] = ["email": .string(EntraFixture.email)]
    private static let password: [String: JSONValue] = ["password": .string(EntraFixture.password)]

    private static func app(
        _ method: NativeAuthenticationSettings.Method = .password,
        _ attributes: [ClientAttribute] = attributes
    ) async throws -> EntraInteractionApp {
        EntraInteractionApp(on: try await EntraFixture(method, attributes: attributes))
    }

    private static func submit(
        _ attributes: [String: JSONValue],
        to app: inout EntraInteractionApp
    ) async throws {
        try await app.follow("submitAttributes", nil, with: ["attributes": .object(attributes)])
    }

    @Test func signsUpWithAllAttributesAtOnce() async throws {
        var app = try await Self.app()
        try await app.authorize()
        try await app.start("sign_up", nil)
        #expect(app.status == 200 && app.summary == "collectAttributes")
        #expect(app.attributeIDs == ["email", "password", "givenName", "country"])
        let known: [String: JSONValue] = ["givenName": "Ada", "country": "UK"]
        try await Self.submit(Self.email.merging(Self.password) { $1 }.merging(known) { $1 }, to: &app)
        #expect(app.summary == "verify email")
        #expect(try await !app.entra.hasAccount())
        try await app.verify(code: try await app.entra.code())
        #expect(app.summary == "continue")
        let account = try #require(try await app.entra.server.store.account(.email, EntraFixture.email))
        #expect(account.attributes == ["given_name": "Ada", "country": "UK"] && account.passwordHash != nil)
        let tokens = try await app.finish()
        #expect(try EntraInteractionApp.claims(tokens)["sub"]?.string == account.id.rawValue)
    }

    @Test func requestsMissingAttributesPageByPage() async throws {
        var app = try await Self.app()
        try await app.authorize()
        // Newer apps send the username at the start and no password.
        try await app.start("sign_up", EntraFixture.email)
        #expect(app.summary == "collectAttributes")
        try await Self.submit(Self.email, to: &app)
        try await app.verify(code: try await app.entra.code())
        #expect(app.summary == "collectAttributes" && app.attributeIDs == ["password"])
        try await Self.submit(["password": "qwertyuiop"], to: &app)
        #expect(
            app.summary == "invalidRequest attributeValidationError passwordPolicyViolation(password) AADSTS1002027"
        )
        try await Self.submit(Self.password, to: &app)
        #expect(app.summary == "collectAttributes" && app.attributeIDs == ["givenName"])
        try await Self.submit(["givenName": "Ada"], to: &app)
        #expect(app.attributeIDs == ["country"])
        try await app.resume()
        #expect(app.code == nil && app.summary == "invalid_request 55200")
        try await Self.submit(["country": "UK"], to: &app)
        #expect(app.summary == "continue")
        #expect(try await app.finish().summary == "ok")
    }

    @Test func usesUsernameOfStart() async throws {
        var app = try await Self.app(.code, [])
        try await app.authorize()
        try await app.start("sign_up", EntraFixture.email)
        #expect(app.attributeIDs == ["email"])
        try await Self.submit([:], to: &app)
        #expect(app.summary == "verify email")
        try await app.verify(code: try await app.entra.code())
        #expect(app.summary == "continue")
    }

    @Test func namesInvalidAttributes() async throws {
        var app = try await Self.app()
        try await app.authorize()
        try await app.start("sign_up", nil)
        let long = String(repeating: "a", count: 513)
        for (attributes, summary) in [
            (["email": "no address"], "attributeValidationFailed(email)"),
            ([:], "attributeValidationFailed(email)"),
            (Self.email.merging(["password": "qwertyuiop"]) { $1 }, "passwordPolicyViolation(password)"),
            (Self.email.merging(["givenName": .string(long)]) { $1 }, "attributeValidationFailed(givenName)"),
            (Self.email.merging(["nickname": "Ada"]) { $1 }, "attributeValidationFailed(nickname)"),
        ] as [([String: JSONValue], String)] {
            try await Self.submit(attributes, to: &app)
            #expect(app.status == 400)
            #expect(app.summary == "invalidRequest attributeValidationError \(summary) AADSTS1002027")
        }
        // The token is still valid.
        try await Self.submit(Self.email, to: &app)
        #expect(app.summary == "verify email")
    }

    @Test func reportsExistingAccountToItsOwner() async throws {
        var app = try await Self.app(.code, [])
        try await app.entra.addAccount()
        try await app.authorize()
        try await app.start("sign_up", nil)
        try await Self.submit(Self.email, to: &app)
        #expect(app.summary == "verify email")
        try await app.verify(code: try await app.entra.code())
        #expect(app.status == 400 && app.summary == "invalidRequest userAlreadyExists(email) AADSTS1003037")
        try await app.verify(code: try await app.entra.code())
        #expect(app.summary == "invalidGrant invalidContinuationToken AADSTS55200")
    }
}
