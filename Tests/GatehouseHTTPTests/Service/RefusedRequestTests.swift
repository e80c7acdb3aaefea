import Foundation
import GatehouseHTTP
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import Synchronization
import Testing

@Suite struct RefusedRequestTests {
    private func refused(
        _ method: HTTPRequest.Method = .get,
        _ path: String,
        _ fields: HTTPFields = [:],
        form: Parameters? = nil,
        by web: Web
    ) async -> RefusedRequest? {
        let reported = Mutex<RefusedRequest?>(nil)
        let service = HTTPService(server: web.server.server) { request in reported.withLock { $0 = request } }
        var request = HTTPRequest(method: method, scheme: "https", authority: "login.example.com", path: path)
        request.headerFields = fields
        if form != nil { request.headerFields[.contentType] = "application/x-www-form-urlencoded" }
        _ = await service.answer(request, body: Data((form?.formEncoded ?? "").utf8), address: "198.51.100.7")
        return reported.withLock { $0 }
    }

    private func authorize(_ changes: [ParameterName: String?], by web: Web) async -> RefusedRequest? {
        await refused(.get, "/oauth2/authorize?" + Web.authorization(changes).formEncoded, by: web)
    }

    @Test func reportsPagesWithTheirCause() async throws {
        let web = try await Web()
        let refused = try #require(await authorize([.redirectURI: "https://a.example.com/"], by: web))
        #expect(refused.method == "GET" && refused.path == "/oauth2/authorize" && refused.status == 400)
        #expect(refused.code == "invalid_redirect_uri")
        #expect(refused.redirectURI == "https://a.example.com/")
        #expect(refused.clientID == "app" && refused.client?.name == "Example App")
        #expect(await authorize([.clientID: "stranger"], by: web)?.client == nil)
    }

    @Test func reportsRefusalsThatAreSentByRedirect() async throws {
        let web = try await Web()
        let refused = try #require(await authorize([.prompt: "none login", .scope: "openid"], by: web))
        #expect(refused.status == 303 && refused.code == "invalid_request" && refused.scope == "openid")
        let posted = await authorize(
            [.codeChallenge: nil, .codeChallengeMethod: nil, .responseMode: "form_post"],
            by: web
        )
        #expect(posted?.status == 200 && posted?.code == "invalid_request")
    }

    @Test func reportsTheClientOfBasicCredentials() async throws {
        let web = try await Web()
        let header = AuthorizationHeader.basic(clientID: "web", clientSecret: Secret("wrong")).encoded
        let form = Parameters([.grantType: "client_credentials"])
        let refused = try #require(
            await refused(.post, "/oauth2/token", [.authorization: header], form: form, by: web)
        )
        #expect(refused.status == 401 && refused.code == "invalid_client")
        #expect(refused.clientID == "web" && refused.grantType == .clientCredentials)
    }

    @Test func reportsOtherProtocolsInTheirOwnWords() async throws {
        let web = try await Web()
        let entra = await refused(.post, "/default/oauth2/v2.0/initiate", form: Parameters([.clientID: "app"]), by: web)
        #expect(entra?.clientID == "app" && entra?.description.isEmpty == false)
        let kii = await refused(.post, "/api/apps/nowhere/users", [.contentType: "application/json"], by: web)
        #expect(kii?.clientID == "nowhere" && kii?.code.isEmpty == false)
    }

    @Test func reportsNothingThatIsAnswered() async throws {
        let web = try await Web { $0.grantTypes.append(.deviceCode) }
        #expect(await authorize([:], by: web) == nil)
        #expect(await refused(.get, "/device", by: web) == nil)
        let answer = await web.post("/oauth2/device_authorization", Parameters([.clientID: "app", .scope: "openid"]))
        let device = try JSONDecoder().decode([String: JSONValue].self, from: answer.body)
        // A device that waits is not refused.
        let poll = Parameters([
            .grantType: GrantType.deviceCode.rawValue, .clientID: "app", .deviceCode: device["device_code"]?.string,
        ])
        #expect(await refused(.post, "/oauth2/token", form: poll, by: web) == nil)
        let unknown = Parameters([
            .grantType: GrantType.deviceCode.rawValue, .clientID: "app", .deviceCode: "unknown",
        ])
        #expect(await refused(.post, "/oauth2/token", form: unknown, by: web) != nil)
    }
}
