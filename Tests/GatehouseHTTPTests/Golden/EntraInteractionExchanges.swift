import Foundation
import GatehouseHTTP
import GatehouseServer
import GatehouseStore
import GatehouseWire
import HTTPTypes
import Testing

/// The recorded exchanges of second factors in Entra's protocol, and of its version 2.
enum EntraInteractionExchanges {
    static let all = secondFactors + interactions

    private static let factors = EntraSecondFactorFixture.factors()

    private static let secondFactors = [
        GoldenCase("Entra/second-factor-required", "Requires a second factor after the password", factors: factors) {
            server in
            let fixture = try await server.secondFactorFixture()
            let form: [ParameterName: String?] = [
                .continuationToken: try await fixture.signInWaiting(), .grantType: "password",
                .password: EntraFixture.password, .scope: "openid offline_access",
            ]
            return await server.post("/oauth2/v2.0/token", form)
        },
        GoldenCase("Entra/second-factor-introspect", "Lists the methods of the second factor", factors: factors) {
            server in
            let token = try await server.secondFactorFixture().awaitingFactor()
            return await server.post("/oauth2/v2.0/introspect", [.continuationToken: token])
        },
        GoldenCase("Entra/second-factor-wrong-code", "Rejects a wrong code of the second factor", factors: factors) {
            server in
            let fixture = try await server.secondFactorFixture()
            let token = try await fixture.awaitingMailCode()
            let form: [ParameterName: String?] = [
                .continuationToken: token, .grantType: "mfa_oob", .oob: try await fixture.entra.wrongCode(),
            ]
            return await server.post("/oauth2/v2.0/token", form)
        },
        GoldenCase("Entra/registration-required", "Requires the registration of a second factor", factors: factors) {
            server in
            let fixture = try await server.secondFactorFixture(.code)
            let form: [ParameterName: String?] = [
                .continuationToken: try await fixture.signInWaiting(), .grantType: "oob",
                .oob: try await fixture.entra.code(), .scope: "openid offline_access",
            ]
            return await server.post("/oauth2/v2.0/token", form)
        },
        GoldenCase("Entra/registration-challenge", "Sends a code to the number to register", factors: factors) {
            server in
            let token = try await server.secondFactorFixture(.code).awaitingRegistration()
            let form: [ParameterName: String?] = [
                .continuationToken: token, .challengeType: "oob", .challengeTarget: EntraSecondFactorFixture.phone,
                .challengeChannel: "sms",
            ]
            return await server.post("/register/v1.0/challenge", form)
        },
    ]

