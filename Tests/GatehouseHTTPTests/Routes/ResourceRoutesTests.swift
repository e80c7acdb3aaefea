import Foundation
import GatehouseHTTP
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import Testing

/// Resources at the endpoints and on the pages.
@Suite struct ResourceRoutesTests {
    private static let orders: Resource.ID = "https://orders.example.com"
    private static let scope = "openid account orders:read"

    /// Creates a server with an API and a client that may use it.
    private func fixture(
        _ format: Resource.TokenFormat = .jwt,
        issuer: String = "https://login.example.com",
        _ change: (inout Client) -> Void = { _ in }
    ) async throws -> ServerFixture {
        let web = try await ServerFixture(issuer: issuer) { client in
            client.scopes = client.scopes.union([.account, .offlineAccess, "orders:read", "orders:delete", "notes"])
            change(&client)
        }
        let resource = Resource(
            id: Self.orders,
            name: "Orders & more",
            scopes: [
                ResourceScope("orders:read", texts: ["en": "See your orders", "ja": "注文を見る"]),
                ResourceScope("orders:delete"),
            ],
            tokenFormat: format,
            createdAt: web.server.clock.now
        )
        try await web.server.store.commit([.resource(.insert(resource))])
        return web
    }

    private func token(
        _ web: ServerFixture,
        _ changes: [ParameterName: String?] = [.resource: orders.rawValue]
    ) async throws -> Secret {
        let request = ServerFixture.authorization(
            [.scope: Self.scope].merging(changes) { _, changed in changed }
        )
        return try await web.tokens(from: try await web.signedIn(request)).accessToken
    }

    @Test(arguments: Resource.TokenFormat.allCases)
    func rejectsTokenOfResourceAtEveryEndpoint(_ format: Resource.TokenFormat) async throws {
        let web = try await fixture(format)
        let amazon = try await AmazonFixture(on: web)
        let kii = try await KiiFixture(accepts: ["app"], on: web)
        let token = try await token(web)
        let field: HTTPFields = [.authorization: "Bearer \(token.reveal())"]
        let userInfo = await web.send(.get, UserInfoEndpoint.path, fields: field)
        #expect(userInfo.status == .unauthorized)
        for endpoint in AccountAPI.endpoints where endpoint.method == .get && !endpoint.path.contains("{") {
            #expect(await web.send(.get, endpoint.path, fields: field).status == .unauthorized, "\(endpoint.path)")
        }
        for path in ["/user/profile", "/ap/user/profile", "/auth/o2/tokeninfo"] {
            #expect(await amazon.web.send(.get, path, fields: field).status == .badRequest, "\(path)")
        }
        let user = await kii.send(.get, "/apps/\(KiiFixture.appID)/users/me", as: .token(token.reveal()))
        #expect(user.status == HTTPResponse.Status.forbidden.code)
    }

    @Test func acceptsTokenOfIssuerBesideResource() async throws {
        let web = try await fixture()
        let browser = try await web.signedIn(
            ServerFixture.authorization([.scope: Self.scope, .resource: Self.orders.rawValue])
        )
        let code = try #require(await browser.redirectParameters[.code])
        let response = await web.post(
            TokenEndpoint.path,
            TokenRequest(
                grant: .authorizationCode(
                    Secret(code),
                    redirectURI: ServerFixture.callback,
                    codeVerifier: ServerFixture.verifier
                ),
                client: ClientCredentials(clientID: "app"),
                resources: [web.server.issuer.absoluteString]
            ).parameters
        )
        let tokens = try TokenResponse(body: response.body, fields: response.fields)
        #expect(tokens.scope == [.openid, .account])
        let field: HTTPFields = [.authorization: "Bearer \(tokens.accessToken.reveal())"]
        #expect(await web.send(.get, UserInfoEndpoint.path, fields: field).status == .ok)
    }

    @Test func groupsScopesByAPIOnConsentPage() async throws {
        let web = try await fixture { $0.skipsConsent = false }
        for (locale, text) in [("en", "See your orders"), ("de", "See your orders"), ("ja", "注文を見る")] {
            let browser = try await web.browser(
                opening: ServerFixture.authorization([
                    .scope: "openid orders:read notes orders:delete", .uiLocales: locale,
                ])
            )
            try await browser.submit(["email": "\(locale)@example.com"])
            try await browser.submit([
                "code": try #require(try await web.server.mailedCode(to: "\(locale)@example.com"))
            ])
            let page = await browser.page
            let heading = try #require(page.range(of: #"<li class="item-api"><bdi>Orders &amp; more</bdi></li>"#))
            let read = try #require(page.range(of: text))
            // A scope without a text is shown by its name.
            let delete = try #require(page.range(of: "orders:delete"))
            #expect(heading.upperBound < read.lowerBound)
            #expect(read.upperBound < delete.lowerBound)
            #expect(page.matches(of: /item-api/).count == 1)
        }
    }

    @Test(arguments: ["https://login.example.com", "https://login.example.com/auth"])
    func servesMetadataOfResourcesOnHost(_ issuer: String) async throws {
        let web = try await fixture(issuer: issuer)
        let resource = Resource(
            id: "https://login.example.com/api/v1",
            name: "Own",
            scopes: [ResourceScope("own:read")],
            createdAt: web.server.clock.now
        )
        try await web.server.store.commit([.resource(.insert(resource))])
        for suffix in ["/api/v1", "/api/v1/"] {
            let response = await web.send(.get, ProtectedResourceMetadataEndpoint.path + suffix)
            let metadata = try ProtectedResourceMetadata(body: response.body, fields: response.fields)
            #expect(metadata.resource == "https://login.example.com/api/v1")
            #expect(metadata.authorizationServers == [issuer])
            #expect(metadata.scopesSupported == ["own:read"])
            #expect(response.fields[.accessControlAllowOrigin] == "*")
        }
        let path = try #require(URL(string: issuer)).path()
        let own = await web.send(.get, ProtectedResourceMetadataEndpoint.path + path)
        #expect(try ProtectedResourceMetadata(body: own.body, fields: own.fields).resource == issuer)
        #expect(await web.send(.get, ProtectedResourceMetadataEndpoint.path + "/other").status == .notFound)
    }
}
