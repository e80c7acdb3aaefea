import AnswerSchemas
import Foundation
import GatehouseHTTP
import GatehouseJOSE
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import Testing

/// A server with an app and a web client, and requests to it.
struct Web {
    static let verifier = CodeVerifier(random: Array(repeating: 7, count: 32))
    static let callback = "https://app.example.com/callback"
    static let webSecret = "a secret of the web client"

    let server: TestServer

    /// A server with two clients: `app`, public, with what is different about it (unless changed, people are not asked for consent),
    /// and `web`, confidential.
    init(
        issuer: String = "https://login.example.com",
        limits: Limits = Limits(),
        store: any Store = MemoryStore(),
        client change: (inout Client) -> Void = { _ in }
    ) async throws {
        server = TestServer(issuer: issuer, store: store, limits: limits, watchedBy: Self.check)
        var app = Client.app("app", redirectURIs: [Self.callback], createdAt: server.clock.now)
        app.skipsConsent = true
        change(&app)
        try await server.add(app)
        try await server.add(
            Client(
                id: "web",
                name: "Example Shop",
                secretHash: OpaqueToken.hash(of: Self.webSecret),
                tokenEndpointAuthMethod: .clientSecretBasic,
                redirectURIs: ["https://shop.example.com/callback?from=login", "https://shop.example.com/other"],
                postLogoutRedirectURIs: ["https://shop.example.com/bye", "https://shop.example.com/bye?a=b"],
                grantTypes: [.authorizationCode, .refreshToken, .clientCredentials],
                scopes: [.openid, .profile, .email, .offlineAccess],
                requiresPKCE: false,
                idTokenAlgorithm: .rs256,
                skipsConsent: true,
                createdAt: server.clock.now
            )
        )
    }

    /// Every answer of a dialect that has schemas fits its own.
    @Sendable private static func check(_ request: HTTPRequest, _ answer: HTTPAnswer) {
        EntraSchemas.check(request, answer)
        KiiSchemas.check(request, answer)
    }

    /// An authorization request of `app` that is as it should be, with changes; `nil` leaves a parameter out.
    static func authorization(_ changes: [ParameterName: String?] = [:]) -> Parameters {
        var values: [ParameterName: String?] = [
            .clientID: "app", .redirectURI: callback, .responseType: "code", .scope: "openid email", .state: "state-1",
            .nonce: "nonce-1", .codeChallenge: PKCE.challenge(for: verifier).rawValue, .codeChallengeMethod: "S256",
        ]
        values.merge(changes) { _, changed in changed }
        return Parameters(values)
    }

    /// The same of `web`, which sends no PKCE challenge.
    static func webAuthorization(_ changes: [ParameterName: String?] = [:]) -> Parameters {
        let own: [ParameterName: String?] = [
            .clientID: "web", .redirectURI: "https://shop.example.com/callback?from=login", .codeChallenge: nil,
            .codeChallengeMethod: nil,
        ]
        return authorization(own.merging(changes) { _, changed in changed })
    }

    func url(_ path: String, _ parameters: Parameters = Parameters()) throws -> URL {
        let query = parameters.formEncoded
        return try #require(URL(string: server.issuer.absoluteString + path + (query.isEmpty ? "" : "?" + query)))
    }

    /// Sends a request without a browser.
    func send(
        _ method: HTTPRequest.Method = .get,
        _ path: String,
        _ fields: HTTPFields = [:],
        body: Data? = Data(),
        address: String? = "198.51.100.7"
    ) async -> HTTPAnswer {
        var request = HTTPRequest(method: method, scheme: "https", authority: "login.example.com", path: path)
        request.headerFields = fields
        let answer = await server.answer(request, body: body, address: address)
        expectListed(answer, path)
        return answer
    }

    /// An endpoint answers with no other error than those it lists; what the service itself turns away belongs to no endpoint.
    private func expectListed(_ answer: HTTPAnswer, _ target: String) {
        let base = server.core.settings.issuerPath
        let path = String(target.prefix { $0 != "?" }.dropFirst(base.count))
        let byService: [HTTPResponse.Status] = [.notFound, .methodNotAllowed, .contentTooLarge, .tooManyRequests]
        guard let errors = Self.errors[path], !byService.contains(answer.status) else { return }
        let redirected = answer.fields[.location].flatMap { URL(string: $0) }
        let query = redirected?.query(percentEncoded: true) ?? redirected?.fragment(percentEncoded: true) ?? ""
        let carried = (try? Parameters(formEncoded: query))?[.error].map(OAuthErrorCode.init)
        guard let code = answer.error?.code ?? carried else { return }
        #expect(errors.contains(code), "\(path) does not list \(code.rawValue)")
    }

