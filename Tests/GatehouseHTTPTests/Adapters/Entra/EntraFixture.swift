import Foundation
import GatehouseHTTP
import GatehousePasswords
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import Testing

/// A server with a native app, and helpers for requests; each response is checked against its endpoint's schema.
struct EntraFixture {
    static let clientID: Client.ID = "native-app"
    static let email = "ada@example.com"
    static let password = "Rowing 7 lanterns home"
    static let otherPassword = "Nine violet harbours sing"

    let web: ServerFixture
    /// The query added to each path.
    var query = ""
    /// Parameters added to each form.
    var extra: [ParameterName: String?] = [:]
    var server: TestServer { web.server }

    init(
        _ method: NativeAuthenticationSettings.Method = .code,
        disclosesAccounts: Bool = false,
        origins: [String] = [],
        attributes: [ClientAttribute] = [],
        limits: RateLimits = RateLimits(),
        on web: ServerFixture? = nil
    ) async throws {
        self.web = if let web { web } else { try await ServerFixture(limits: limits) }
        try await self.web.server.add(
            Client(
                id: Self.clientID,
                name: "Example App",
                secretHash: nil,
                tokenEndpointAuthMethod: .none,
                redirectURIs: [ServerFixture.callback],
                grantTypes: [.refreshToken, .authorizationCode, .deviceCode],
                scopes: [.openid, .profile, .email, .offlineAccess, Scope(rawValue: "orders.read")],
                requiresPKCE: true,
                idTokenAlgorithm: .rs256,
                skipsConsent: true,
                attributes: attributes,
                native: NativeAuthenticationSettings(
                    method: method,
                    disclosesAccounts: disclosesAccounts,
                    origins: origins
                ),
                refreshRecovery: .journalled,
                createdAt: self.web.server.clock.now
            )
        )
    }

    /// Posts a form of the app; `nil` omits a parameter.
    func post(
        _ path: String,
        _ form: [ParameterName: String?],
        fields: HTTPFields = [:],
        tenant: String = "default",
        address: String = "198.51.100.7"
    ) async throws -> EntraTestResponse {
        let own: [ParameterName: String?] = [.clientID: Self.clientID.rawValue]
        let form = Parameters(own.merging(extra) { $1 }.merging(form) { $1 })
        let response = await web.post("/\(tenant)\(path)\(query)", form, fields: fields, address: address)
        let json = try #require(
            try? JSONCoding.decode(JSONValue.self, from: response.body),
            "\(path): \(response.text)"
        )
        #expect(response.fields[.contentType] == "application/json")
        #expect(response.fields[.cacheControl] == "no-store")
        return EntraTestResponse(response: response, json: json)
    }

    /// Returns the code in the newest message.
    func code(for email: String = EntraFixture.email) async throws -> String {
        try #require(try await server.mailedCode(to: email))
    }

    /// Returns a code that differs from the one in the newest message.
    func wrongCode(for email: String = EntraFixture.email) async throws -> String {
        try await code(for: email) == "00000000" ? "11111111" : "00000000"
    }

    /// Returns whether there is an account of that address.
    func hasAccount(_ email: String = EntraFixture.email) async throws -> Bool {
        try await server.store.account(.email, email) != nil
    }

    /// Adds an account, with a password unless it is `nil`.
    ///
    /// Without an email address, `names` identify it.
    func addAccount(
        _ email: String? = EntraFixture.email,
        password: String? = EntraFixture.password,
        names: [AccountIdentifier] = []
    ) async throws {
        var hash: String?
        if let password { hash = try await server.identity.hasher.hash(Password(password)) }
        let now = server.clock.now
        let account = Account(
            id: "person-1",
            identifiers: (email.map { [AccountIdentifier(kind: .email, value: $0, verifiedAt: now)] } ?? []) + names,
            passwordHash: hash,
            attributes: ["name": "Ada Example"],
            createdAt: now,
            updatedAt: now
        )
        try await server.store.commit([.account(.insert(account))])
    }
}

extension EntraFixture {
    private static let both = "oob password redirect"

    func signUp(
        _ email: String = EntraFixture.email,
        password: String? = nil,
        attributes: String? = nil,
        challengeType: String = EntraFixture.both
    ) async throws -> EntraTestResponse {
        try await post(
            "/signup/v1.0/start",
            [.username: email, .challengeType: challengeType, .password: password, .attributes: attributes]
        )
    }

