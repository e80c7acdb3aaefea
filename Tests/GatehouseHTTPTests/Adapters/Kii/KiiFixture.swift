import Foundation
import GatehouseHTTP
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import Testing

/// A server with a Kii app, and helpers for requests; each response is checked against the schema of its media type.
struct KiiFixture {
    static let appID: Client.ID = "kii-app"
    static let appKey = "a key in every copy of the app"
    static let adminSecret = "a secret of the administrator"
    static let email = "ada@example.com"
    static let phone = "+819012345678"
    static let password = "Rowing 7 lanterns home"
    static let otherPassword = "Nine violet harbours sing"

    let web: ServerFixture
    var server: TestServer { web.server }

    init(
        refresh: Bool = false,
        lifetime: TimeInterval = 365 * 24 * 60 * 60,
        accepts: [Client.ID] = [],
        disclosesAccounts: Bool = false,
        scopes: ScopeSet = [.openid, .profile, .email, .phone, .address, .account],
        limits: RateLimits = RateLimits(),
        on web: ServerFixture? = nil
    ) async throws {
        self.web = if let web { web } else { try await ServerFixture(limits: limits) }
        try await add(Self.appID) { client in
            client.scopes = refresh ? scopes.union([.offlineAccess]) : scopes
            if refresh { client.grantTypes.append(.refreshToken) }
            client.passwordApp?.tokenLifetime = lifetime
            client.passwordApp?.accepts = accepts
            client.passwordApp?.disclosesAccounts = disclosesAccounts
        }
    }

    /// Registers a Kii app with the shared key and secret; `change` adjusts it.
    func add(_ id: Client.ID, _ change: (inout Client) -> Void = { _ in }) async throws {
        var client = Client(
            id: id,
            name: "Example Balance",
            secretHash: nil,
            tokenEndpointAuthMethod: .none,
            redirectURIs: [],
            grantTypes: [.password],
            scopes: [.openid, .profile, .email, .phone, .address, .account],
            requiresPKCE: true,
            idTokenAlgorithm: .rs256,
            skipsConsent: true,
            passwordApp: PasswordAppSettings(
                keyHash: OpaqueToken.hash(of: Self.appKey),
                adminSecretHash: OpaqueToken.hash(of: Self.adminSecret),
                tokenLifetime: 365 * 24 * 60 * 60
            ),
            refreshRecovery: .journalled,
            createdAt: server.clock.now
        )
        change(&client)
        try await server.add(client)
    }

    /// Sends a request below `/api`; the body is JSON unless `fields` has another media type.
    func send(
        _ method: HTTPRequest.Method,
        _ path: String,
        json: JSONValue? = nil,
        as caller: KiiTestCaller = .app,
        fields: HTTPFields = [:],
        address: String = "198.51.100.7"
    ) async -> KiiTestResponse {
        await send(
            method,
            path,
            raw: json.map { JSONCoding.encode($0) } ?? Data(),
            as: caller,
            fields: fields,
            address: address
        )
    }

    func send(
        _ method: HTTPRequest.Method,
        _ path: String,
        raw body: Data,
        as caller: KiiTestCaller = .app,
        fields: HTTPFields = [:],
        address: String = "198.51.100.7"
    ) async -> KiiTestResponse {
        var all = caller.fields
        if !body.isEmpty { all[.contentType] = "application/json" }
        for field in fields { all[field.name] = field.value }
        return KiiTestResponse(await web.send(method, "/api" + path, fields: all, body: body, address: address))
    }

    /// Sends a request below the users' path, such as `/me` or `/LOGIN_NAME:ada/password`.
    func users(
        _ method: HTTPRequest.Method,
        _ path: String = "",
        json: JSONValue? = nil,
        as caller: KiiTestCaller = .app,
        fields: HTTPFields = [:]
    ) async -> KiiTestResponse {
        await send(method, "/apps/\(Self.appID)/users\(path)", json: json, as: caller, fields: fields)
    }

