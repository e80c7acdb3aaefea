import GatehouseHTTP
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import HTTPTypes

extension GoldenCase {
    static let entra = entraSignUp + entraSignIn + entraReset + entraLibraries

    private static let country = ClientAttribute(name: "country", isRequired: true, pattern: "[A-Z].*")
    private static let city = ClientAttribute(name: "locality", label: "City", isRequired: true)

    private static let entraSignUp = [
        GoldenCase("Entra/signup-start", "A sign-up with an address alone") { it in
            _ = try await EntraWeb(on: it.web)
            return await it.entra("/signup/v1.0/start", start)
        },
        GoldenCase("Entra/signup-start-username", "An address that is none") { it in
            _ = try await EntraWeb(on: it.web)
            return await it.entra("/signup/v1.0/start", start.merging([.username: "no address"]) { $1 })
        },
        GoldenCase("Entra/signup-start-taken", "An address that is taken, as an app is told that may know") { it in
            try await EntraWeb(reveals: true, on: it.web).addAccount()
            return await it.entra("/signup/v1.0/start", start)
        },
        GoldenCase("Entra/signup-start-redirect", "An app that cannot ask for what is needed") { it in
            _ = try await EntraWeb(.password, on: it.web)
            return await it.entra("/signup/v1.0/start", start)
        },
        GoldenCase("Entra/signup-challenge", "The code is sent") { it in
            let token = try await EntraWeb(on: it.web).signUp().token
            let form: [ParameterName: String?] = [.continuationToken: token, .challengeType: "oob redirect"]
            return await it.entra("/signup/v1.0/challenge", form)
        },
        GoldenCase("Entra/signup-wrong-code", "A code that is wrong") { it in
            let entra = try await EntraWeb(on: it.web)
            let token = try await entra.signUpWaitingForCode()
            let form: [ParameterName: String?] = [
                .continuationToken: token, .grantType: "oob", .oob: try await entra.wrongCode(),
            ]
            return await it.entra("/signup/v1.0/continue", form)
        },
        GoldenCase("Entra/signup-password-required", "The code was right, and a password is needed") { it in
            let entra = try await EntraWeb(.password, on: it.web)
            let token = try await entra.signUpWaitingForCode()
            let form: [ParameterName: String?] = [
                .continuationToken: token, .grantType: "oob", .oob: try await entra.code(),
            ]
            return await it.entra("/signup/v1.0/continue", form)
        },
        GoldenCase("Entra/signup-attributes-required", "The code was right, and attributes are needed") { it in
            let entra = try await EntraWeb(attributes: [country, city], on: it.web)
            let token = try await entra.signUpWaitingForCode()
            let form: [ParameterName: String?] = [
                .continuationToken: token, .grantType: "oob", .oob: try await entra.code(),
            ]
            return await it.entra("/signup/v1.0/continue", form)
        },
        GoldenCase("Entra/signup-attributes-invalid", "An attribute has a value that it cannot have") { it in
            let entra = try await EntraWeb(attributes: [country, city], on: it.web)
            let asked = try await entra.resume(try await entra.signUpWaitingForCode(), code: try await entra.code())
            let form: [ParameterName: String?] = [
                .continuationToken: asked.token, .grantType: "attributes",
                .attributes: #"{"city":"Dublin","country":"ireland"}"#,
            ]
            return await it.entra("/signup/v1.0/continue", form)
        },
        GoldenCase("Entra/signup-verification-required", "Attributes that come before the code wait for it") { it in
            let entra = try await EntraWeb(attributes: [country, city], on: it.web)
            let form: [ParameterName: String?] = [
                .continuationToken: try await entra.signUpWaitingForCode(), .grantType: "attributes",
                .attributes: #"{"city":"Dublin","country":"Ireland"}"#,
            ]
            return await it.entra("/signup/v1.0/continue", form)
        },
        GoldenCase("Entra/signup-done", "The account is there") { it in
            let entra = try await EntraWeb(on: it.web)
            let token = try await entra.signUpWaitingForCode()
            let form: [ParameterName: String?] = [
                .continuationToken: token, .grantType: "oob", .oob: try await entra.code(),
            ]
            return await it.entra("/signup/v1.0/continue", form)
        },
    ]

