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
