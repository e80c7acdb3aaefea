import Foundation
import GatehouseHTTP
import GatehouseJOSE
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import Testing

/// A server with an app and a site of Login with Amazon, and requests to it.
struct AmazonWeb {
    static let app: Client.ID = "amzn1.application-oa2-client.00000000000000000000000000000001"
    static let site: Client.ID = "amzn1.application-oa2-client.00000000000000000000000000000002"
    static let callback = "https://shop.example.com/callback"
    static let appCallback = "amzn-com.example.app://?methodName=signin"
    static let email = "ada@example.com"

    let web: Web
    var server: TestServer { web.server }

    /// A server with both; what is changed is about the site.
    init(limits: Limits = Limits(), change: (inout Client) -> Void = { _ in }) async throws {
        try await self.init(on: try await Web(limits: limits), change: change)
    }

    /// Registers both at a server that is there.
    init(on web: Web, change: (inout Client) -> Void = { _ in }) async throws {
        self.web = web
        let random = RandomSource { Data(repeating: 0, count: $0) }
        let app = try ClientRegistration.amazonApp(name: "Example App", bundleID: "com.example.app", random: random)
        let site = ClientRegistration.amazonSite(name: "Example Shop", random: random)
        var clients = [
            Client(registration: app, id: Self.app, secretHash: nil, createdAt: web.server.clock.now),
            Client(
                registration: site,
                id: Self.site,
                secretHash: OpaqueToken.hash(of: Web.webSecret),
                createdAt: web.server.clock.now
            ),
        ]
        clients[1].redirectURIs = [Self.callback]
        clients[1].grantTypes.append(.clientCredentials)
        clients[1].scopes.insert(Scope(rawValue: "sellingpartnerapi::notifications"))
        change(&clients[1])
        for client in clients { try await web.server.add(client) }
        try await web.server.core.store.commit([
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

    /// A request of the site, with changes; `nil` leaves a parameter out.
    static func siteRequest(_ changes: [ParameterName: String?] = [:]) -> Parameters {
        let values: [ParameterName: String?] = [
            .clientID: site.rawValue, .redirectURI: callback, .responseType: "code", .scope: "profile",
            .state: "state-1",
        ]
        return Parameters(values.merging(changes) { _, changed in changed })
    }

    /// The same of the app, with a challenge.
    static func appRequest(_ changes: [ParameterName: String?] = [:]) -> Parameters {
        let own: [ParameterName: String?] = [
            .clientID: app.rawValue, .redirectURI: appCallback,
            .codeChallenge: PKCE.challenge(for: Web.verifier).rawValue, .codeChallengeMethod: "S256",
        ]
        return siteRequest(own.merging(changes) { _, changed in changed })
    }

    /// A browser with the request open.
    func browser(opening request: Parameters) async throws -> ScriptedBrowser {
        let browser = ScriptedBrowser(on: server)
        await browser.open(try web.url("/ap/oa", request))
        return browser
    }

    /// A browser whose person has signed in and agreed, and that is now at the client.
    func signedIn(_ request: Parameters = AmazonWeb.siteRequest()) async throws -> ScriptedBrowser {
        let browser = try await browser(opening: request)
        try await ScriptedPerson(email: Self.email).walk(browser, on: server)
        try #require(await browser.hasLeft)
        return browser
    }

    /// What the token endpoint is asked by the site.
    static func siteForm(_ values: [ParameterName: String?]) -> Parameters {
        let own: [ParameterName: String?] = [.clientID: site.rawValue, .clientSecret: Web.webSecret]
        return Parameters(own.merging(values) { _, given in given })
    }

    /// What redeems the code that a browser has brought to the site.
    static func redemption(_ browser: ScriptedBrowser) async throws -> Parameters {
        let code: String = try #require(await browser.answer[.code])
        return siteForm([
            .grantType: "authorization_code", .code: code,
            .redirectURI: callback,
        ])
    }

    /// What redeems the code that a browser has brought to the app.
    static func appRedemption(_ browser: ScriptedBrowser, verifier: String? = nil) async throws -> Parameters {
        let code: String = try #require(await browser.answer[.code])
        let values: [ParameterName: String?] = [
            .grantType: "authorization_code", .code: code, .redirectURI: appCallback, .clientID: app.rawValue,
            .codeVerifier: verifier ?? Web.verifier.secret.reveal(),
        ]
        return Parameters(values)
    }

    func token(_ form: Parameters, _ fields: HTTPFields = [:]) async -> HTTPAnswer {
        await web.post("/auth/o2/token", form, fields)
    }

    /// The tokens for the code that a browser has brought to the site.
    func tokens(_ request: Parameters = AmazonWeb.siteRequest()) async throws -> TokenResponse {
        let answer = await token(try await Self.redemption(try await signedIn(request)))
        try #require(answer.status == .ok, "\(answer.text)")
        return try TokenResponse(body: answer.body, fields: answer.fields)
    }

    /// The tokens for the code that a browser has brought to the app.
    func appTokens(_ browser: ScriptedBrowser) async throws -> TokenResponse {
        let answer = await token(try await Self.appRedemption(browser))
        try #require(answer.status == .ok, "\(answer.text)")
        return try TokenResponse(body: answer.body, fields: answer.fields)
    }

    func profile(_ token: Secret) async -> HTTPAnswer {
        await web.send(.get, "/user/profile", [.authorization: "bearer \(token.reveal())"])
    }
}

extension Client {
    /// A client as it is registered, with an identifier that a test knows.
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
            refreshRecovery: registration.refreshRecovery ?? registration.usualRefreshRecovery,
            createdAt: createdAt
        )
    }
}
