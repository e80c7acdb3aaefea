import Foundation
import GatehouseHTTP
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import Testing

/// A server with the user `ada@example.com`, who has signed in to the app `app`, and helpers for the account API.
///
/// Each response is checked against the OpenAPI document.
struct AccountAPIFixture {
    static let email = "ada@example.com"
    static let password = "Rowing 7 lanterns home"
    static let newPassword = "Nine violet harbours sing"
    /// The maximum age of a sign-in in seconds.
    static let freshness: TimeInterval = 10 * 60

    let web: ServerFixture
    let accountID: Account.ID
    /// An access token with scope `account`.
    let token: Secret

    var server: TestServer { web.server }

    init(
        limits: RateLimits = RateLimits(),
        store: any Store = MemoryStore(),
        attributes: [String: JSONValue] = ["given_name": "Ada", "loyalty_number": "1815"]
    ) async throws {
        web = try await ServerFixture(limits: limits, store: store) { $0.scopes.insert(.account) }
        try await web.server.users.add(
            email: Self.email,
            password: Self.password,
            username: "ada",
            phone: "+819012345678",
            attributes: attributes
        )
        accountID = Account.ID(try await web.server.users.id(of: Self.email))
        token = try await Self.signIn(Self.email, Self.password, on: web)
    }

    /// Signs a user in to `app` in a new browser, and returns the access token.
    static func signIn(
        _ email: String,
        _ password: String,
        scope: String = "openid account",
        on web: ServerFixture
    ) async throws -> Secret {
        let browser = try await web.browser(opening: ServerFixture.authorization([.scope: scope]))
        try await ScriptedUser(email: email, password: password).signIn(in: browser, on: web.server)
        try #require(await browser.hasLeft)
        return try await web.tokens(from: browser).accessToken
    }

    /// Signs `ada` in again.
    func signIn(scope: String = "openid account", password: String = Self.password) async throws -> Secret {
        try await Self.signIn(Self.email, password, scope: scope, on: web)
    }

    /// Adds a user, and returns the user's access token.
    func addUser(_ email: String) async throws -> Secret {
        try await server.users.add(email: email, password: Self.password)
        return try await Self.signIn(email, Self.password, on: web)
    }

    /// Sends a request below the account API.
    func send(
        _ method: HTTPRequest.Method,
        _ path: String,
        json: JSONValue? = nil,
        fields: HTTPFields = [:],
        token: Secret? = nil
    ) async -> APIResponse {
        await send(method, path, raw: json.map { JSONCoding.encode($0) } ?? Data(), fields: fields, token: token)
    }

    func send(
        _ method: HTTPRequest.Method,
        _ path: String,
        raw body: Data,
        fields: HTTPFields = [:],
        token: Secret? = nil
    ) async -> APIResponse {
        var all: HTTPFields = [.authorization: AuthorizationHeader.bearer(token ?? self.token).encoded]
        if !body.isEmpty { all[.contentType] = "application/json" }
        for field in fields { all[field.name] = field.value }
        return APIResponse(await web.send(method, AccountAPI.root + path, fields: all, body: body))
    }

    /// Returns the stored account.
    func account() async throws -> Account {
        try #require(try await server.store.account(accountID))
    }

    /// Adds an address, and returns its identifier.
    func add(_ kind: String = "email", _ value: String) async throws -> String {
        let response = await send(.post, "/addresses", json: ["kind": .string(kind), "value": .string(value)])
        try #require(response.summary == "201", "\(response.response.text)")
        return try #require(response["id"]?.string)
    }

    /// Adds an address and verifies it, and returns its identifier.
    func addVerified(_ kind: String = "email", _ value: String) async throws -> String {
        let id = try await add(kind, value)
        let code = try #require(try await server.mailedCode(to: value))
        let response = await send(.post, "/addresses/\(id)/verify", json: ["code": .string(code)])
        try #require(response.summary == "200", "\(response.response.text)")
        return id
    }

    /// Returns the identifier of an address of the account.
    func id(of value: String) async throws -> String {
        let addresses = await send(.get, "/addresses")["addresses"]?.array ?? []
        return try #require(addresses.first { $0["value"]?.string == value }?["id"]?.string)
    }
}

/// A response of the account API.
struct APIResponse: Sendable {
    let response: ServerResponse
    let json: JSONValue

    init(_ response: ServerResponse) {
        self.response = response
        json = (try? JSONCoding.decode(JSONValue.self, from: response.body)) ?? .null
    }

    subscript(name: String) -> JSONValue? { json[name] }

    /// The status and the kind of a problem, such as `404 not_found`; only the status for success.
    var summary: String {
        let status = response.status.code
        guard status >= 400, let type = json["type"]?.string else { return "\(status)" }
        return "\(status) \(ProblemType(rawValue: type).name)"
    }

    var challenge: String? { response.fields[.wwwAuthenticate] }

    /// The entity tag.
    var tag: String { response.fields[.eTag] ?? "" }
}
