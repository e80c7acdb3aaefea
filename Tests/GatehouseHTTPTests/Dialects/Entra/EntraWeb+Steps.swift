import GatehouseTesting
import GatehouseWire
import HTTPTypes
import Testing

/// The calls of each flow, by what they are for.
extension EntraWeb {
    private static let both = "oob password redirect"

    func signUp(
        _ email: String = EntraWeb.email,
        password: String? = nil,
        attributes: String? = nil,
        challengeType: String = EntraWeb.both
    ) async throws -> EntraReply {
        try await post(
            "/signup/v1.0/start",
            [.username: email, .challengeType: challengeType, .password: password, .attributes: attributes]
        )
    }

    func signIn(_ email: String = EntraWeb.email, challengeType: String = EntraWeb.both) async throws -> EntraReply {
        try await post("/oauth2/v2.0/initiate", [.username: email, .challengeType: challengeType])
    }

    func reset(_ email: String = EntraWeb.email) async throws -> EntraReply {
        try await post("/resetpassword/v1.0/start", [.username: email, .challengeType: "oob redirect"])
    }

    /// Asks for the challenge of a flow; the flow is the first part of the path.
    func challenge(_ flow: String, _ token: String?, challengeType: String? = EntraWeb.both) async throws -> EntraReply
    {
        let version = flow == "oauth2" ? "v2.0" : "v1.0"
        return try await post(
            "/\(flow)/\(version)/challenge",
            [.continuationToken: token, .challengeType: challengeType]
        )
    }

    func resume(_ token: String?, _ grantType: GrantType, _ values: [ParameterName: String?]) async throws -> EntraReply
    {
        let own: [ParameterName: String?] = [.continuationToken: token, .grantType: grantType.rawValue]
        return try await post("/signup/v1.0/continue", own.merging(values) { $1 })
    }

    func resume(_ token: String?, code: String) async throws -> EntraReply {
        try await resume(token, .oob, [.oob: code])
    }

    func resume(_ token: String?, attributes: String) async throws -> EntraReply {
        try await resume(token, .attributes, [.attributes: attributes])
    }

    func resetResume(_ token: String?, code: String) async throws -> EntraReply {
        try await post(
            "/resetpassword/v1.0/continue",
            [.continuationToken: token, .grantType: "oob", .oob: code]
        )
    }

    func resetSubmit(_ token: String?, password: String) async throws -> EntraReply {
        try await post("/resetpassword/v1.0/submit", [.continuationToken: token, .newPassword: password])
    }

    func resetPoll(_ token: String?) async throws -> EntraReply {
        try await post("/resetpassword/v1.0/poll_completion", [.continuationToken: token])
    }

    func token(
        _ token: String?,
        _ grantType: GrantType,
        _ values: [ParameterName: String?] = [:]
    ) async throws -> EntraReply {
        let own: [ParameterName: String?] = [
            .continuationToken: token, .grantType: grantType.rawValue, .scope: "openid profile offline_access",
            .clientInfo: "true",
        ]
        return try await post("/oauth2/v2.0/token", own.merging(values) { $1 })
    }

    /// A sign-up that waits for its code, and the token to hand it in with.
    func signUpWaitingForCode(password: String? = nil, attributes: String? = nil) async throws -> String {
        let start = try await signUp(password: password, attributes: attributes)
        return try #require(try await challenge("signup", start.token).token)
    }

    /// A sign-in that waits for its code or password, and the token to hand it in with.
    func signInWaiting(_ email: String = EntraWeb.email) async throws -> String {
        try #require(try await challenge("oauth2", try await signIn(email).token).token)
    }

    /// A reset that waits for its code, and the token to hand it in with.
    func resetWaitingForCode() async throws -> String {
        try #require(try await challenge("resetpassword", try await reset().token).token)
    }

    /// The tokens of an account that signs in with its password.
    func signedIn(scope: String = "openid profile offline_access") async throws -> EntraReply {
        try await token(try await signInWaiting(), .password, [.password: Self.password, .scope: scope])
    }
}
