import Foundation
import GatehouseHTTP
import GatehouseJOSE
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import Testing

@Suite struct EntraTokenTests {
    private static let scope = "openid profile offline_access"

    /// Returns a server with an app that uses passwords, and an account.
    private static func entra() async throws -> EntraFixture {
        let entra = try await EntraFixture(.password)
        try await entra.addAccount()
        return entra
    }

    private static func claims(_ token: JSONValue?) throws -> JSONValue {
        let parts = try #require(token?.string).split(separator: ".")
        return try JSONCoding.decode(JSONValue.self, from: Base64URL.decode(parts[1]) ?? Data())
    }

    private static func refresh(_ tokens: EntraTestResponse, scope: String = scope) -> [ParameterName: String?] {
        [
            .grantType: "refresh_token", .refreshToken: tokens["refresh_token"]?.string, .scope: scope,
            .clientInfo: "1",
        ]
    }

    @Test func issuesIDTokenWithClaimsOfMicrosoftLibraries() async throws {
        let entra = try await Self.entra()
        let tokens = try await entra.signedIn()
        let claims = try Self.claims(tokens["id_token"])
        #expect(claims["iss"] == "https://login.example.com")
        #expect(claims["aud"] == "native-app")
        #expect(claims["sub"] == "person-1")
        #expect(claims["oid"] == "person-1")
        #expect(claims["tid"]?.string == entra.server.identity.entra.tenants.id)
        #expect(claims["ver"] == "2.0")
        #expect(claims["preferred_username"] == "ada@example.com")
        #expect(claims["name"] == "Ada Example")
        #expect(claims["email"] == nil)
        #expect(claims["sid"] == nil)
        let withEmail = try Self.claims(try await entra.signedIn(scope: "openid email")["id_token"])
        #expect(withEmail["email"] == "ada@example.com")
        #expect(withEmail["name"] == nil)
    }

    @Test(arguments: ["1", "true"]) func returnsHomeAccountAsClientInfo(_ value: String) async throws {
        let entra = try await Self.entra()
        let token = try await entra.signInWaiting()
        let tokens = try await entra.token(
            token,
            .password,
            with: [.password: EntraFixture.password, .clientInfo: value]
        )
        let info = EntraClientInfo(encoded: tokens["client_info"]?.string ?? "")
        #expect(info == EntraClientInfo(uid: "person-1", utid: entra.server.identity.entra.tenants.id))
        #expect(tokens["ext_expires_in"] == tokens["expires_in"])
    }

    @Test func omitsClientInfoUnlessRequested() async throws {
        let entra = try await Self.entra()
        let token = try await entra.signInWaiting()
        let tokens = try await entra.token(
            token,
            .password,
            with: [.password: EntraFixture.password, .clientInfo: nil]
        )
        #expect(tokens.summary == "ok")
        #expect(tokens["client_info"] == nil)
    }

    @Test(arguments: [
        ("openid profile offline_access", true, true), ("openid", true, false), ("offline_access", false, true),
        ("orders.read", false, false),
    ])
    func issuesTokensByScope(scope: String, hasID: Bool, hasRefresh: Bool) async throws {
        let tokens = try await Self.entra().signedIn(scope: scope)
        #expect(tokens.summary == "ok")
        #expect(tokens["scope"]?.string == scope)
        #expect((tokens["id_token"] != nil) == hasID)
        #expect((tokens["refresh_token"] != nil) == hasRefresh)
    }

    /// The error does not consume the token.
    @Test func rejectsUnregisteredScope() async throws {
        let entra = try await Self.entra()
        let token = try await entra.signInWaiting()
        let values: [ParameterName: String?] = [.password: EntraFixture.password, .scope: "openid admin"]
        #expect(try await entra.token(token, .password, with: values).summary == "invalid_scope 70011")
        #expect(try await entra.token(token, .password, with: [.password: EntraFixture.password]).summary == "ok")
    }

    @Test func refreshesAllTokens() async throws {
        let entra = try await Self.entra()
        let tokens = try await entra.signedIn()
        entra.server.clock.advance(by: 3_600)
        let fresh = try await entra.post("/oauth2/v2.0/token", Self.refresh(tokens))
        #expect(fresh.summary == "ok")
        #expect(fresh["access_token"] != tokens["access_token"])
        #expect(try Self.claims(fresh["id_token"])["oid"] == "person-1")
        #expect(fresh["client_info"] == tokens["client_info"])
    }

    /// The first scopes did not need consent either.
    @Test func allowsOtherRegisteredScopesOnRefresh() async throws {
        let entra = try await Self.entra()
        let tokens = try await entra.signedIn()
        let orders = try await entra.post(
            "/oauth2/v2.0/token",
            Self.refresh(tokens, scope: "orders.read openid profile offline_access")
        )
        #expect(orders["scope"] == "orders.read openid profile offline_access")
        let more = try await entra.post("/oauth2/v2.0/token", Self.refresh(tokens, scope: "admin"))
        #expect(more.summary == "invalid_scope 70011")
    }

