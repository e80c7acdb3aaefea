import Foundation
import GatehouseHTTP
import GatehousePasswords
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import Testing

/// A server with a native app, and requests to it; every answer is checked against the schema of its endpoint.
struct EntraWeb {
    static let clientID: Client.ID = "native-app"
    static let email = "ada@example.com"
    static let password = "Rowing 7 lanterns home"
    static let otherPassword = "Nine violet harbours sing"

    let web: Web
    /// What the app writes behind each path.
    var query = ""
    /// What the app sends along each time.
    var extra: [ParameterName: String?] = [:]
    var server: TestServer { web.server }

    init(
        _ method: NativeAuthentication.Method = .code,
        reveals: Bool = false,
        origins: [String] = [],
        attributes: [ClientAttribute] = [],
        limits: Limits = Limits(),
        on web: Web? = nil
    ) async throws {
        self.web = if let web { web } else { try await Web(limits: limits) }
        try await self.web.server.add(
            Client(
                id: Self.clientID,
                name: "Example App",
                secretHash: nil,
                tokenEndpointAuthMethod: .none,
                redirectURIs: [Web.callback],
                grantTypes: [.refreshToken, .authorizationCode, .deviceCode],
                scopes: [.openid, .profile, .email, .offlineAccess, Scope(rawValue: "orders.read")],
                requiresPKCE: true,
                idTokenAlgorithm: .rs256,
                skipsConsent: true,
                attributes: attributes,
                native: NativeAuthentication(method: method, revealsAccounts: reveals, origins: origins),
                refreshRecovery: .journalled,
                createdAt: self.web.server.clock.now
            )
        )
    }

    /// Posts a form of the app; `nil` leaves a parameter out.
    func post(
        _ path: String,
        _ form: [ParameterName: String?],
        _ fields: HTTPFields = [:],
        tenant: String = "default",
        address: String = "198.51.100.7"
    ) async throws -> EntraReply {
        let own: [ParameterName: String?] = [.clientID: Self.clientID.rawValue]
        let form = Parameters(own.merging(extra) { $1 }.merging(form) { $1 })
        let answer = await web.post("/\(tenant)\(path)\(query)", form, fields, address: address)
        let json = try #require(try? WireJSON.decode(JSONValue.self, from: answer.body), "\(path): \(answer.text)")
        #expect(answer.fields[.contentType] == "application/json")
        #expect(answer.fields[.cacheControl] == "no-store")
        return EntraReply(answer: answer, json: json)
    }

    /// The code in the newest mail.
    func code(for email: String = EntraWeb.email) async throws -> String {
        try #require(try await server.mailedCode(to: email))
    }

    /// Another code than the one that was mailed.
    func wrongCode(for email: String = EntraWeb.email) async throws -> String {
        try await code(for: email) == "00000000" ? "11111111" : "00000000"
    }

    /// Whether there is an account of that address.
    func hasAccount(_ email: String = EntraWeb.email) async throws -> Bool {
        try await server.core.store.account(.email, email) != nil
    }

    /// Makes an account, which has a password unless it is `nil`.
    ///
    /// Without an address its names alone identify it.
    func addAccount(
        _ email: String? = EntraWeb.email,
        password: String? = EntraWeb.password,
        names: [AccountIdentifier] = []
    ) async throws {
        var hash: String?
        if let password { hash = try await server.core.hasher.hash(Password(password)) }
        let now = server.clock.now
        let account = Account(
            id: "person-1",
            identifiers: (email.map { [AccountIdentifier(kind: .email, value: $0, verifiedAt: now)] } ?? []) + names,
            passwordHash: hash,
            attributes: ["name": "Ada Example"],
            createdAt: now,
            updatedAt: now
        )
        try await server.core.store.commit([.account(.insert(account))])
    }
}
