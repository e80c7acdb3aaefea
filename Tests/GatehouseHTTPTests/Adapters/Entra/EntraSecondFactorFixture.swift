import Foundation
import GatehouseHTTP
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import Testing

/// A native app on a server that requires a second factor of all users, and accepts codes by mail and SMS.
struct EntraSecondFactorFixture {
    static let phone = "+819012345678"
    static let otherPhone = "+819087654321"
    static let bothCapabilities = "mfa_required registration_required"

    let entra: EntraFixture
    /// The capabilities that flows start with.
    var capabilities: String? = Self.bothCapabilities

    init(
        _ method: NativeAuthenticationSettings.Method = .password,
        factors: FactorSettings = Self.factors(),
        limits: RateLimits = RateLimits(),
        store: any Store = MemoryStore()
    ) async throws {
        try await self.init(method, on: try await ServerFixture(limits: limits, store: store, factors: factors))
    }

    /// Creates the app on a server with the settings of ``factors(_:mail:sms:)``.
    init(_ method: NativeAuthenticationSettings.Method, on web: ServerFixture) async throws {
        entra = try await EntraFixture(method, on: web)
    }

    static func factors(
        _ demand: SecondFactorDemand = .required,
        mail: Bool = true,
        sms: Bool = true
    ) -> FactorSettings {
        FactorSettings(secondFactor: demand, acceptsMailCodes: mail, acceptsSMSCodes: sms)
    }

    var server: TestServer { entra.server }

    /// Adds an account with verified addresses.
    func addAccount(
        email: String? = EntraFixture.email,
        phone: String? = nil,
        names: [AccountIdentifier] = []
    )
        async throws
    {
        let number = phone.map { AccountIdentifier(kind: .phone, value: $0, verifiedAt: server.clock.now) }
        try await entra.addAccount(email, names: names + [number].compactMap(\.self))
    }

    /// Starts a sign-in, and returns its token after the challenge of the first factor.
    func signInWaiting(_ name: String = EntraFixture.email) async throws -> String {
        let start = try await entra.post(
            "/oauth2/v2.0/initiate",
            [.username: name, .challengeType: "oob password redirect", .capabilities: capabilities]
        )
        return try #require(try await entra.challenge("oauth2", start.token).token, "\(start.summary)")
    }

    /// Submits the password, and returns the response.
    func submitPassword(_ name: String = EntraFixture.email) async throws -> EntraTestResponse {
        let waiting = try await signInWaiting(name)
        return try await entra.token(waiting, .password, with: [.password: EntraFixture.password])
    }

    /// Submits the mailed code of a sign-in, and returns the response.
    func submitCode(_ name: String = EntraFixture.email) async throws -> EntraTestResponse {
        let waiting = try await signInWaiting(name)
        return try await entra.token(waiting, .oob, with: [.oob: try await entra.code(for: name)])
    }

    /// Lists the methods to prove.
    func introspect(_ token: String?) async throws -> EntraTestResponse {
        try await entra.post("/oauth2/v2.0/introspect", [.continuationToken: token])
    }

    /// Chooses a method, and sends its code.
    func challenge(_ token: String?, _ method: String?) async throws -> EntraTestResponse {
        try await entra.post(
            "/oauth2/v2.0/challenge",
            [.continuationToken: token, .challengeType: "oob password redirect", .id: method]
        )
    }

    func prove(
        _ token: String?,
        _ code: String,
        grantType: GrantType = .secondFactorOOB
    ) async throws -> EntraTestResponse {
        try await entra.token(token, grantType, with: [.oob: code])
    }

    /// Lists the methods to register.
    func registrable(_ token: String?) async throws -> EntraTestResponse {
        try await entra.post("/register/v1.0/introspect", [.continuationToken: token])
    }

    /// Sends a code to an address to register.
    func register(_ token: String?, _ target: String, by channel: String?) async throws -> EntraTestResponse {
        try await entra.post(
            "/register/v1.0/challenge",
            [
                .continuationToken: token, .challengeType: "oob", .challengeTarget: target,
                .challengeChannel: channel,
            ]
        )
    }

    func finishRegistration(_ token: String?, _ code: String) async throws -> EntraTestResponse {
        try await entra.post(
            "/register/v1.0/continue",
            [.continuationToken: token, .grantType: "oob", .oob: code]
        )
    }

    /// Returns the token of a sign-in that waits for the choice of a method, after the password.
    func awaitingFactor() async throws -> String {
        let demanded = try await submitPassword()
        #expect(demanded.summary == "invalid_grant mfa_required 50076")
        return try #require(demanded.token)
    }

    /// Returns the token of a sign-in that waits for a mailed code, after the password.
    func awaitingMailCode() async throws -> String {
        try #require(try await challenge(try await awaitingFactor(), "email").token)
    }

    /// Returns the token of a sign-in that waits for a registration, after a mailed code.
    func awaitingRegistration(_ name: String = EntraFixture.email) async throws -> String {
        let demanded = try await submitCode(name)
        #expect(demanded.summary == "invalid_grant registration_required 50072")
        return try #require(demanded.token)
    }

    /// Returns the methods of a response as `id channel hint`.
    static func methods(_ reply: EntraTestResponse) -> [String] {
        (reply["methods"]?.array ?? []).map { method in
            ["id", "challenge_channel", "login_hint"].compactMap { method[$0]?.string }.joined(separator: " ")
        }
    }

    /// Returns a claim of the ID token.
    static func claim(_ name: String, _ reply: EntraTestResponse) throws -> JSONValue? {
        let parts = try #require(reply["id_token"]?.string, "\(reply.summary)").split(separator: ".")
        return try JSONCoding.decode(JSONValue.self, from: Base64URL.decode(parts[1]) ?? Data())[name]
    }

    var account: Account {
        get async throws { try #require(try await server.store.account("person-1")) }
    }

    /// Returns the number of audit events of a kind.
    func count(_ kind: AuditKind) async throws -> Int {
        try await server.store.events(of: nil, before: nil, limit: 1_000).count { $0.kind == kind }
    }
}
