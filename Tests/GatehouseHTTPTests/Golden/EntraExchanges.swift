import GatehouseHTTP
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import HTTPTypes

/// The recorded exchanges of Entra's protocol.
enum EntraExchanges {
    static let all = entraSignUp + entraSignIn + entraReset + entraLibraries

    private static let country = ClientAttribute(name: "country", isRequired: true, pattern: "[A-Z].*")
    private static let city = ClientAttribute(name: "locality", label: "City", isRequired: true)

    private static let entraSignUp = [
        GoldenCase("Entra/signup-start", "Starts a sign-up with an email address only") { server in
            _ = try await EntraFixture(on: server.web)
            return await server.entra("/signup/v1.0/start", start)
        },
        GoldenCase("Entra/signup-start-username", "Rejects a malformed email address") { server in
            _ = try await EntraFixture(on: server.web)
            return await server.entra("/signup/v1.0/start", start.merging([.username: "no address"]) { $1 })
        },
        GoldenCase("Entra/signup-start-taken", "Discloses a taken address to an allowed app") { server in
            try await EntraFixture(disclosesAccounts: true, on: server.web).addAccount()
            return await server.entra("/signup/v1.0/start", start)
        },
        GoldenCase("Entra/signup-start-redirect", "Redirects to the browser if the app does not support the challenge")
        { server in
            _ = try await EntraFixture(.password, on: server.web)
            return await server.entra("/signup/v1.0/start", start)
        },
        GoldenCase("Entra/signup-challenge", "Sends the code") { server in
            let token = try await EntraFixture(on: server.web).signUp().token
            let form: [ParameterName: String?] = [.continuationToken: token, .challengeType: "oob redirect"]
            return await server.entra("/signup/v1.0/challenge", form)
        },
        GoldenCase("Entra/signup-wrong-code", "Rejects a wrong code") { server in
            let entra = try await EntraFixture(on: server.web)
            let token = try await entra.signUpWaitingForCode()
            let form: [ParameterName: String?] = [
                .continuationToken: token, .grantType: "oob", .oob: try await entra.wrongCode(),
            ]
            return await server.entra("/signup/v1.0/continue", form)
        },
        GoldenCase("Entra/signup-password-required", "Accepts the code and requires a password") { server in
            let entra = try await EntraFixture(.password, on: server.web)
            let token = try await entra.signUpWaitingForCode()
            let form: [ParameterName: String?] = [
                .continuationToken: token, .grantType: "oob", .oob: try await entra.code(),
            ]
            return await server.entra("/signup/v1.0/continue", form)
        },
        GoldenCase("Entra/signup-attributes-required", "Accepts the code and requires attributes") { server in
            let entra = try await EntraFixture(attributes: [country, city], on: server.web)
            let token = try await entra.signUpWaitingForCode()
            let form: [ParameterName: String?] = [
                .continuationToken: token, .grantType: "oob", .oob: try await entra.code(),
            ]
            return await server.entra("/signup/v1.0/continue", form)
        },
        GoldenCase("Entra/signup-attributes-invalid", "Rejects an invalid attribute value") { server in
            let entra = try await EntraFixture(attributes: [country, city], on: server.web)
            let requested = try await entra.resume(try await entra.signUpWaitingForCode(), code: try await entra.code())
            let form: [ParameterName: String?] = [
                .continuationToken: requested.token, .grantType: "attributes",
                .attributes: #"{"city":"Dublin","country":"ireland"}"#,
            ]
            return await server.entra("/signup/v1.0/continue", form)
        },
        GoldenCase("Entra/signup-verification-required", "Requires the code for attributes that are sent first") {
            server in
            let entra = try await EntraFixture(attributes: [country, city], on: server.web)
            let form: [ParameterName: String?] = [
                .continuationToken: try await entra.signUpWaitingForCode(), .grantType: "attributes",
                .attributes: #"{"city":"Dublin","country":"Ireland"}"#,
            ]
            return await server.entra("/signup/v1.0/continue", form)
        },
        GoldenCase("Entra/signup-done", "Creates the account") { server in
            let entra = try await EntraFixture(on: server.web)
            let token = try await entra.signUpWaitingForCode()
            let form: [ParameterName: String?] = [
                .continuationToken: token, .grantType: "oob", .oob: try await entra.code(),
            ]
            return await server.entra("/signup/v1.0/continue", form)
        },
    ]

