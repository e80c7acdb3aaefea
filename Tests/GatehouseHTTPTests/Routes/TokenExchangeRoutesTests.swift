import Foundation
import GatehouseHTTP
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import Testing

/// The exchange of tokens between APIs at the token endpoint (RFC 8693).
@Suite struct TokenExchangeRoutesTests {
    private static let shop: Resource.ID = "https://shop.example.com"
    private static let orders: Resource.ID = "https://orders.example.com"
    private static let secret = "a secret of the API"
    private static let basic = AuthorizationHeader.basic(clientID: "shop-api", clientSecret: Secret(secret)).encoded

    /// Creates a server with two APIs, of which one calls the other.
    private func fixture() async throws -> ServerFixture {
        let web = try await ServerFixture { $0.scopes = $0.scopes.union(["shop:use"]) }
        var api = Client.app("shop-api", redirectURIs: [], createdAt: web.server.clock.now)
        api.secretHash = OpaqueToken.hash(of: Self.secret)
        api.tokenEndpointAuthMethod = .clientSecretBasic
        api.grantTypes = [.tokenExchange]
        api.scopes = ["orders:read"]
        api.tokenExchange = TokenExchangePolicy(subjects: [Self.shop], targets: [Self.orders])
        try await web.server.add(api)
        let scopes: [Resource.ID: Scope] = [Self.shop: "shop:use", Self.orders: "orders:read"]
        for (id, scope) in scopes {
            let resource = Resource(
                id: id,
                name: "Example",
                scopes: [ResourceScope(scope)],
                introspectors: ["shop-api"],
                createdAt: web.server.clock.now
            )
            try await web.server.store.commit([.resource(.insert(resource))])
        }
        return web
    }

    private func form(_ token: Secret) -> Parameters {
        Parameters([
            .grantType: GrantType.tokenExchange.rawValue, .subjectToken: token.reveal(),
            .subjectTokenType: TokenTypeIdentifier.accessToken.rawValue, .resource: Self.orders.rawValue,
        ])
    }

    @Test func exchangesTokenForOtherAPI() async throws {
        let web = try await fixture()
        let browser = try await web.signedIn(
            ServerFixture.authorization([.scope: "openid shop:use", .resource: Self.shop.rawValue])
        )
        let token = try await web.tokens(from: browser).accessToken
        let response = await web.post(TokenEndpoint.path, form(token), fields: [.authorization: Self.basic])
        #expect(response.status == .ok)
        let body = try JSONCoding.decode([String: JSONValue].self, from: response.body)
        #expect(body["issued_token_type"]?.string == TokenTypeIdentifier.accessToken.rawValue)
        #expect(body["token_type"]?.string == "Bearer")
        #expect(body["scope"]?.string == "orders:read")
        #expect(body["refresh_token"] == nil)
        let issued = try #require(body["access_token"]?.string)
        let introspected = await web.post(
            IntrospectionEndpoint.path,
            Parameters([.token: issued]),
            fields: [.authorization: Self.basic]
        )
        let claims = try JSONCoding.decode([String: JSONValue].self, from: introspected.body)
        #expect(claims["act"] == .object(["sub": "shop-api"]))
        #expect(claims["aud"]?.string == Self.orders.rawValue)
    }

    @Test func rejectsTokenOfServerItself() async throws {
        let web = try await fixture()
        let token = try await web.tokens(from: try await web.signedIn()).accessToken
        let response = await web.post(TokenEndpoint.path, form(token), fields: [.authorization: Self.basic])
        #expect(response.status == .badRequest)
        #expect(response.error?.code == .invalidRequest)
    }

    /// Without a configured issuer, no assertion identifies a workload.
    @Test func rejectsAssertionOfUntrustedIssuer() async throws {
        let web = try await fixture()
        let client = try await AssertingClient(at: web.server)
        let form = Parameters([
            .grantType: GrantType.jwtBearer.rawValue, .assertion: try client.assertion().reveal(),
        ])
        let response = await web.post(TokenEndpoint.path, form)
        #expect(response.error?.code == .invalidGrant)
    }
}
