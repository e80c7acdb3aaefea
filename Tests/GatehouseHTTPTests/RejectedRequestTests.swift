import Foundation
import GatehouseConcurrency
import GatehouseHTTP
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import Testing

@Suite struct RejectedRequestTests {
    private func rejected(
        _ method: HTTPRequest.Method = .get,
        _ path: String,
        fields: HTTPFields = [:],
        form: Parameters? = nil,
        by web: ServerFixture
    ) async -> RejectedRequest? {
        let reported = Mutex<RejectedRequest?>(nil)
        let service = HTTPService(server: web.server.identity) { request in reported.withLock { $0 = request } }
        var request = HTTPRequest(method: method, scheme: "https", authority: "login.example.com", path: path)
        request.headerFields = fields
        if form != nil { request.headerFields[.contentType] = "application/x-www-form-urlencoded" }
        _ = await service.answer(request, body: Data((form?.formEncoded ?? "").utf8), address: "198.51.100.7")
        return reported.withLock { $0 }
    }

    private func authorize(_ changes: [ParameterName: String?], by web: ServerFixture) async -> RejectedRequest? {
        await rejected(.get, "/oauth2/authorize?" + ServerFixture.authorization(changes).formEncoded, by: web)
    }

    @Test func reportsErrorPagesWithCause() async throws {
        let web = try await ServerFixture()
        let rejected = try #require(await authorize([.redirectURI: "https://a.example.com/"], by: web))
        #expect(rejected.method == "GET" && rejected.path == "/oauth2/authorize" && rejected.status == 400)
        #expect(rejected.code == "invalid_redirect_uri")
        #expect(rejected.redirectURI == "https://a.example.com/")
        #expect(rejected.clientID == "app" && rejected.client?.name == "Example App")
        #expect(await authorize([.clientID: "unknown"], by: web)?.client == nil)
    }

    @Test func reportsErrorsSentByRedirect() async throws {
        let web = try await ServerFixture()
        let rejected = try #require(await authorize([.prompt: "none login", .scope: "openid"], by: web))
        #expect(rejected.status == 303 && rejected.code == "invalid_request" && rejected.scope == "openid")
        let posted = await authorize(
            [.codeChallenge: nil, .codeChallengeMethod: nil, .responseMode: "form_post"],
            by: web
        )
        #expect(posted?.status == 200 && posted?.code == "invalid_request")
    }

