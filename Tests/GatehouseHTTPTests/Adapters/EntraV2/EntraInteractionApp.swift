import Foundation
import GatehouseHTTP
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import Testing

/// A native app that follows the links of interactions, and keeps the newest continuation token.
///
/// Like MSAL, it keeps token and links after an error.
struct EntraInteractionApp: Sendable {
    let entra: EntraFixture
    var clientID = EntraFixture.clientID.rawValue
    /// Fields added to each request.
    var fields: HTTPFields = [:]
    var address = "198.51.100.7"
    /// The last response.
    private(set) var reply = JSONValue.null
    private(set) var response = ServerResponse()
    /// The last successful response, whose links are followed.
    private(set) var position = JSONValue.null
    var token: String?
    private(set) var code: String?

    init(on entra: EntraFixture) { self.entra = entra }

    var status: Int { response.status.code }

    /// The state, action, number of factors and type of the last response, or the codes of its error.
    var summary: String {
        if let error = reply["error"]?.object {
            let number = error["message"]?.string?.prefix { $0 != ":" } ?? ""
            let inner = error["innerError"]
            let details = inner?["details"]?.array?.compactMap { detail in
                detail["code"]?.string.map { "\($0)(\(detail["attributeIds"]?[0]?.string ?? ""))" }
            }
            let codes = [error["code"]?.string, inner?["code"]?.string].compactMap(\.self)
            return (codes + (details ?? []) + [String(number)]).joined(separator: " ")
        }
        if let error = reply["error"]?.string {
            return error + (reply["error_codes"]?[0]?.integer.map { " \($0)" } ?? "")
        }
        let factor = reply["challengeContext"]?["authenticationFactor"]
        return [reply["state"], reply["action"], factor, reply["type"]].compactMap { $0?.string }
            .filter { $0 != "interactionRequired" }.joined(separator: " ")
    }

    /// Begins the interactions.
    mutating func authorize(_ form: [ParameterName: String?] = [:]) async throws {
        let own: [ParameterName: String?] = [
            .clientID: clientID, .responseType: "code", .scope: "openid offline_access",
        ]
        try await post("/default/oauth2/v2.0/authorize-challenge", Parameters(own.merging(form) { $1 }))
    }

    /// Requests the authorization code.
    mutating func resume(_ form: [ParameterName: String?] = [:]) async throws {
        let path = position["_links"]?["continue"]?["href"]?.string ?? "/default/oauth2/v2.0/authorize-challenge"
        try await post(path, Parameters([ParameterName.continuationToken: token].merging(form) { $1 }))
        code = reply["code"]?.string
    }

    private mutating func post(_ path: String, _ form: Parameters) async throws {
        keep(await entra.web.post(path, form, fields: fields, address: address))
    }

    /// Starts a flow by its link in the first response.
    mutating func start(_ relation: String, _ username: String?) async throws {
        let link = try #require(reply[relation]?.string ?? position[relation]?.string)
        try await send(link, username.map { ["username": .string($0)] } ?? [:])
    }

    /// Follows a link of the response, or of one of its methods.
    mutating func follow(
        _ relation: String,
        _ type: String? = nil,
        with members: [String: JSONValue] = [:]
    ) async throws {
        try await send(try #require(link(relation, type), "\(relation) in \(reply)"), members)
    }

    /// Returns a link of the last successful response, or of one of its methods.
    func link(_ relation: String, _ type: String? = nil) -> String? {
        let holder = type.map { type in methods.first { $0["type"]?.string == type } ?? .null } ?? position
        return holder["_links"]?[relation]?["href"]?.string
    }

    var methods: [JSONValue] { position["_embedded"]?["methods"]?.array ?? [] }

    /// The types and hints of the methods.
    var methodTypes: [String] {
        methods.map { [$0["type"]?.string, $0["hint"]?.string].compactMap(\.self).joined(separator: " ") }
    }

    /// The identifiers of the attributes to collect.
    var attributeIDs: [String] { position["attributes"]?.array?.compactMap { $0["attributeId"]?.string } ?? [] }

    /// Sends an interaction with the current token.
    mutating func send(
        _ link: String,
        _ members: [String: JSONValue],
        method: HTTPRequest.Method? = nil
    ) async throws {
        var body = members
        if body["continuationToken"] == nil { body["continuationToken"] = token.map(JSONValue.string) }
        let isUpdate = link.hasSuffix("/update")
        await send(link, Data(JSONCoding.encode(JSONValue.object(body))), method: method ?? (isUpdate ? .put : .post))
    }

    mutating func send(_ link: String, _ body: Data?, method: HTTPRequest.Method = .post) async {
        var fields = fields
        fields[.contentType] = fields[.contentType] ?? "application/json"
        keep(await entra.web.send(method, link, fields: fields, body: body, address: address))
    }

    private mutating func keep(_ response: ServerResponse) {
        self.response = response
        reply = (try? JSONCoding.decode(JSONValue.self, from: response.body)) ?? .null
        if let token = reply["continuationToken"]?.string ?? reply["continuation_token"]?.string {
            self.token = token
            position = reply
        }
    }
}

extension EntraInteractionApp {
    /// Starts a sign-in, and requests the challenge of its method.
    mutating func signIn(_ username: String = EntraFixture.email) async throws {
        try await authorize()
        try await start("sign_in", username)
        try await follow("challenge", try #require(methods.first?["type"]?.string))
    }

    /// Signs in with the password.
    mutating func signInWithPassword() async throws {
        try await signIn()
        try await verify(password: EntraFixture.password)
    }

    /// Starts a reset, and submits the mailed code.
    mutating func proveReset() async throws {
        try await authorize()
        try await start("reset_password", EntraFixture.email)
        try await follow("challenge", "email")
        try await verify(code: try await entra.code())
    }

    mutating func verify(code: String) async throws { try await follow("verify", nil, with: ["otp": .string(code)]) }

    mutating func verify(password: String) async throws {
        try await follow("verify", nil, with: ["password": .string(password)])
    }

    /// Sets the new password.
    mutating func update(_ password: String) async throws {
        try await follow("update", nil, with: ["newPassword": .string(password)])
    }

    /// Redeems the code at the token endpoint.
    func redeem(
        _ form: [ParameterName: String?] = [:],
        fields: HTTPFields = [:]
    ) async throws -> EntraTestResponse {
        let own: [ParameterName: String?] = [
            .clientID: clientID, .grantType: "authorization_code", .code: code, .clientInfo: "true",
            .scope: "openid offline_access",
        ]
        return try await entra.post("/oauth2/v2.0/token", own.merging(form) { $1 }, fields: fields)
    }

    /// Requests the code and redeems it.
    mutating func finish(_ form: [ParameterName: String?] = [:]) async throws -> EntraTestResponse {
        try await resume()
        return try await redeem(form)
    }

    /// Returns the claims of an ID token.
    static func claims(_ tokens: EntraTestResponse) throws -> JSONValue {
        let parts = try #require(tokens["id_token"]?.string, "\(tokens.json)").split(separator: ".")
        return try JSONCoding.decode(JSONValue.self, from: Base64URL.decode(parts[1]) ?? Data())
    }
}

extension JSONValue {
    fileprivate subscript(index: Int) -> JSONValue? { array.flatMap { $0.indices.contains(index) ? $0[index] : nil } }
}