    /// Without a scope parameter the original scope applies (RFC 6749 §6).
    @Test func keepsScopeOnRefreshWithoutScope() async throws {
        let entra = try await Self.entra()
        let tokens = try await entra.signedIn(scope: "openid offline_access")
        var request = Self.refresh(tokens)
        request[.scope] = .some(nil)
        let fresh = try await entra.post("/oauth2/v2.0/token", request)
        #expect(fresh["scope"] == "openid offline_access")
    }

    /// A browser sign-in has the user's consent, which limits the scope of a refresh.
    @Test func rejectsAdditionalScopesForBrowserSession() async throws {
        let entra = try await Self.entra()
        let tokens = try await Self.browserTokens(of: "native-app", scope: "openid offline_access", entra)
        let more = try await entra.post(
            "/oauth2/v2.0/token",
            Self.refresh(tokens, scope: "orders.read openid offline_access")
        )
        #expect(more.summary == "invalid_scope 70011")
    }

    /// Users consent to the address by the scope `email`, to the username by `profile` (OpenID Connect Core §5.4).
    ///
    /// Microsoft's libraries read the account's name from the ID token.
    @Test(
        arguments: [
            ("third", "openid", nil), ("third", "openid profile", "Ada"), ("third", "openid email", EntraFixture.email),
            ("third", "openid profile email", EntraFixture.email), ("own", "openid", EntraFixture.email),
        ] as [(String, String, String?)]
    )
    func namesAccountByConsentedIdentifier(id: String, scope: String, name: String?) async throws {
        let entra = try await EntraFixture(.password)
        try await entra.addAccount(names: [
            AccountIdentifier(kind: .username, value: "ada", spelling: "Ada", verifiedAt: nil)
        ])
        try await entra.server.clients.addPublic("third", redirectURIs: [ServerFixture.callback])
        var own = try #require(try await entra.server.store.client("app"))
        own.skipsConsent = true
        try await entra.server.store.commit([.client(.update(own))])
        let tokens = try await Self.browserTokens(of: id == "own" ? "app" : id, scope: scope, entra)
        let claims = try Self.claims(tokens["id_token"])
        #expect(claims["preferred_username"]?.string == name)
        #expect(claims["email"]?.string == (scope.contains("email") ? EntraFixture.email : nil))
        #expect(claims["oid"] == "person-1")
    }

    /// Returns the tenant's tokens for a browser sign-in.
    private static func browserTokens(
        of client: String,
        scope: String,
        _ entra: EntraFixture
    ) async throws -> EntraTestResponse {
        let browser = ScriptedBrowser(on: entra.server)
        let request = ServerFixture.authorization([.clientID: client, .scope: scope])
        await browser.open(try entra.web.url("/default/oauth2/v2.0/authorize", request))
        try await ScriptedUser(email: EntraFixture.email).signIn(in: browser, on: entra.server)
        let code: String = try #require(await browser.redirectParameters[.code])
        return try await entra.post(
            "/oauth2/v2.0/token",
            [
                .grantType: "authorization_code", .clientID: client, .code: code, .redirectURI: ServerFixture.callback,
                .codeVerifier: ServerFixture.verifier.secret.reveal(),
            ]
        )
    }

    @Test func rejectsRevokedRefreshToken() async throws {
        let entra = try await Self.entra()
        let tokens = try await entra.signedIn()
        let revoked = await entra.web.post(
            "/oauth2/revoke",
            Parameters([.clientID: "native-app", .token: tokens["refresh_token"]?.string])
        )
        #expect(revoked.status == .ok)
        let rejected = try await entra.post("/oauth2/v2.0/token", Self.refresh(tokens))
        #expect(rejected.summary == "invalid_grant 700082")
    }

    @Test(
        arguments: [
            ("sandwich", "unsupported_grant_type 70003"), (nil, "invalid_request 90100"),
            ("authorization_code", "invalid_request 90100"), ("client_credentials", "unauthorized_client 700024"),
        ] as [(String?, String)]
    )
    func rejectsUnsupportedGrants(_ grantType: String?, _ summary: String) async throws {
        let response = try await Self.entra().post("/oauth2/v2.0/token", [.grantType: grantType])
        #expect(response.summary == summary)
    }