    func signIn(
        _ email: String = EntraFixture.email,
        challengeType: String = EntraFixture.both
    ) async throws -> EntraTestResponse {
        try await post("/oauth2/v2.0/initiate", [.username: email, .challengeType: challengeType])
    }

    func reset(_ email: String = EntraFixture.email) async throws -> EntraTestResponse {
        try await post("/resetpassword/v1.0/start", [.username: email, .challengeType: "oob redirect"])
    }

    /// Requests the challenge of a flow; `flow` is the first part of the path.
    func challenge(
        _ flow: String,
        _ token: String?,
        challengeType: String? = EntraFixture.both
    ) async throws -> EntraTestResponse {
        let version = flow == "oauth2" ? "v2.0" : "v1.0"
        return try await post(
            "/\(flow)/\(version)/challenge",
            [.continuationToken: token, .challengeType: challengeType]
        )
    }

    func resume(
        _ token: String?,
        _ grantType: GrantType,
        with values: [ParameterName: String?]
    ) async throws -> EntraTestResponse {
        let own: [ParameterName: String?] = [.continuationToken: token, .grantType: grantType.rawValue]
        return try await post("/signup/v1.0/continue", own.merging(values) { $1 })
    }

    func resume(_ token: String?, code: String) async throws -> EntraTestResponse {
        try await resume(token, .oob, with: [.oob: code])
    }

    func resume(_ token: String?, attributes: String) async throws -> EntraTestResponse {
        try await resume(token, .attributes, with: [.attributes: attributes])
    }

    func resetResume(_ token: String?, code: String) async throws -> EntraTestResponse {
        try await post(
            "/resetpassword/v1.0/continue",
            [.continuationToken: token, .grantType: "oob", .oob: code]
        )
    }

    func resetSubmit(_ token: String?, password: String) async throws -> EntraTestResponse {
        try await post("/resetpassword/v1.0/submit", [.continuationToken: token, .newPassword: password])
    }

    func resetPoll(_ token: String?) async throws -> EntraTestResponse {
        try await post("/resetpassword/v1.0/poll_completion", [.continuationToken: token])
    }

    func token(
        _ token: String?,
        _ grantType: GrantType,
        with values: [ParameterName: String?] = [:]
    ) async throws -> EntraTestResponse {
        let own: [ParameterName: String?] = [
            .continuationToken: token, .grantType: grantType.rawValue, .scope: "openid profile offline_access",
            .clientInfo: "true",
        ]
        return try await post("/oauth2/v2.0/token", own.merging(values) { $1 })
    }

    /// Starts a sign-up, and returns its token after the code was sent.
    func signUpWaitingForCode(password: String? = nil, attributes: String? = nil) async throws -> String {
        let start = try await signUp(password: password, attributes: attributes)
        return try #require(try await challenge("signup", start.token).token)
    }

    /// Starts a sign-in, and returns its token after the challenge.
    func signInWaiting(_ email: String = EntraFixture.email) async throws -> String {
        try #require(try await challenge("oauth2", try await signIn(email).token).token)
    }

    /// Starts a password reset, and returns its token after the code was sent.
    func resetWaitingForCode() async throws -> String {
        try #require(try await challenge("resetpassword", try await reset().token).token)
    }

    /// Signs in with the password, and returns the token response.
    func signedIn(scope: String = "openid profile offline_access") async throws -> EntraTestResponse {
        try await token(try await signInWaiting(), .password, with: [.password: Self.password, .scope: scope])
    }
}

/// A response of the Entra endpoints.
struct EntraTestResponse: Sendable {
    let response: ServerResponse
    let json: JSONValue

    var status: Int { response.status.code }

    subscript(name: String) -> JSONValue? { json[name] }

    /// The continuation token.
    var token: String? { json["continuation_token"]?.string }

    /// The error in the response, if any.
    var error: EntraError? {
        (try? EntraErrorBody(status: response.status, fields: response.fields, body: response.body))?.error
    }

    /// The code, suberror and number of an error, such as `invalid_grant invalid_oob_value 50181`; `ok` for success.
    var summary: String {
        guard let error else { return response.status == .ok ? "ok" : "\(status)" }
        let parts = [error.code.rawValue, error.suberror?.rawValue, error.numbers.first.map { "\($0)" }]
        return parts.compactMap(\.self).joined(separator: " ")
    }

    /// The description of the error, without its variable part.
    var errorDescription: String? {
        error?.text.split(separator: "\r\n").first.map { String($0.drop { $0 != ":" }.dropFirst(2)) }
    }
}
