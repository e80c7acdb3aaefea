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
    func theOneTenantHasTheseNames(_ name: String) async throws {
        let entra = try await EntraWeb()
        let form: [ParameterName: String?] = [.username: EntraWeb.email, .challengeType: "oob redirect"]
        #expect(try await entra.post("/oauth2/v2.0/initiate", form, tenant: name).verdict == "ok")
    }

    @Test func theTenantsIdentifierIsAName() async throws {
        let entra = try await EntraWeb()
        let form: [ParameterName: String?] = [.username: EntraWeb.email, .challengeType: "oob redirect"]
        let id = entra.server.server.entra.tenants.id
        #expect(id.wholeMatch(of: /[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/) != nil)
        #expect(try await entra.post("/oauth2/v2.0/initiate", form, tenant: id.uppercased()).verdict == "ok")
        let other = try await EntraWeb(on: try await Web(issuer: "https://other.example.com"))
        #expect(other.server.server.entra.tenants.id != id)
    }

    @Test(arguments: ["common", "organizations", "default.example.com", "defaul%54x", "%FF"])
    func anyOtherNameIsNoTenant(_ name: String) async throws {
        let entra = try await EntraWeb()
        let form: [ParameterName: String?] = [.username: EntraWeb.email, .challengeType: "oob redirect"]
        #expect(try await entra.post("/oauth2/v2.0/initiate", form, tenant: name).verdict == "invalid_request 90002")
        let path = "/\(name)/v2.0/.well-known/openid-configuration"
        let discovery = await entra.web.send(.get, path)
        let refusal = try EntraErrorBody(status: discovery.status, fields: discovery.fields, body: discovery.body).error
        #expect(refusal.code == .invalidTenant)
        #expect(refusal.numbers == [90_002])
        #expect(await entra.web.send(.get, "/\(name)/oauth2/v2.0/authorize").status == .notFound)
    }

    @Test(arguments: ["/v2.0/.well-known/openid-configuration", "/.well-known/openid-configuration"])
    func theTenantsDocumentNamesTheTenantsAddresses(_ path: String) async throws {
        let entra = try await EntraWeb()
        let answer = await entra.web.send(.get, "/Default" + path)
        #expect(answer.status == .ok)
        #expect(answer.fields[.accessControlAllowOrigin] == "*")
        let metadata = try ServerMetadata(body: answer.body, fields: answer.fields)
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

    @Test func theKeysAreTheServers() async throws {
        let entra = try await EntraWeb()
        let keys = await entra.web.send(.get, "/default/discovery/v2.0/keys")
        #expect(keys.status == .ok)
        #expect(keys.body == (await entra.web.send(.get, "/oauth2/keys")).body)
        #expect(keys.fields[.cacheControl] == (await entra.web.send(.get, "/oauth2/keys")).fields[.cacheControl])
    }

    @Test(arguments: [
        "", "/", "/oauth2/v2.0/introspect", "/register/v1.0/introspect", "/nothing/here", "//oauth2/v2.0/token",
    ])
    func answersUnknownPathInJSONThatPagesMayRead(_ path: String) async throws {
        for issuer in ["https://login.example.com", "https://login.example.com/auth"] {
            let web = try await Web(issuer: issuer)
            let target = issuer.dropFirst("https://login.example.com".count) + "/Default" + path
            for method in [HTTPRequest.Method.get, .post] {
                let answer = await web.send(method, target, [.origin: "https://app.example.com", .accept: "*/*"])
                #expect(answer.status == .notFound)
                #expect(answer.fields[.contentType] == "application/json")
                #expect(answer.fields[.accessControlAllowOrigin] == "*")
                let error = try EntraErrorBody(status: answer.status, fields: answer.fields, body: answer.body).error
                #expect(error.code == .invalidRequest)
            }
            let preflight = await web.send(
                .options,
                target,
                [.origin: "https://app.example.com", .accessControlRequestMethod: "POST"]
            )
            #expect(preflight.status == .noContent)
            #expect(preflight.fields[.accessControlAllowMethods] == "POST")
        }
    }

    @Test func answersUnknownPathOfNoTenantWithPage() async throws {
        let answer = await (try await Web()).send(.get, "/common/discovery/instance")
        #expect(answer.status == .notFound)
        #expect(answer.fields[.contentType]?.hasPrefix("text/html") == true)
    }

    /// MSAL.js sends its page's own URI, which is among the redirect URIs, and names no client.
    @Test func returnsToRedirectURIAfterSignOut() async throws {
        let entra = try await EntraWeb()
        let browser = ScriptedBrowser(on: entra.server)
        let request = Web.authorization([.clientID: "native-app"])
        await browser.open(try entra.web.url("/default/oauth2/v2.0/authorize", request))
        try await ScriptedPerson(email: EntraWeb.email).walk(browser, on: entra.server)
        let code: String = try #require(await browser.answer[.code])
        let tokens = try await entra.post(
            "/oauth2/v2.0/token",
            [
                .grantType: "authorization_code", .code: code, .redirectURI: Web.callback,
                .codeVerifier: Web.verifier.secret.reveal(),
            ]
        )
        #expect(tokens.verdict == "ok")
        let logout = Parameters([.postLogoutRedirectURI: Web.callback, .state: "bye"])
        await browser.open(try entra.web.url("/DEFAULT/oauth2/v2.0/logout", logout))
        #expect(await browser.heading == "Sign out?")
        try await browser.submit(action: "continue")
        #expect(await browser.location.absoluteString == Web.callback + "?state=bye")
        await browser.open(try entra.web.url("/oauth2/authorize", Web.authorization([.prompt: "none"])))
        #expect(await browser.answer[.error] == "login_required")
    }

    @Test func aBrowserSignsOutHere() async throws {
        let entra = try await EntraWeb()
        let answer = await entra.web.send(.get, "/default/oauth2/v2.0/logout")
        #expect(answer.status == .ok)
        #expect(answer.fields[.contentType]?.hasPrefix("text/html") == true)
    }

    @Test func belowAnIssuersPathAsWell() async throws {
        let entra = try await EntraWeb(on: try await Web(issuer: "https://login.example.com/auth"))
        let answer = await entra.web.send(.get, "/auth/default/v2.0/.well-known/openid-configuration")
        let metadata = try ServerMetadata(body: answer.body, fields: answer.fields)
        #expect(metadata.tokenEndpoint?.absoluteString == "https://login.example.com/auth/default/oauth2/v2.0/token")
    }
}