    private static let entraSignIn = [
        GoldenCase("Entra/challenge-password", "Requests the password") { server in
            let token = try await EntraFixture(.password, on: server.web).signIn().token
            let form: [ParameterName: String?] = [
                .continuationToken: token, .challengeType: "oob password redirect",
            ]
            return await server.entra("/oauth2/v2.0/challenge", form)
        },
        GoldenCase("Entra/token-password", "Issues tokens for a password") { server in
            let entra = try await EntraFixture(.password, on: server.web)
            try await entra.addAccount()
            return await server.entra(
                "/oauth2/v2.0/token",
                proof(try await entra.signInWaiting(), EntraFixture.password)
            )
        },
        GoldenCase("Entra/token-wrong-password", "Rejects a wrong password") { server in
            let entra = try await EntraFixture(.password, on: server.web)
            try await entra.addAccount()
            return await server.entra("/oauth2/v2.0/token", proof(try await entra.signInWaiting(), "a guess"))
        },
        GoldenCase("Entra/token-spent", "Rejects a used continuation token") { server in
            let entra = try await EntraFixture(.password, on: server.web)
            try await entra.addAccount()
            let form = proof(try await entra.signInWaiting(), EntraFixture.password)
            _ = await server.entra("/oauth2/v2.0/token", form)
            return await server.entra("/oauth2/v2.0/token", form)
        },
    ]

    private static let entraReset = [
        GoldenCase("Entra/reset-continue", "Accepts the code") { server in
            let entra = try await EntraFixture(.password, on: server.web)
            try await entra.addAccount()
            let form: [ParameterName: String?] = [
                .continuationToken: try await entra.resetWaitingForCode(), .grantType: "oob",
                .oob: try await entra.code(),
            ]
            return await server.entra("/resetpassword/v1.0/continue", form)
        },
        GoldenCase("Entra/reset-submit", "Accepts the new password") { server in
            let token = try await server.resetAfterCode()
            let form: [ParameterName: String?] = [.continuationToken: token, .newPassword: EntraFixture.otherPassword]
            return await server.entra("/resetpassword/v1.0/submit", form)
        },
        GoldenCase("Entra/reset-submit-weak", "Rejects a weak new password") { server in
            let token = try await server.resetAfterCode()
            let form: [ParameterName: String?] = [.continuationToken: token, .newPassword: "abcdefghijklm"]
            return await server.entra("/resetpassword/v1.0/submit", form)
        },
    ]

    private static let entraLibraries = [
        GoldenCase("Entra/openid-configuration", "Returns the metadata of a tenant") { server in
            await server.exchange(.get, "/default/v2.0/.well-known/openid-configuration")
        },
        GoldenCase("Entra/unknown-tenant", "Rejects an unknown tenant") { server in
            await server.exchange(
                .get,
                "/example/v2.0/.well-known/openid-configuration",
                fields: [.clientRequestID: correlationID]
            )
        },
        GoldenCase("Entra/devicecode", "Issues device codes with a message to show") { server in
            _ = try await EntraFixture(on: server.web)
            return await server.entra("/oauth2/v2.0/devicecode", [.scope: "openid profile offline_access"])
        },
    ]

    fileprivate static let correlationID = "6c8f13a9-0e5c-4b68-93f6-1cb1b1e7a4f3"

    private static let start: [ParameterName: String?] = [
        .username: EntraFixture.email, .challengeType: "oob redirect",
    ]

    private static func proof(_ token: String?, _ password: String) -> [ParameterName: String?] {
        [
            .continuationToken: token, .grantType: "password", .username: EntraFixture.email, .password: password,
            .scope: "openid profile offline_access", .clientInfo: "true",
        ]
    }
}

extension DeterministicServer {
    /// Posts a form of the app, with its parameters sorted by name.
    fileprivate func entra(_ path: String, _ form: [ParameterName: String?]) async -> Exchange {
        let own: [ParameterName: String?] = [.clientID: EntraFixture.clientID.rawValue]
        return await exchange(
            .post,
            "/default" + path,
            fields: [.clientRequestID: EntraExchanges.correlationID],
            form: Parameters(own.merging(form) { $1 })
        )
    }

    /// Runs a password reset up to the verified code, and returns its token.
    fileprivate func resetAfterCode() async throws -> String? {
        let entra = try await EntraFixture(.password, on: web)
        try await entra.addAccount()
        return try await entra.resetResume(try await entra.resetWaitingForCode(), code: try await entra.code()).token
    }
}
