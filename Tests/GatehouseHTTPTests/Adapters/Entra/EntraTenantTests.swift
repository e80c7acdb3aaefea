import Foundation
import GatehouseHTTP
import GatehouseJOSE
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import Testing

@Suite struct EntraTenantTests {
    @Test(arguments: ["default", "DEFAULT", "default.onmicrosoft.com", "Default.OnMicrosoft.com"])
    func acceptsTenantNames(_ name: String) async throws {
        let entra = try await EntraFixture()
        let form: [ParameterName: String?] = [.username: EntraFixture.email, .challengeType: "oob redirect"]
        #expect(try await entra.post("/oauth2/v2.0/initiate", form, tenant: name).summary == "ok")
    }

    @Test func acceptsTenantIdentifier() async throws {
        let entra = try await EntraFixture()
        let form: [ParameterName: String?] = [.username: EntraFixture.email, .challengeType: "oob redirect"]
        let id = entra.server.identity.entra.tenants.id
        #expect(id.wholeMatch(of: /[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/) != nil)
        #expect(try await entra.post("/oauth2/v2.0/initiate", form, tenant: id.uppercased()).summary == "ok")
        let other = try await EntraFixture(on: try await ServerFixture(issuer: "https://other.example.com"))
        #expect(other.server.identity.entra.tenants.id != id)
    }

    @Test(arguments: ["common", "organizations", "default.example.com", "defaul%54x", "%FF"])
    func rejectsUnknownTenant(_ name: String) async throws {
        let entra = try await EntraFixture()
        let form: [ParameterName: String?] = [.username: EntraFixture.email, .challengeType: "oob redirect"]
        #expect(try await entra.post("/oauth2/v2.0/initiate", form, tenant: name).summary == "invalid_request 90002")
        let path = "/\(name)/v2.0/.well-known/openid-configuration"
        let discovery = await entra.web.send(.get, path)
        let error = try EntraErrorBody(status: discovery.status, fields: discovery.fields, body: discovery.body).error
        #expect(error.code == .invalidTenant)
        #expect(error.numbers == [90_002])
        #expect(await entra.web.send(.get, "/\(name)/oauth2/v2.0/authorize").status == .notFound)
    }

    @Test(arguments: ["/v2.0/.well-known/openid-configuration", "/.well-known/openid-configuration"])
    func publishesTenantEndpointsInMetadata(_ path: String) async throws {
        let entra = try await EntraFixture()
        let response = await entra.web.send(.get, "/Default" + path)
        #expect(response.status == .ok)
        #expect(response.fields[.accessControlAllowOrigin] == "*")
        let metadata = try ServerMetadata(body: response.body, fields: response.fields)
        #expect(metadata.issuer == "https://login.example.com")
        let base = "https://login.example.com/default"
        #expect(metadata.authorizationEndpoint?.absoluteString == base + "/oauth2/v2.0/authorize")
        #expect(metadata.tokenEndpoint?.absoluteString == base + "/oauth2/v2.0/token")
        #expect(metadata.deviceAuthorizationEndpoint?.absoluteString == base + "/oauth2/v2.0/devicecode")
        #expect(metadata.endSessionEndpoint?.absoluteString == base + "/oauth2/v2.0/logout")
        #expect(metadata.jwksURI?.absoluteString == base + "/discovery/v2.0/keys")
        #expect(metadata.userInfoEndpoint?.absoluteString == "https://login.example.com/oauth2/userinfo")
        #expect(metadata.revocationEndpoint?.absoluteString == "https://login.example.com/oauth2/revoke")
    }

    @Test func servesSigningKeysOfServer() async throws {
        let entra = try await EntraFixture()
        let keys = await entra.web.send(.get, "/default/discovery/v2.0/keys")
        #expect(keys.status == .ok)
        #expect(keys.body == (await entra.web.send(.get, "/oauth2/keys")).body)
        #expect(keys.fields[.cacheControl] == (await entra.web.send(.get, "/oauth2/keys")).fields[.cacheControl])
    }

