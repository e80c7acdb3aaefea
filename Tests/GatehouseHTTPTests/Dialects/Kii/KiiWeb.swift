import Foundation
import GatehouseHTTP
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import Testing

/// A server with an app of Kii, and requests to it; every answer is checked against the schema of its media type.
struct KiiWeb {
    static let appID: Client.ID = "kii-app"
    static let appKey = "a key in every copy of the app"
    static let adminSecret = "a secret of the administrator"
    static let email = "ada@example.com"
    static let phone = "+819012345678"
    static let password = "Rowing 7 lanterns home"
    static let otherPassword = "Nine violet harbours sing"

    let web: Web
    var server: TestServer { web.server }

    init(
        refresh: Bool = false,
        lifetime: TimeInterval = 365 * 24 * 60 * 60,
        accepts: [Client.ID] = [],
        reveals: Bool = false,
        scopes: ScopeSet = [.openid, .profile, .email, .phone, .address, .account],
        limits: Limits = Limits(),
        on web: Web? = nil
    ) async throws {
        self.web = if let web { web } else { try await Web(limits: limits) }
        try await add(Self.appID) { client in
            client.scopes = refresh ? scopes.union([.offlineAccess]) : scopes
            if refresh { client.grantTypes.append(.refreshToken) }
            client.kii?.tokenLifetime = lifetime
            client.kii?.accepts = accepts
            client.kii?.revealsAccounts = reveals
        }
    }

    /// Registers an app of Kii with the one key and the one secret, with what is different about it.
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
            kii: KiiApplication(
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

    /// Sends a request below `/api`; a body is JSON unless another type is said.
    func send(
        _ method: HTTPRequest.Method,
        _ path: String,
        _ body: JSONValue? = nil,
        as asker: KiiAsker = .app,
        _ fields: HTTPFields = [:],
        address: String = "198.51.100.7"
    ) async -> KiiReply {
        await send(method, path, raw: body.map { WireJSON.encode($0) } ?? Data(), as: asker, fields, address: address)
    }

    func send(
        _ method: HTTPRequest.Method,
        _ path: String,
        raw body: Data,
        as asker: KiiAsker = .app,
        _ fields: HTTPFields = [:],
        address: String = "198.51.100.7"
    ) async -> KiiReply {
        var all = asker.fields
        if !body.isEmpty { all[.contentType] = "application/json" }
        for field in fields { all[field.name] = field.value }
        return KiiReply(await web.send(method, "/api" + path, all, body: body, address: address))
    }

    /// Sends a request about users: `/me`, `/LOGIN_NAME:ada/password` and the like.
    func users(
        _ method: HTTPRequest.Method,
        _ path: String = "",
        _ body: JSONValue? = nil,
        as asker: KiiAsker = .app,
        _ fields: HTTPFields = [:]
    ) async -> KiiReply {
        await send(method, "/apps/\(Self.appID)/users\(path)", body, as: asker, fields)
    }

    /// Registers a user, signed in.
    func register(_ members: [String: JSONValue], as asker: KiiAsker = .app) async throws -> (id: String, token: String)
    {
        let reply = await users(.post, "", .object(members), as: asker, [.contentType: Self.signedIn])
        try #require(reply.status == 201, "\(reply.answer.text)")
        return (try #require(reply["userID"]?.string), try #require(reply["_accessToken"]?.string))
    }

    /// Registers `ada`, with a password.
    func registerAda(_ more: [String: JSONValue] = [:]) async throws -> (id: String, token: String) {
        let members: [String: JSONValue] = ["loginName": "Ada", "password": .string(Self.password)]
        return try await register(members.merging(more) { $1 })
    }

    static let signedIn = KiiMediaType.registrationAndAuthorizationRequest.rawValue

    /// Logs in by the one address for all apps.
    func logIn(
        _ username: String = "ada",
        _ password: String = KiiWeb.password,
        _ more: [String: JSONValue] = [:],
        address: String = "198.51.100.7"
    ) async -> KiiReply {
        let members: [String: JSONValue] = ["username": .string(username), "password": .string(password)]
        return await send(.post, "/oauth2/token", .object(members.merging(more) { $1 }), address: address)
    }

    /// Logs in, and gives the access token.
    func token(_ username: String = "ada", _ password: String = KiiWeb.password) async throws -> String {
        let reply = await logIn(username, password)
        return try #require(reply["access_token"]?.string, "\(reply.answer.text)")
    }

    /// A token of the administrator.
    func administrator(of app: String = KiiWeb.appID.rawValue) async throws -> KiiAsker {
        let body: JSONValue = ["client_id": .string(app), "client_secret": .string(Self.adminSecret)]
        let reply = await send(.post, "/oauth2/token", body, as: .nobody)
        return .token(try #require(reply["access_token"]?.string, "\(reply.answer.text)"))
    }

    /// The code in the newest message.
    func code(to address: String = KiiWeb.email) async throws -> String {
        try #require(try await server.mailedCode(to: address))
    }

    /// Another code than the one that was sent.
    static func other(than code: String) -> String { code.hasSuffix("0") ? "11111111" : "00000000" }

    /// What the store holds of somebody.
    func account(_ id: String) async throws -> Account? {
        try await server.core.store.account(Account.ID(id))
    }
}