    @Test func redeemsAuthorizationCodeOfBrowser() async throws {
        let entra = try await Self.entra()
        let browser = ScriptedBrowser(on: entra.server)
        let request = ServerFixture.authorization([.clientID: "native-app", .clientInfo: "1"])
        await browser.open(try entra.web.url("/default/oauth2/v2.0/authorize", request))
        try await ScriptedUser(email: EntraFixture.email).signIn(in: browser, on: entra.server)
        let code: String = try #require(await browser.redirectParameters[.code])
        let tokens = try await entra.post(
            "/oauth2/v2.0/token",
            [
                .grantType: "authorization_code", .code: code, .redirectURI: ServerFixture.callback, .clientInfo: "1",
                .codeVerifier: ServerFixture.verifier.secret.reveal(),
            ]
        )
        #expect(tokens.summary == "ok")
        #expect(try Self.claims(tokens["id_token"])["tid"]?.string == entra.server.identity.entra.tenants.id)
        #expect(tokens["client_info"] != nil)
    }

    /// MSAL for Node.js uses the grant type without its namespace.
    @Test(arguments: ["urn:ietf:params:oauth:grant-type:device_code", "device_code"])
    func completesDeviceFlow(_ grantType: String) async throws {
        let entra = try await Self.entra()
        let codes = try await entra.post("/oauth2/v2.0/devicecode", [.scope: "openid profile offline_access"])
        let userCode = try #require(codes["user_code"]?.string)
        #expect(
            codes["message"]?.string
                == "To sign in, open the page https://login.example.com/device in a browser and enter the code \(userCode)."
        )
        let poll: [ParameterName: String?] = [
            .grantType: grantType, .deviceCode: codes["device_code"]?.string, .clientInfo: "1",
        ]
        #expect(try await entra.post("/oauth2/v2.0/token", poll).summary == "authorization_pending 70016")
        let browser = ScriptedBrowser(on: entra.server)
        await browser.open(try entra.web.url("/device"))
        try await browser.submit([PageInput.userCode.rawValue: userCode])
        try await ScriptedUser(email: EntraFixture.email).signIn(in: browser, on: entra.server)
        entra.server.clock.advance(by: 10)
        let tokens = try await entra.post("/oauth2/v2.0/token", poll)
        #expect(tokens.summary == "ok")
        #expect(tokens["client_info"] != nil)
    }

    @Test func startsDeviceFlowOfConfidentialClientWithoutItsSecret() async throws {
        let entra = try await Self.entra()
        let own: [ParameterName: String?] = [.clientID: "shop", .scope: "openid"]
        var shop = try #require(try await entra.server.store.client("web"))
        shop = Client(
            id: "shop",
            name: shop.name,
            secretHash: shop.secretHash,
            tokenEndpointAuthMethod: .clientSecretPost,
            redirectURIs: [],
            grantTypes: [.deviceCode],
            scopes: shop.scopes,
            requiresPKCE: false,
            idTokenAlgorithm: .rs256,
            skipsConsent: true,
            createdAt: entra.server.clock.now
        )
        try await entra.server.add(shop)
        let codes = try await entra.post("/oauth2/v2.0/devicecode", own)
        let code = try #require(codes["device_code"]?.string)
        let secret = ServerFixture.webSecret
        let right = try await entra.post("/oauth2/v2.0/devicecode", own.merging([.clientSecret: secret]) { $1 })
        #expect(right.status == 200)
        let wrong = try await entra.post("/oauth2/v2.0/devicecode", own.merging([.clientSecret: "wrong"]) { $1 })
        #expect(wrong.error?.code == .invalidClient)
        let poll: [ParameterName: String?] = [
            .clientID: "shop", .grantType: GrantType.deviceCode.rawValue, .deviceCode: code,
        ]
        #expect(try await entra.post("/oauth2/v2.0/token", poll).error?.code == .invalidClient)
        let authenticated = poll.merging([.clientSecret: secret]) { $1 }
        #expect(try await entra.post("/oauth2/v2.0/token", authenticated).error?.code == .authorizationPending)
    }

    @Test func rejectsDeviceFlowOfUnknownClient() async throws {
        let entra = try await Self.entra()
        let response = try await entra.post("/oauth2/v2.0/devicecode", [.clientID: "unknown", .scope: "openid"])
        #expect(response.error?.code == .invalidClient)
    }

    @Test func honorsClaimsParameter() async throws {
        let entra = try await Self.entra()
        let token = try await entra.signInWaiting()
        let malformed = try await entra.token(token, .password, with: [.password: EntraFixture.password, .claims: "{"])
        #expect(malformed.summary == "invalid_request 90100")
        let claims = #"{"access_token":{"acrs":{"essential":true,"value":"c1"}},"id_token":{"email":null}}"#
        let tokens = try await entra.token(token, .password, with: [.password: EntraFixture.password, .claims: claims])
        #expect(try Self.claims(tokens["id_token"])["email"] == "ada@example.com")
    }
}
