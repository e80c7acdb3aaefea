import Foundation
import GatehouseHTTP
import GatehouseJOSE
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import Testing

/// A server on which every exchange comes out the same each time: its time stands still, its randomness comes from a seed, and
/// its keys are fixed ones.
struct Exhibition: Sendable {
    let web: Web

    init() async throws {
        web = try await Web()
        let core = web.server.core
        let box = try core.masterKey.box(.sealedKeys)
        for (algorithm, key) in try ExhibitionKeys.all() {
            let record = StoredKey(
                id: StoredKey.ID(key.keyID),
                algorithm: algorithm,
                sealedPrivateKey: try box.seal(key.privateMaterial, for: Data(key.keyID.utf8)),
                createdAt: core.now
            )
            try await core.store.commit([.key(.insert(record))])
        }
    }

    /// Sends a request, and keeps it with its answer.
    func exchange(
        _ method: HTTPRequest.Method,
        _ path: String,
        query: Parameters = Parameters(),
        _ fields: HTTPFields = [:],
        form: Parameters? = nil,
        json: Parameters? = nil
    ) async -> Exchange {
        var fields = fields
        if form != nil { fields[.contentType] = "application/x-www-form-urlencoded" }
        if json != nil { fields[.contentType] = "application/json" }
        let body = form.map { Data($0.formEncoded.utf8) } ?? json?.json ?? Data()
        return await exchange(method, path, query: query, fields, body: body)
    }

    /// The same with a body that is neither a form nor parameters.
    func exchange(
        _ method: HTTPRequest.Method,
        _ path: String,
        query: Parameters = Parameters(),
        _ fields: HTTPFields = [:],
        body: Data
    ) async -> Exchange {
        let query = query.formEncoded
        var request = HTTPRequest(
            method: method,
            scheme: "https",
            authority: "login.example.com",
            path: path + (query.isEmpty ? "" : "?" + query)
        )
        request.headerFields = fields
        if let name = HTTPField.Name("X-Request-ID") { request.headerFields[name] = "example-request" }
        let answer = await web.server.answer(request, body: body, address: "198.51.100.7")
        return Exchange(request: request, form: String(decoding: body, as: UTF8.self), answer: answer)
    }

    /// Asks the token endpoint as `app`, or as `web` with its secret in the `Authorization` field.
    func token(_ form: [ParameterName: String?], asWeb: Bool = false) async -> Exchange {
        guard asWeb else {
            return await exchange(
                .post,
                "/oauth2/token",
                form: Parameters(form.merging([.clientID: "app"]) { given, _ in given })
            )
        }
        return await exchange(.post, "/oauth2/token", [.authorization: Self.basic], form: Parameters(form))
    }

    /// The credentials of `web`.
    static let basic = AuthorizationHeader.basic(clientID: "web", clientSecret: Secret(Web.webSecret)).encoded

    /// The form that redeems the code a browser has brought to `app`.
    func redemption(of browser: ScriptedBrowser) async throws -> [ParameterName: String?] {
        let code: String = try #require(await browser.answer[.code])
        return [
            .grantType: GrantType.authorizationCode.rawValue, .code: code, .redirectURI: Web.callback,
            .codeVerifier: Web.verifier.secret.reveal(),
        ]
    }

    /// The tokens of a person who has signed in to `app`.
    func tokens(scope: String = "openid email offline_access") async throws -> TokenResponse {
        try await web.tokens(from: try await web.signedIn(Web.authorization([.scope: scope])))
    }

    /// The cookies of a browser in which a person is signed in.
    func cookies(of browser: ScriptedBrowser) async throws -> String {
        var pairs: [String] = []
        for name in ["__Host-gatehouse-browser", "__Host-gatehouse-session"] {
            pairs.append("\(name)=\(try #require(await browser.cookie(name)))")
        }
        return pairs.joined(separator: "; ")
    }
}