    private static let entraSignIn = [
        GoldenCase("Entra/challenge-password", "A password is to follow") { it in
            let token = try await EntraWeb(.password, on: it.web).signIn().token
            let form: [ParameterName: String?] = [
                .continuationToken: token, .challengeType: "oob password redirect",
            ]
            return await it.entra("/oauth2/v2.0/challenge", form)
        },
        GoldenCase("Entra/token-password", "A password becomes tokens") { it in
            let entra = try await EntraWeb(.password, on: it.web)
            try await entra.addAccount()
            return await it.entra("/oauth2/v2.0/token", proof(try await entra.signInWaiting(), EntraWeb.password))
        },
        GoldenCase("Entra/token-wrong-password", "A password that is wrong") { it in
            let entra = try await EntraWeb(.password, on: it.web)
            try await entra.addAccount()
            return await it.entra("/oauth2/v2.0/token", proof(try await entra.signInWaiting(), "a guess"))
        },
        GoldenCase("Entra/token-spent", "A continuation token that has given its tokens") { it in
            let entra = try await EntraWeb(.password, on: it.web)
            try await entra.addAccount()
            let form = proof(try await entra.signInWaiting(), EntraWeb.password)
            _ = await it.entra("/oauth2/v2.0/token", form)
            return await it.entra("/oauth2/v2.0/token", form)
        },
    ]

    private static let entraReset = [
        GoldenCase("Entra/reset-continue", "The code was right") { it in
            let entra = try await EntraWeb(.password, on: it.web)
            try await entra.addAccount()
            let form: [ParameterName: String?] = [
                .continuationToken: try await entra.resetWaitingForCode(), .grantType: "oob",
                .oob: try await entra.code(),
            ]
            return await it.entra("/resetpassword/v1.0/continue", form)
        },
        GoldenCase("Entra/reset-submit", "The new password is taken") { it in
            let token = try await it.resetProven()
            let form: [ParameterName: String?] = [.continuationToken: token, .newPassword: EntraWeb.otherPassword]
            return await it.entra("/resetpassword/v1.0/submit", form)
        },
        GoldenCase("Entra/reset-submit-weak", "A new password that is too easily guessed") { it in
            let token = try await it.resetProven()
            let form: [ParameterName: String?] = [.continuationToken: token, .newPassword: "abcdefghijklm"]
            return await it.entra("/resetpassword/v1.0/submit", form)
        },
    ]

    private static let entraLibraries = [
        GoldenCase("Entra/openid-configuration", "What a tenant can do") { it in
            await it.exchange(.get, "/default/v2.0/.well-known/openid-configuration")
        },
        GoldenCase("Entra/unknown-tenant", "A tenant that is none") { it in
            await it.exchange(.get, "/example/v2.0/.well-known/openid-configuration", [.clientRequestID: correlationID])
        },
        GoldenCase("Entra/devicecode", "A device gets its codes, and a sentence to show") { it in
            _ = try await EntraWeb(on: it.web)
            return await it.entra("/oauth2/v2.0/devicecode", [.scope: "openid profile offline_access"])
        },
    ]

    fileprivate static let correlationID = "6c8f13a9-0e5c-4b68-93f6-1cb1b1e7a4f3"

    private static let start: [ParameterName: String?] = [
        .username: EntraWeb.email, .challengeType: "oob redirect",
    ]

    private static func proof(_ token: String?, _ password: String) -> [ParameterName: String?] {
        [
            .continuationToken: token, .grantType: "password", .username: EntraWeb.email, .password: password,
            .scope: "openid profile offline_access", .clientInfo: "true",
        ]
    }
}

extension Exhibition {
    /// Posts a form of the app, its parameters in the order of their names.
    fileprivate func entra(_ path: String, _ form: [ParameterName: String?]) async -> Exchange {
        let own: [ParameterName: String?] = [.clientID: EntraWeb.clientID.rawValue]
        return await exchange(
            .post,
            "/default" + path,
            [.clientRequestID: GoldenCase.correlationID],
            form: Parameters(own.merging(form) { $1 })
        )
    }

    /// The token of a reset whose code was right.
    fileprivate func resetProven() async throws -> String? {
        let entra = try await EntraWeb(.password, on: web)
        try await entra.addAccount()
        return try await entra.resetResume(try await entra.resetWaitingForCode(), code: try await entra.code()).token
    }
}