    private static let interactions = [
        GoldenCase("EntraV2/authorize", "Begins the interactions") { server in
            _ = try await EntraFixture(.password, on: server.web)
            return await server.post(
                "/oauth2/v2.0/authorize-challenge",
                [.responseType: "code", .scope: "openid offline_access"]
            )
        },
        GoldenCase("EntraV2/signin-start", "Lists the methods of the first factor") { server in
            var app = try await server.app(.password)
            try await app.authorize()
            return await server.interaction(
                app.reply["sign_in"]?.string,
                of: app,
                ["username": .string(EntraFixture.email)]
            )
        },
        GoldenCase("EntraV2/wrong-password", "Rejects a wrong password") { server in
            var app = try await server.app(.password)
            try await app.signIn()
            return await server.interaction(app.link("verify"), of: app, ["password": "a guess"])
        },
        GoldenCase("EntraV2/code-required", "Sends the code") { server in
            var app = try await server.app(.code)
            try await app.authorize()
            try await app.start("sign_in", EntraFixture.email)
            return await server.interaction(app.link("challenge", "email"), of: app)
        },
        GoldenCase("EntraV2/continue", "Accepts the code") { server in
            var app = try await server.app(.code)
            try await app.signIn()
            return await server.interaction(app.link("verify"), of: app, ["otp": .string(try await app.entra.code())])
        },
        GoldenCase("EntraV2/resume", "Issues the authorization code") { server in
            var app = try await server.app(.password)
            try await app.signInWithPassword()
            return await server.exchange(
                .post,
                "/default/oauth2/v2.0/authorize-challenge",
                form: Parameters([.continuationToken: app.token])
            )
        },
        GoldenCase("EntraV2/signup-start", "Requests the attributes of a new account") { server in
            var app = EntraInteractionApp(
                on: try await EntraFixture(
                    .password,
                    attributes: [ClientAttribute(name: "country", label: "Country", isRequired: true)],
                    on: server.web
                )
            )
            try await app.authorize()
            return await server.interaction(
                app.reply["sign_up"]?.string,
                of: app,
                ["username": .string(EntraFixture.email)]
            )
        },
        GoldenCase("EntraV2/reset-update", "Sets the new password") { server in
            var app = try await server.app(.password)
            try await app.proveReset()
            return await server.interaction(app.link("update"), of: app, ["newPassword": "Nine violet harbours sing"])
        },
        GoldenCase("EntraV2/reset-update-weak", "Rejects a weak new password") { server in
            var app = try await server.app(.password)
            try await app.proveReset()
            return await server.interaction(app.link("update"), of: app, ["newPassword": "abcdefghijklm"])
        },
        GoldenCase("EntraV2/second-factor-required", "Requires a second factor after the password", factors: factors) {
            server in
            let fixture = try await server.secondFactorFixture()
            var app = EntraInteractionApp(on: fixture.entra)
            try await app.signIn()
            return await server.interaction(app.link("verify"), of: app, ["password": .string(EntraFixture.password)])
        },
        GoldenCase("EntraV2/enrolment-required", "Requires the registration of a second factor", factors: factors) {
            server in
            let fixture = try await server.secondFactorFixture(.code)
            var app = EntraInteractionApp(on: fixture.entra)
            try await app.signIn()
            return await server.interaction(app.link("verify"), of: app, ["otp": .string(try await app.entra.code())])
        },
        GoldenCase("EntraV2/activate", "Sends a code to the number to register", factors: factors) { server in
            let fixture = try await server.secondFactorFixture(.code)
            var app = EntraInteractionApp(on: fixture.entra)
            try await app.signIn()
            try await app.verify(code: try await app.entra.code())
            let members: [String: JSONValue] = ["target": .string(EntraSecondFactorFixture.phone)]
            return await server.interaction(app.link("enroll", "sms"), of: app, members)
        },
    ]
}

extension DeterministicServer {
    fileprivate func app(_ method: NativeAuthenticationSettings.Method) async throws -> EntraInteractionApp {
        let entra = try await EntraFixture(method, on: web)
        try await entra.addAccount()
        return EntraInteractionApp(on: entra)
    }

    /// Returns an app on a server that requires a second factor of all users, with an account.
    fileprivate func secondFactorFixture(
        _ method: NativeAuthenticationSettings.Method = .password
    ) async throws -> EntraSecondFactorFixture {
        let fixture = try await EntraSecondFactorFixture(method, on: web)
        try await fixture.addAccount()
        return fixture
    }

    /// Posts a form of the app, with its parameters sorted by name.
    fileprivate func post(_ path: String, _ form: [ParameterName: String?]) async -> Exchange {
        let own: [ParameterName: String?] = [.clientID: EntraFixture.clientID.rawValue]
        return await exchange(.post, "/default" + path, form: Parameters(own.merging(form) { $1 }))
    }

    /// Sends an interaction with the newest continuation token of an app.
    fileprivate func interaction(
        _ link: String?,
        of app: EntraInteractionApp,
        _ members: [String: JSONValue] = [:]
    ) async -> Exchange {
        let link = link ?? "/"
        let body = members.merging(["continuationToken": .string(app.token ?? "")]) { $1 }
        return await exchange(
            link.hasSuffix("/update") ? .put : .post,
            link,
            fields: [.contentType: "application/json", .accept: HTTPFields.halJSON],
            body: Data(JSONCoding.encode(JSONValue.object(body)))
        )
    }
}
