import Foundation
import GatehouseHTTP
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import Testing

/// Clients registered in development mode, used on a server in that mode and on a server in production mode with the
/// same store.
@Suite struct DevelopmentClientTests {
    /// A request by method, path, form and JSON body.
    private struct Probe: Sendable, CustomTestStringConvertible {
        let name: String
        var method = HTTPRequest.Method.post
        let path: String
        var form: Parameters?
        var json: JSONValue?
        var fields: HTTPFields = [:]
        /// The expected statuses in development mode and in production mode.
        let statuses: (Int, Int)

        var testDescription: String { name }
    }

    private static let secret = Secret(ServerFixture.webSecret)
    private static let basic: HTTPFields = [
        .authorization: AuthorizationHeader.basic(clientID: "web", clientSecret: secret).encoded
    ]

    private static let probes: [Probe] = [
        Probe(
            name: "authorization",
            method: .get,
            path: "/oauth2/authorize?" + ServerFixture.authorization().formEncoded,
            statuses: (303, 400)
        ),
        Probe(
            name: "token",
            path: "/oauth2/token",
            form: Parameters([.grantType: "client_credentials"]),
            fields: basic,
            statuses: (200, 401)
        ),
        Probe(
            name: "device",
            path: "/oauth2/device_authorization",
            form: Parameters([.clientID: "app", .scope: "openid"]),
            statuses: (200, 401)
        ),
        Probe(
            name: "introspection",
            path: "/oauth2/introspect",
            form: Parameters([.token: "unknown"]),
            fields: basic,
            statuses: (200, 401)
        ),
        Probe(
            name: "revocation",
            path: "/oauth2/revoke",
            form: Parameters([.token: "unknown"]),
            fields: basic,
            statuses: (200, 401)
        ),
        Probe(
            name: "native authentication",
            path: "/default/oauth2/v2.0/initiate",
            form: Parameters([
                .clientID: EntraFixture.clientID.rawValue, .username: EntraFixture.email,
                .challengeType: "oob redirect",
            ]),
            statuses: (200, 400)
        ),
        Probe(
            name: "Login with Amazon",
            method: .get,
            path: "/ap/oa?" + AmazonFixture.siteRequest().formEncoded,
            statuses: (303, 400)
        ),
        Probe(
            name: "tokens of Login with Amazon",
            path: "/auth/o2/token",
            form: AmazonFixture.siteForm([
                .grantType: "client_credentials", .scope: "sellingpartnerapi::notifications",
            ]),
            statuses: (200, 401)
        ),
        Probe(
            name: "Kii",
            path: "/api/oauth2/token",
            json: [
                "client_id": .string(KiiFixture.appID.rawValue), "client_secret": .string(KiiFixture.adminSecret),
            ],
            statuses: (200, 404)
        ),
    ]

    private let web: ServerFixture
    /// A server on the same store, without development mode.
    private let production: TestServer

    init() async throws {
        let store = MemoryStore()
        web = try await ServerFixture(store: store)
        _ = try await AmazonFixture(on: web)
        _ = try await EntraFixture(on: web)
        _ = try await KiiFixture(on: web)
        production = TestServer(clock: web.server.clock, seed: 2, store: store, isDevelopment: false)
    }

    /// Marks clients as development clients, as `serve --dev` does.
    private func markAsDevelopmentClients(_ ids: Client.ID...) async throws {
        let clients = try await web.server.store.clients(after: nil, limit: 9)
        for var client in clients where ids.isEmpty || ids.contains(client.id) {
            client.isForDevelopment = true
            try await web.server.store.commit([.client(.update(client))])
        }
    }

    private func send(_ probe: Probe, to server: TestServer) async -> ServerResponse {
        var request = HTTPRequest(
            method: probe.method,
            scheme: "https",
            authority: "login.example.com",
            path: probe.path
        )
        request.headerFields = probe.fields
        var body = Data()
        if let form = probe.form {
            request.headerFields[.contentType] = "application/x-www-form-urlencoded"
            body = Data(form.formEncoded.utf8)
        } else if let json = probe.json {
            request.headerFields[.contentType] = "application/json"
            body = JSONCoding.encode(json)
        }
        return await server.answer(request, body: body, address: "198.51.100.7")
    }

    @Test(arguments: probes.indices)
    func rejectsDevelopmentClientsOutsideDevelopmentMode(index: Int) async throws {
        let probe = Self.probes[index]
        #expect(await send(probe, to: production).status.code == probe.statuses.0, "\(probe.name), not marked")
        try await markAsDevelopmentClients()
        let response = await send(probe, to: production)
        #expect(response.status.code == probe.statuses.1, "\(probe.name): \(response.text)")
        #expect(await send(probe, to: web.server).status.code == probe.statuses.0, "\(probe.name), in development mode")
    }

    @Test func rejectsTheirTokensOutsideDevelopmentMode() async throws {
        let tokens = try await web.tokens(
            from: try await web.signedIn(ServerFixture.authorization([.scope: "openid email offline_access"]))
        )
        let refreshToken = try #require(tokens.refreshToken)
        let userInfo = Probe(
            name: "userinfo",
            method: .get,
            path: "/oauth2/userinfo",
            fields: [.authorization: "Bearer " + tokens.accessToken.reveal()],
            statuses: (200, 401)
        )
        let introspection = Probe(
            name: "introspection",
            path: "/oauth2/introspect",
            form: Parameters([.token: tokens.accessToken.reveal()]),
            fields: Self.basic,
            statuses: (200, 200)
        )
        let refresh = Probe(
            name: "refresh",
            path: "/oauth2/token",
            form: Parameters([
                .grantType: "refresh_token", .refreshToken: refreshToken.reveal(), .clientID: "app",
            ]),
            statuses: (200, 401)
        )
        #expect(await send(userInfo, to: production).status == .ok)
        #expect(await send(introspection, to: production).text.contains(#""active":true"#))
        try await markAsDevelopmentClients("app")
        #expect(await send(userInfo, to: production).status == .unauthorized)
        #expect(await send(introspection, to: production).text.contains(#""active":false"#))
        #expect(await send(refresh, to: production).error?.code == .invalidClient)
        #expect(await send(userInfo, to: web.server).status == .ok)
        #expect(await send(refresh, to: web.server).status == .ok)
    }

    @Test func hidesTheirUserCodesOutsideDevelopmentMode() async throws {
        let begin = Probe(
            name: "device",
            path: "/oauth2/device_authorization",
            form: Parameters([.clientID: "app", .scope: "openid"]),
            statuses: (200, 200)
        )
        let response = await send(begin, to: web.server)
        let device = try DeviceAuthorizationResponse(body: response.body, fields: response.fields)
        try await markAsDevelopmentClients("app")
        for (server, isFound) in [(production, false), (web.server, true)] {
            let browser = ScriptedBrowser(on: server)
            await browser.open(device.verificationURI)
            try await browser.submit([PageInput.userCode.rawValue: device.userCode])
            #expect(await browser.page.contains("Example App") == isFound)
        }
    }
}
