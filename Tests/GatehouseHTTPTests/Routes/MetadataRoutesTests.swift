import Foundation
import GatehouseHTTP
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import Testing

/// Checks discovery against the endpoints.
@Suite struct MetadataRoutesTests {
    private func metadata(_ web: ServerFixture, at path: String) async throws -> ServerMetadata {
        let response = await web.send(.get, path)
        try #require(response.status == .ok)
        #expect(response.fields[.contentType] == "application/json")
        return try ServerMetadata(body: response.body, fields: response.fields)
    }

    @Test(arguments: ["https://login.example.com", "https://login.example.com/auth", "http://localhost"])
    func listsOnlyWorkingEndpoints(issuer: String) async throws {
        let web = try await ServerFixture(issuer: issuer)
        let path = try #require(URL(string: issuer)).path()
        let metadata = try await metadata(web, at: path + "/.well-known/openid-configuration")
        #expect(metadata.issuer == issuer)
        let posted = [
            metadata.tokenEndpoint, metadata.revocationEndpoint, metadata.introspectionEndpoint,
            metadata.deviceAuthorizationEndpoint,
        ]
        for url in posted {
            let url = try #require(url)
            #expect(url.absoluteString.hasPrefix(issuer + "/"))
            let response = await web.post(url.path(), Parameters())
            #expect(response.status == .badRequest || response.status == .unauthorized, "\(url)")
            #expect(response.error != nil)
        }
        let pages: [(URL?, HTTPResponse.Status)] = [
            (metadata.authorizationEndpoint, .badRequest), (metadata.endSessionEndpoint, .ok),
            (metadata.jwksURI, .ok), (metadata.userInfoEndpoint, .unauthorized),
        ]
        for (url, status) in pages {
            let url = try #require(url)
            #expect(url.absoluteString.hasPrefix(issuer + "/"))
            #expect(await web.send(.get, url.path()).status == status, "\(url)")
        }
    }

    @Test func completesFlowBelowIssuerPath() async throws {
        let web = try await ServerFixture(issuer: "https://login.example.com/auth")
        let browser = try await web.browser()
        #expect(await browser.location.path() == "/auth/sign-in")
        try await ScriptedUser(email: "ada@example.com").signIn(in: browser, on: web.server)
        #expect(await browser.redirectParameters[.issuer] == "https://login.example.com/auth")
        let code = try #require(await browser.redirectParameters[.code])
        let response = await web.post(
            "/auth/oauth2/token",
            Parameters([
                .grantType: "authorization_code", .code: code, .redirectURI: ServerFixture.callback, .clientID: "app",
                .codeVerifier: ServerFixture.verifier.secret.reveal(),
            ])
        )
        #expect(response.status == .ok)
        for outside in ["/oauth2/token", "/oauth2/authorize", "/sign-in", "/.well-known/openid-configuration"] {
            #expect(await web.send(.get, outside).status == .notFound)
        }
    }

    @Test func servesMetadataOfIssuerWithPathAtRFC8414Location() async throws {
        let web = try await ServerFixture(issuer: "https://login.example.com/auth")
        for path in [
            "/.well-known/oauth-authorization-server/auth", "/auth/.well-known/oauth-authorization-server",
            "/auth/.well-known/openid-configuration",
        ] {
            #expect(try await metadata(web, at: path).issuer == "https://login.example.com/auth")
        }
        let root = try await ServerFixture()
        #expect(
            try await metadata(root, at: "/.well-known/oauth-authorization-server").issuer
                == "https://login.example.com"
        )
    }

    /// RFC 9728 §4.
    @Test func listsResourcesOfOwnHost() async throws {
        let web = try await ServerFixture()
        let path = "/.well-known/oauth-authorization-server"
        #expect(try await metadata(web, at: path).protectedResources == nil)
        let resource = Resource(
            id: "https://login.example.com/api",
            name: "Orders",
            createdAt: web.server.clock.now
        )
        try await web.server.store.commit([.resource(.insert(resource))])
        let listed = try await metadata(web, at: path)
        #expect(listed.protectedResources == ["https://login.example.com/api"])
        #expect(listed.tokenEndpoint?.absoluteString == "https://login.example.com/oauth2/token")
        let openID = try await metadata(web, at: "/.well-known/openid-configuration")
        #expect(openID == listed)
        #expect(await web.send(.get, "/.well-known/oauth-protected-resource/api").status == .ok)
    }

    @Test func publishesSigningKeys() async throws {
        let web = try await ServerFixture()
        let before = await web.send(.get, "/oauth2/keys")
        #expect(
            before.fields[.contentType] == "application/jwk-set+json"
                || before.fields[.contentType] == "application/json"
        )
        let tokens = try await web.tokens(from: try await web.signedIn())
        let keys = try JSONWebKeySet(body: await web.send(.get, "/oauth2/keys").body, fields: [:])
        let header = try #require(tokens.accessToken.reveal().split(separator: ".").first)
        let kid = try JSONCoding.decode(JSONValue.self, from: try #require(Base64URL.decode(String(header))))["kid"]?
            .string
        #expect(keys.keys.contains { $0.keyID == kid })
        #expect(!String(decoding: before.body, as: UTF8.self).contains("\"d\""))
    }
}