    @Test(arguments: [
        "", "/", "/oauth2/v2.0/userinfo", "/register/v1.0/start", "/nothing/here", "//oauth2/v2.0/token",
    ])
    func respondsToUnknownPathWithCrossOriginJSON(_ path: String) async throws {
        for issuer in ["https://login.example.com", "https://login.example.com/auth"] {
            let web = try await ServerFixture(issuer: issuer)
            let target = issuer.dropFirst("https://login.example.com".count) + "/Default" + path
            for method in [HTTPRequest.Method.get, .post] {
                let response = await web.send(
                    method,
                    target,
                    fields: [.origin: "https://app.example.com", .accept: "*/*"]
                )
                #expect(response.status == .notFound)
                #expect(response.fields[.contentType] == "application/json")
                #expect(response.fields[.accessControlAllowOrigin] == "*")
                let error = try EntraErrorBody(status: response.status, fields: response.fields, body: response.body)
                    .error
                #expect(error.code == .invalidRequest)
            }
            let preflight = await web.send(
                .options,
                target,
                fields: [.origin: "https://app.example.com", .accessControlRequestMethod: "POST"]
            )
            #expect(preflight.status == .noContent)
            #expect(preflight.fields[.accessControlAllowMethods] == "POST")
        }
    }

    @Test func respondsToUnknownTenantPathWithPage() async throws {
        let response = await (try await ServerFixture()).send(.get, "/common/discovery/instance")
        #expect(response.status == .notFound)
        #expect(response.fields[.contentType]?.hasPrefix("text/html") == true)
    }

    /// MSAL.js sends the page's own URI, one of the redirect URIs, and no client ID.
    @Test func redirectsToRegisteredURIAfterSignOut() async throws {
        let entra = try await EntraFixture()
        let browser = ScriptedBrowser(on: entra.server)
        let request = ServerFixture.authorization([.clientID: "native-app"])
        await browser.open(try entra.web.url("/default/oauth2/v2.0/authorize", request))
        try await ScriptedUser(email: EntraFixture.email).signIn(in: browser, on: entra.server)
        let code: String = try #require(await browser.redirectParameters[.code])
        let tokens = try await entra.post(
            "/oauth2/v2.0/token",
            [
                .grantType: "authorization_code", .code: code, .redirectURI: ServerFixture.callback,
                .codeVerifier: ServerFixture.verifier.secret.reveal(),
            ]
        )
        #expect(tokens.summary == "ok")
        let logout = Parameters([.postLogoutRedirectURI: ServerFixture.callback, .state: "bye"])
        await browser.open(try entra.web.url("/DEFAULT/oauth2/v2.0/logout", logout))
        #expect(await browser.heading == "Sign out?")
        try await browser.submit(action: "continue")
        #expect(await browser.location.absoluteString == ServerFixture.callback + "?state=bye")
        await browser.open(try entra.web.url("/oauth2/authorize", ServerFixture.authorization([.prompt: "none"])))
        #expect(await browser.redirectParameters[.error] == "login_required")
    }

    @Test func servesSignOutPage() async throws {
        let entra = try await EntraFixture()
        let response = await entra.web.send(.get, "/default/oauth2/v2.0/logout")
        #expect(response.status == .ok)
        #expect(response.fields[.contentType]?.hasPrefix("text/html") == true)
    }

    @Test func servesMetadataBelowIssuerPath() async throws {
        let entra = try await EntraFixture(on: try await ServerFixture(issuer: "https://login.example.com/auth"))
        let response = await entra.web.send(.get, "/auth/default/v2.0/.well-known/openid-configuration")
        let metadata = try ServerMetadata(body: response.body, fields: response.fields)
        #expect(metadata.tokenEndpoint?.absoluteString == "https://login.example.com/auth/default/oauth2/v2.0/token")
    }
}
