import Foundation
import GatehouseHTTP
import GatehouseServer
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import Testing

/// Discovery is true.
@Suite struct MetadataRoutesTests {
    private func metadata(_ web: Web, at path: String) async throws -> ServerMetadata {
        let answer = await web.send(.get, path)
        try #require(answer.status == .ok)
        #expect(answer.fields[.contentType] == "application/json")
        return try ServerMetadata(body: answer.body, fields: answer.fields)
    }

    @Test(arguments: ["https://login.example.com", "https://login.example.com/auth", "http://localhost"])
    func everyEndpointThatIsNamedAnswers(issuer: String) async throws {
        let web = try await Web(issuer: issuer)
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
            let answer = await web.post(url.path(), Parameters())
            #expect(answer.status == .badRequest || answer.status == .unauthorized, "\(url)")
            #expect(answer.error != nil)
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

    @Test func theWholeFlowWorksBelowAPath() async throws {
        let web = try await Web(issuer: "https://login.example.com/auth")
        let browser = try await web.browser()
        #expect(await browser.location.path() == "/auth/sign-in")
        try await ScriptedPerson(email: "ada@example.com").walk(browser, on: web.server)
        #expect(await browser.answer[.issuer] == "https://login.example.com/auth")
        let code = try #require(await browser.answer[.code])
        let answer = await web.post(
            "/auth/oauth2/token",
            Parameters([
                .grantType: "authorization_code", .code: code, .redirectURI: Web.callback, .clientID: "app",
                .codeVerifier: Web.verifier.secret.reveal(),
            ])
        )
        #expect(answer.status == .ok)
        for outside in ["/oauth2/token", "/oauth2/authorize", "/sign-in", "/.well-known/openid-configuration"] {
            #expect(await web.send(.get, outside).status == .notFound)
        }
    }

    @Test func metadataOfAnIssuerWithAPathStandsWhereRFC8414WantsIt() async throws {
        let web = try await Web(issuer: "https://login.example.com/auth")
        for path in [
            "/.well-known/oauth-authorization-server/auth", "/auth/.well-known/oauth-authorization-server",
            "/auth/.well-known/openid-configuration",
        ] {
            #expect(try await metadata(web, at: path).issuer == "https://login.example.com/auth")
        }
        let root = try await Web()
        #expect(
            try await metadata(root, at: "/.well-known/oauth-authorization-server").issuer
                == "https://login.example.com"
        )
    }

    @Test func theKeysAreTheOnesThatTokensAreSignedWith() async throws {
        let web = try await Web()
        let before = await web.send(.get, "/oauth2/keys")
        #expect(
            before.fields[.contentType] == "application/jwk-set+json"
                || before.fields[.contentType] == "application/json"
        )
        let tokens = try await web.tokens(from: try await web.signedIn())
        let keys = try JSONWebKeySet(body: await web.send(.get, "/oauth2/keys").body, fields: [:])
        let header = try #require(tokens.accessToken.reveal().split(separator: ".").first)
        let kid = try WireJSON.decode(JSONValue.self, from: try #require(Base64URL.decode(String(header))))["kid"]?
            .string
        #expect(keys.keys.contains { $0.keyID == kid })
        #expect(!String(decoding: before.body, as: UTF8.self).contains("\"d\""))
    }
}
