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

/// A server with a public and a confidential client, and helpers for requests.
struct ServerFixture {
    static let verifier = CodeVerifier(random: Array(repeating: 7, count: 32))
    static let callback = "https://app.example.com/callback"
    static let webSecret = "a secret of the web client"

    let server: TestServer

    /// Creates a server with the public client `app`, which `change` adjusts, and the confidential client `web`.
    ///
    /// Both skip consent unless changed.
    init(
        issuer: String = "https://login.example.com",
        limits: RateLimits = RateLimits(),
        store: any Store = MemoryStore(),
        policy: AuthenticationPolicy? = nil,
        sendsNewBrowserMail: Bool = false,
        factors: FactorSettings = FactorSettings(),
        lifetimes: Lifetimes = Lifetimes(),
        requiresDPoPNonce: Bool = false,
        registration: RegistrationSettings = RegistrationSettings(),
        client change: (inout Client) -> Void = { _ in }
    ) async throws {
        server = TestServer(
            issuer: issuer,
            store: store,
            limits: limits,
            sendsNewBrowserMail: sendsNewBrowserMail,
            factors: factors,
            lifetimes: lifetimes,
            requiresDPoPNonce: requiresDPoPNonce,
            registration: registration,
            policy: policy,
            watchedBy: AnswerChecks.check
        )
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

    /// Returns a valid authorization request of `app` with changes; `nil` omits a parameter.
    static func authorization(_ changes: [ParameterName: String?] = [:]) -> Parameters {
        var values: [ParameterName: String?] = [
            .clientID: "app", .redirectURI: callback, .responseType: "code", .scope: "openid email", .state: "state-1",
            .nonce: "nonce-1", .codeChallenge: PKCE.challenge(for: verifier).rawValue, .codeChallengeMethod: "S256",
        ]
        values.merge(changes) { _, changed in changed }
        return Parameters(values)
    }

    /// Returns an authorization request of `web`, without a PKCE challenge.
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
        fields: HTTPFields = [:],
        body: Data? = Data(),
        address: String? = "198.51.100.7"
    ) async -> ServerResponse {
        var request = HTTPRequest(method: method, scheme: "https", authority: "login.example.com", path: path)
        request.headerFields = fields
        let response = await server.answer(request, body: body, address: address)
        expectListed(response, path)
        return response
    }

    /// Checks that an endpoint returns only the errors it declares; errors of the service itself are excluded.
    private func expectListed(_ response: ServerResponse, _ target: String) {
        let base = server.identity.settings.issuerPath
        let path = String(target.prefix { $0 != "?" }.dropFirst(base.count))
        let byService: [HTTPResponse.Status] = [.notFound, .methodNotAllowed, .contentTooLarge, .tooManyRequests]
        guard let errors = Self.errors[path], !byService.contains(response.status) else { return }
        let redirected = response.fields[.location].flatMap { URL(string: $0) }
        let query = redirected?.query(percentEncoded: true) ?? redirected?.fragment(percentEncoded: true) ?? ""
        let carried = (try? Parameters(formEncoded: query))?[.error].map(OAuthErrorCode.init)
        guard let code = response.error?.code ?? carried else { return }
        #expect(errors.contains(code), "\(path) does not list \(code.rawValue)")
    }

    private static let errors: [String: Set<OAuthErrorCode>] = {
        let endpoints: [any Endpoint.Type] = [
            OpenIDConfigurationEndpoint.self, AuthorizationServerMetadataEndpoint.self, KeySetEndpoint.self,
            TokenEndpoint.self, PushedAuthorizationEndpoint.self, RevocationEndpoint.self,
            IntrospectionEndpoint.self, DeviceAuthorizationEndpoint.self, RegistrationEndpoint.self,
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
            EntraConfigurationEndpoint.self, EntraSignInIntrospectEndpoint.self,
            EntraRegistrationIntrospectEndpoint.self, EntraRegistrationChallengeEndpoint.self,
            EntraRegistrationContinueEndpoint.self,
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
        fields: HTTPFields = [:],
        address: String? = "198.51.100.7"
    ) async -> ServerResponse {
        var fields = fields
        fields[.contentType] = fields[.contentType] ?? "application/x-www-form-urlencoded"
        return await send(.post, path, fields: fields, body: Data(form.formEncoded.utf8), address: address)
    }

    /// Returns a browser that has opened an authorization request.
    func browser(
        opening parameters: Parameters = ServerFixture.authorization(),
        languages: String = "en"
    ) async throws -> ScriptedBrowser {
        let browser = ScriptedBrowser(on: server, languages: languages)
        await browser.open(try url("/oauth2/authorize", parameters))
        return browser
    }

    /// Signs in or up as `ada@example.com`, and returns the browser after its redirect to the client.
    func signedIn(_ parameters: Parameters = ServerFixture.authorization()) async throws -> ScriptedBrowser {
        let browser = try await browser(opening: parameters)
        try await ScriptedUser(email: "ada@example.com").signIn(in: browser, on: server)
        try #require(await browser.hasLeft)
        return browser
    }

    /// Redeems the code that the browser returned to `app`.
    func tokens(from browser: ScriptedBrowser) async throws -> TokenResponse {
        let code = try #require(await browser.redirectParameters[.code])
        let response = await post(
            "/oauth2/token",
            Parameters([
                .grantType: "authorization_code", .code: code, .redirectURI: Self.callback, .clientID: "app",
                .codeVerifier: Self.verifier.secret.reveal(),
            ])
        )
        try #require(response.status == .ok, "\(String(decoding: response.body, as: UTF8.self))")
        return try TokenResponse(body: response.body, fields: response.fields)
    }
}

extension Parameters {
    /// Creates parameters from the values that are not `nil`, sorted by name.
    init(_ values: [ParameterName: String?]) {
        self.init()
        for (name, value) in values.sorted(by: { $0.key.rawValue < $1.key.rawValue }) { append(name, value) }
    }
}

extension ScriptedBrowser {
    /// The parameters of the redirect to the client, in the query or the fragment.
    var redirectParameters: Parameters {
        let text = location.query(percentEncoded: true) ?? location.fragment(percentEncoded: true) ?? ""
        return (try? Parameters(formEncoded: text)) ?? Parameters()
    }

    /// Returns the value of a field on the page.
    func value(_ name: String) -> String? { forms.compactMap { $0.values[name] }.last }
}

extension ServerResponse {
    /// The OAuth error in the response, if any.
    var error: OAuthError? { try? OAuthError(status: status, fields: fields, body: body) }

    var text: String { String(decoding: body, as: UTF8.self) }
}