    @Test func reportsClientOfBasicCredentials() async throws {
        let web = try await ServerFixture()
        let header = AuthorizationHeader.basic(clientID: "web", clientSecret: Secret("wrong")).encoded
        let form = Parameters([.grantType: "client_credentials"])
        let rejected = try #require(
            await rejected(.post, "/oauth2/token", fields: [.authorization: header], form: form, by: web)
        )
        #expect(rejected.status == 401 && rejected.code == "invalid_client")
        #expect(rejected.clientID == "web" && rejected.grantType == .clientCredentials)
    }

    @Test func reportsErrorsOfOtherProtocols() async throws {
        let web = try await ServerFixture()
        let entra = await rejected(
            .post,
            "/default/oauth2/v2.0/initiate",
            form: Parameters([.clientID: "app"]),
            by: web
        )
        #expect(entra?.clientID == "app" && entra?.description.isEmpty == false)
        let kii = await rejected(.post, "/api/apps/nowhere/users", fields: [.contentType: "application/json"], by: web)
        #expect(kii?.clientID == "nowhere" && kii?.code.isEmpty == false)
    }

    @Test(arguments: [
        "/oauth2/token", "/oauth2/revoke", "/oauth2/introspect", "/auth/o2/token", "/default/oauth2/v2.0/token",
        "/default/oauth2/v2.0/challenge", "/default/resetpassword/v1.0/submit", "/api/oauth2/token",
    ])
    func reportsNoSecret(path: String) async throws {
        let web = try await ServerFixture()
        let secrets: [ParameterName: String?] = [
            .clientSecret: "the-secret-1", .password: "the-secret-2", .newPassword: "the-secret-3",
            .code: "the-secret-4", .codeVerifier: "the-secret-5", .refreshToken: "the-secret-6",
            .token: "the-secret-7", .deviceCode: "the-secret-8", .continuationToken: "the-secret-9",
            .oob: "the-secret-10",
        ]
        var forms = secrets.map { name, secret in [.clientID: "web", name: secret] }
        for grant in [GrantType.authorizationCode, .password, .deviceCode] {
            for client in ["web", "app", "stranger"] {
                forms.append(secrets.merging([.clientID: client, .grantType: grant.rawValue]) { $1 })
            }
        }
        for form in forms {
            let rejection = await rejected(.post, path, form: Parameters(form), by: web)
            #expect(!rejection.debugDescription.contains("the-secret"))
        }
        let header = AuthorizationHeader.basic(clientID: "web", clientSecret: Secret("the-secret")).encoded
        let rejection = await rejected(
            .post,
            path,
            fields: [.authorization: header],
            form: Parameters(secrets),
            by: web
        )
        #expect(try !"\(#require(rejection))".contains("the-secret"))
    }

    @Test func namesTheTenantAndTheAppThatWereAskedFor() async throws {
        let web = try await ServerFixture()
        let entra = await rejected(
            .post,
            "/default/oauth2/v2.0/initiate",
            form: Parameters([.clientID: "web"]),
            by: web
        )
        #expect(entra?.path == "/default/oauth2/v2.0/initiate" && entra?.needsNativeClient == true)
        #expect(entra?.wireProtocol == .entra)
        let kii = await rejected(.get, "/api/apps/nowhere/users/EMAIL:ada@example.com", by: web)
        #expect(kii?.path == "/api/apps/nowhere/users/{user}" && kii?.wireProtocol == .kii)
        #expect(kii?.code == "APP_NOT_FOUND" && kii?.description.contains("nowhere") == true)
        let form = Parameters([.grantType: "password", .username: "ada", .password: "secret"])
        let fields: HTTPFields = [.kiiAppID: "nowhere", .kiiAppKey: "key"]
        let token = await rejected(.post, "/api/oauth2/token", fields: fields, form: form, by: web)
        #expect(token?.clientID == "nowhere" && token?.description.contains("nowhere") == true)
    }

    @Test func tellsWhyAClientWasRefused() async throws {
        let web = try await ServerFixture()
        let challenge = await authorize([.codeChallenge: nil, .codeChallengeMethod: nil], by: web)
        #expect(challenge?.lacksCodeChallenge == true && challenge?.sendsSecret == false)
        #expect(await authorize([.prompt: "none login"], by: web)?.lacksCodeChallenge == false)
        let form = Parameters([.grantType: "refresh_token", .clientID: "app", .clientSecret: "wrong"])
        let secret = await rejected(.post, "/oauth2/token", form: form, by: web)
        #expect(secret?.sendsSecret == true)
        let amazon = await rejected(.get, "/ap/oa?" + ServerFixture.authorization([:]).formEncoded, by: web)
        #expect(amazon?.wireProtocol == .amazon && amazon?.code == "invalid_client" && amazon?.client?.id == "app")
        let spelled = await rejected(.get, "/AP/OA?" + ServerFixture.authorization([:]).formEncoded, by: web)
        #expect(spelled?.wireProtocol == .amazon)
    }

    @Test func doesNotReportSuccessfulOrPendingRequests() async throws {
        let web = try await ServerFixture { $0.grantTypes.append(.deviceCode) }
        #expect(await authorize([:], by: web) == nil)
        #expect(await rejected(.get, "/device", by: web) == nil)
        let response = await web.post("/oauth2/device_authorization", Parameters([.clientID: "app", .scope: "openid"]))
        let device = try JSONDecoder().decode([String: JSONValue].self, from: response.body)
        // A pending device is not a rejection.
        let poll = Parameters([
            .grantType: GrantType.deviceCode.rawValue, .clientID: "app", .deviceCode: device["device_code"]?.string,
        ])
        #expect(await rejected(.post, "/oauth2/token", form: poll, by: web) == nil)
        let unknown = Parameters([
            .grantType: GrantType.deviceCode.rawValue, .clientID: "app", .deviceCode: "unknown",
        ])
        #expect(await rejected(.post, "/oauth2/token", form: unknown, by: web) != nil)
    }
}