    /// Registers a user, and returns its ID and access token.
    func register(
        _ members: [String: JSONValue],
        as caller: KiiTestCaller = .app
    ) async throws -> (id: String, token: String) {
        let reply = await users(.post, "", json: .object(members), as: caller, fields: [.contentType: Self.signedIn])
        try #require(reply.status == 201, "\(reply.response.text)")
        return (try #require(reply["userID"]?.string), try #require(reply["_accessToken"]?.string))
    }

    /// Registers `ada` with a password.
    func registerAda(_ more: [String: JSONValue] = [:]) async throws -> (id: String, token: String) {
        let members: [String: JSONValue] = ["loginName": "Ada", "password": .string(Self.password)]
        return try await register(members.merging(more) { $1 })
    }

    static let signedIn = KiiMediaType.registrationAndAuthorizationRequest.rawValue

    /// Logs in at the token endpoint for all apps.
    func logIn(
        _ username: String = "ada",
        _ password: String = KiiFixture.password,
        members more: [String: JSONValue] = [:],
        address: String = "198.51.100.7"
    ) async -> KiiTestResponse {
        let members: [String: JSONValue] = ["username": .string(username), "password": .string(password)]
        return await send(.post, "/oauth2/token", json: .object(members.merging(more) { $1 }), address: address)
    }

    /// Logs in, and returns the access token.
    func token(_ username: String = "ada", _ password: String = KiiFixture.password) async throws -> String {
        let reply = await logIn(username, password)
        return try #require(reply["access_token"]?.string, "\(reply.response.text)")
    }

    /// Returns a caller with the administrator's token.
    func administrator(of app: String = KiiFixture.appID.rawValue) async throws -> KiiTestCaller {
        let body: JSONValue = ["client_id": .string(app), "client_secret": .string(Self.adminSecret)]
        let reply = await send(.post, "/oauth2/token", json: body, as: .anonymous)
        return .token(try #require(reply["access_token"]?.string, "\(reply.response.text)"))
    }

    /// Returns the code in the newest message.
    func code(to address: String = KiiFixture.email) async throws -> String {
        try #require(try await server.mailedCode(to: address))
    }

    /// Returns a code that differs from the given one.
    static func other(than code: String) -> String { code.hasSuffix("0") ? "11111111" : "00000000" }

    /// Returns the stored account.
    func account(_ id: String) async throws -> Account? {
        try await server.store.account(Account.ID(id))
    }
}

/// The caller of a request to Kii's API, by its credentials.
enum KiiTestCaller: Sendable {
    /// The app, with the fields that Kii's libraries send.
    case app
    /// The app, with Basic credentials as in Kii's REST guide.
    case basic
    /// A user or the administrator, with an access token.
    case token(String)
    case anonymous

    var fields: HTTPFields {
        switch self {
        case .app: [.kiiAppID: KiiFixture.appID.rawValue, .kiiAppKey: KiiFixture.appKey]
        case .basic: [.authorization: "Basic " + Data("\(KiiFixture.appID):anything".utf8).base64EncodedString()]
        case .token(let token): [.authorization: "Bearer " + token]
        case .anonymous: [:]
        }
    }
}

/// A response of Kii's API.
struct KiiTestResponse: Sendable {
    let response: ServerResponse
    let json: JSONValue

    init(_ response: ServerResponse) {
        self.response = response
        json = (try? JSONCoding.decode(JSONValue.self, from: response.body)) ?? .null
    }

    var status: Int { response.status.code }

    subscript(name: String) -> JSONValue? { json[name] }

    /// The status and code of an error, such as `404 USER_NOT_FOUND`; only the status for success.
    var summary: String {
        guard status >= 400, let code = json["errorCode"]?.string else { return "\(status)" }
        return "\(status) \(code)"
    }

    var mediaType: String? { response.fields[.contentType] }
}