    private static let errors: [String: Set<OAuthErrorCode>] = {
        let endpoints: [any Endpoint.Type] = [
            OpenIDConfigurationEndpoint.self, AuthorizationServerMetadataEndpoint.self, KeySetEndpoint.self,
            TokenEndpoint.self, RevocationEndpoint.self, IntrospectionEndpoint.self, DeviceAuthorizationEndpoint.self,
            UserInfoEndpoint.self, AuthorizationEndpoint.self, EndSessionEndpoint.self, LiveEndpoint.self,
            ReadyEndpoint.self, AmazonAuthorizationEndpoint.self, AmazonTokenEndpoint.self,
            AmazonCodePairEndpoint.self, AmazonTokenInfoEndpoint.self, AmazonProfileEndpoint.self,
            AmazonLegacyProfileEndpoint.self, AmazonRevocationEndpoint.self,
        ]
        let entra: [any Endpoint.Type] = [
            EntraSignUpStartEndpoint.self, EntraSignUpChallengeEndpoint.self, EntraSignUpContinueEndpoint.self,
            EntraSignInInitiateEndpoint.self, EntraSignInChallengeEndpoint.self, EntraTokenEndpoint.self,
            EntraResetStartEndpoint.self, EntraResetChallengeEndpoint.self, EntraResetContinueEndpoint.self,
            EntraResetSubmitEndpoint.self, EntraResetPollEndpoint.self, EntraDeviceCodeEndpoint.self,
            EntraConfigurationEndpoint.self,
        ]
        return Dictionary(
            uniqueKeysWithValues: endpoints.map { ($0.path, $0.errors) }
                + entra.map { ("/default" + $0.path, $0.errors) }
        )
    }()

    /// Posts a form without a browser.
    func post(
        _ path: String,
        _ form: Parameters,
        _ fields: HTTPFields = [:],
        address: String? = "198.51.100.7"
    ) async -> HTTPAnswer {
        var fields = fields
        fields[.contentType] = fields[.contentType] ?? "application/x-www-form-urlencoded"
        return await send(.post, path, fields, body: Data(form.formEncoded.utf8), address: address)
    }

    /// A browser with an authorization request open.
    func browser(
        opening parameters: Parameters = Web.authorization(),
        languages: String = "en"
    ) async throws -> ScriptedBrowser {
        let browser = ScriptedBrowser(on: server, languages: languages)
        await browser.open(try url("/oauth2/authorize", parameters))
        return browser
    }

    /// Signs `ada@example.com` in, or up, and gives the browser that is now at the client.
    func signedIn(_ parameters: Parameters = Web.authorization()) async throws -> ScriptedBrowser {
        let browser = try await browser(opening: parameters)
        try await ScriptedPerson(email: "ada@example.com").walk(browser, on: server)
        try #require(await browser.hasLeft)
        return browser
    }

    /// Redeems the code that a browser has brought to `app`.
    func tokens(from browser: ScriptedBrowser) async throws -> TokenResponse {
        let code = try #require(await browser.answer[.code])
        let answer = await post(
            "/oauth2/token",
            Parameters([
                .grantType: "authorization_code", .code: code, .redirectURI: Self.callback, .clientID: "app",
                .codeVerifier: Self.verifier.secret.reveal(),
            ])
        )
        try #require(answer.status == .ok, "\(String(decoding: answer.body, as: UTF8.self))")
        return try TokenResponse(body: answer.body, fields: answer.fields)
    }
}

extension Parameters {
    /// The parameters that have a value, by name.
    init(_ values: [ParameterName: String?]) {
        self.init()
        for (name, value) in values.sorted(by: { $0.key.rawValue < $1.key.rawValue }) { append(name, value) }
    }
}

extension ScriptedBrowser {
    /// What the browser has brought to the client in its address: the query, or the fragment.
    var answer: Parameters {
        let text = location.query(percentEncoded: true) ?? location.fragment(percentEncoded: true) ?? ""
        return (try? Parameters(formEncoded: text)) ?? Parameters()
    }

    /// What is in a field of the page.
    func value(_ name: String) -> String? { forms.compactMap { $0.values[name] }.last }
}

extension HTTPAnswer {
    /// The OAuth error that the answer is.
    var error: OAuthError? { try? OAuthError(status: status, fields: fields, body: body) }

    var text: String { String(decoding: body, as: UTF8.self) }
}
