import Foundation
import GatehouseHTTP
import GatehouseJOSE
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import Testing

/// A server with an app and a website of Login with Amazon, and helpers for requests.
struct AmazonFixture {
    static let app: Client.ID = "amzn1.application-oa2-client.00000000000000000000000000000001"
    static let site: Client.ID = "amzn1.application-oa2-client.00000000000000000000000000000002"
    static let callback = "https://shop.example.com/callback"
    static let appCallback = "amzn-com.example.app://?methodName=signin"
    static let email = "ada@example.com"

    let web: ServerFixture
    var server: TestServer { web.server }

    /// Creates a server with both clients; `change` applies to the website.
    init(limits: RateLimits = RateLimits(), change: (inout Client) -> Void = { _ in }) async throws {
        try await self.init(on: try await ServerFixture(limits: limits), change: change)
    }

    /// Registers both clients on an existing server.
    init(on web: ServerFixture, change: (inout Client) -> Void = { _ in }) async throws {
        self.web = web
        let random = RandomSource { Data(repeating: 0, count: $0) }
        let app = try ClientRegistration.amazonApp(name: "Example App", bundleID: "com.example.app", random: random)
        let site = ClientRegistration.amazonSite(name: "Example Shop", random: random)
        var clients = [
            Client(registration: app, id: Self.app, secretHash: nil, createdAt: web.server.clock.now),
            Client(
                registration: site,
                id: Self.site,
                secretHash: OpaqueToken.hash(of: ServerFixture.webSecret),
                createdAt: web.server.clock.now
            ),
        ]
        clients[1].redirectURIs = [Self.callback]
        clients[1].grantTypes.append(.clientCredentials)
        clients[1].scopes.insert(Scope(rawValue: "sellingpartnerapi::notifications"))
        change(&clients[1])
        for client in clients { try await web.server.add(client) }
        try await web.server.store.commit([
            .account(
                .insert(
                    Account(
                        id: "person-1",
                        identifiers: [
                            AccountIdentifier(kind: .email, value: Self.email, verifiedAt: web.server.clock.now)
                        ],
                        passwordHash: nil,
                        attributes: ["name": "Ada Example", "postal_code": "98101"],
                        createdAt: web.server.clock.now,
                        updatedAt: web.server.clock.now
                    )
                )
            )
        ])
    }

    /// Returns an authorization request of the website with changes; `nil` omits a parameter.
    static func siteRequest(_ changes: [ParameterName: String?] = [:]) -> Parameters {
        let values: [ParameterName: String?] = [
            .clientID: site.rawValue, .redirectURI: callback, .responseType: "code", .scope: "profile",
            .state: "state-1",
        ]
        return Parameters(values.merging(changes) { _, changed in changed })
    }

    /// Returns an authorization request of the app, with a PKCE challenge.
    static func appRequest(_ changes: [ParameterName: String?] = [:]) -> Parameters {
        let own: [ParameterName: String?] = [
            .clientID: app.rawValue, .redirectURI: appCallback,
            .codeChallenge: PKCE.challenge(for: ServerFixture.verifier).rawValue, .codeChallengeMethod: "S256",
        ]
        return siteRequest(own.merging(changes) { _, changed in changed })
    }

    /// Returns a browser that has opened the request.
    func browser(opening request: Parameters) async throws -> ScriptedBrowser {
        let browser = ScriptedBrowser(on: server)
        await browser.open(try web.url("/ap/oa", request))
        return browser
    }

    /// Returns a browser that has signed in, given consent and returned to the client.
    func signedIn(_ request: Parameters = AmazonFixture.siteRequest()) async throws -> ScriptedBrowser {
        let browser = try await browser(opening: request)
        try await ScriptedUser(email: Self.email).signIn(in: browser, on: server)
        try #require(await browser.hasLeft)
        return browser
    }

    /// Returns a token request of the website.
    static func siteForm(_ values: [ParameterName: String?]) -> Parameters {
        let own: [ParameterName: String?] = [.clientID: site.rawValue, .clientSecret: ServerFixture.webSecret]
        return Parameters(own.merging(values) { _, given in given })
    }

    /// Returns the token request for the code that the browser returned to the website.
    static func redemption(_ browser: ScriptedBrowser) async throws -> Parameters {
        let code: String = try #require(await browser.redirectParameters[.code])
        return siteForm([
            .grantType: "authorization_code", .code: code,
            .redirectURI: callback,
        ])
    }

    /// Returns the token request for the code that the browser returned to the app.
    static func appRedemption(_ browser: ScriptedBrowser, verifier: String? = nil) async throws -> Parameters {
        let code: String = try #require(await browser.redirectParameters[.code])
        let values: [ParameterName: String?] = [
            .grantType: "authorization_code", .code: code, .redirectURI: appCallback, .clientID: app.rawValue,
            .codeVerifier: verifier ?? ServerFixture.verifier.secret.reveal(),
        ]
        return Parameters(values)
    }

    func token(_ form: Parameters, _ fields: HTTPFields = [:]) async -> ServerResponse {
        await web.post("/auth/o2/token", form, fields: fields)
    }

    /// Signs in, and returns the tokens of the website.
    func tokens(_ request: Parameters = AmazonFixture.siteRequest()) async throws -> TokenResponse {
        let response = await token(try await Self.redemption(try await signedIn(request)))
        try #require(response.status == .ok, "\(response.text)")
        return try TokenResponse(body: response.body, fields: response.fields)
    }

    /// Returns the tokens for the code that the browser returned to the app.
    func appTokens(_ browser: ScriptedBrowser) async throws -> TokenResponse {
        let response = await token(try await Self.appRedemption(browser))
        try #require(response.status == .ok, "\(response.text)")
        return try TokenResponse(body: response.body, fields: response.fields)
    }

    func profile(_ token: Secret) async -> ServerResponse {
        await web.send(.get, "/user/profile", fields: [.authorization: "bearer \(token.reveal())"])
    }
}

extension Client {
    /// Creates a client from a registration, with a fixed identifier.
    init(registration: ClientRegistration, id: Client.ID, secretHash: String?, createdAt: Date) {
        self.init(
            id: id,
            name: registration.name,
            secretHash: secretHash,
            tokenEndpointAuthMethod: secretHash == nil ? .none : registration.authenticationMethod,
            redirectURIs: registration.redirectURIs,
            grantTypes: registration.grantTypes,
            scopes: registration.scopes ?? [],
            requiresPKCE: registration.requiresPKCE,
            idTokenAlgorithm: registration.idTokenAlgorithm,
            refreshRecovery: registration.refreshRecovery ?? registration.defaultRefreshRecovery,
            createdAt: createdAt
        )
    }
}
