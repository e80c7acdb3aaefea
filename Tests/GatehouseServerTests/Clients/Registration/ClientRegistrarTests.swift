import Foundation
import GatehouseServer
import GatehouseStore
import GatehouseWire
import Testing

@Suite struct ClientRegistrarTests {
    private let app = ClientRegistration(
        name: "Example App",
        kind: .public,
        redirectURIs: ["com.example.app:/callback", "http://127.0.0.1/"]
    )

    @Test func registersPublicClientWithoutSecretAndRequiresPKCE() async throws {
        let server = try ServerHarness()
        let information = try await register(app, server)
        #expect(information.clientSecret == nil)
        #expect(information.clientSecretExpiresAt == nil)
        let client = try #require(try await server.store.client(Client.ID(information.clientID)))
        #expect(client.secretHash == nil)
        #expect(client.tokenEndpointAuthMethod == .none)
        #expect(client.requiresPKCE)
        #expect(client.scopes == [.openid, .profile, .email, .offlineAccess])
        #expect(try await server.auditKinds() == [.clientCreated])
    }

    @Test(
        arguments: [
            (ClientRegistration(name: "App", kind: .public, redirectURIs: ["com.example.app:/callback"]), .journalled),
            (ClientRegistration(name: "App", kind: .public, redirectURIs: ["http://127.0.0.1/cb"]), .journalled),
            (ClientRegistration(name: "App", kind: .public, grantTypes: [.deviceCode, .refreshToken]), .journalled),
            (ClientRegistration(name: "App", kind: .public, redirectURIs: ["https://app.example.com/cb"]), .immediate),
            (
                ClientRegistration(
                    name: "App",
                    kind: .public,
                    redirectURIs: ["com.example.app:/callback", "https://app.example.com/cb"]
                ), .immediate
            ),
            (ClientRegistration(name: "App", kind: .confidential, redirectURIs: ["http://localhost/cb"]), .immediate),
            (
                ClientRegistration(
                    name: "App",
                    kind: .public,
                    redirectURIs: ["https://app.example.com/cb"],
                    refreshRecovery: .journalled
                ), .journalled
            ),
            (
                ClientRegistration(
                    name: "App",
                    kind: .public,
                    grantTypes: [.refreshToken],
                    native: NativeAuthenticationSettings(method: .code)
                ), .journalled
            ),
            (
                ClientRegistration(
                    name: "App",
                    kind: .public,
                    grantTypes: [.password],
                    passwordApp: PasswordAppRegistration()
                ),
                .journalled
            ),
        ] as [(ClientRegistration, RefreshRecovery)]
    )
    func choosesRefreshRecoveryByKindOfClient(
        _ registration: ClientRegistration,
        _ expected: RefreshRecovery
    )
        async throws
    {
        let server = try ServerHarness()
        let information = try await register(registration, server)
        let client = try await server.store.client(Client.ID(information.clientID))
        #expect(client?.refreshRecovery == expected)
    }

    @Test func allowsLateRefreshRetriesForLoginWithAmazon() async throws {
        let server = try ServerHarness()
        let random = server.identity.environment.random
        let app = try ClientRegistration.amazonApp(name: "App", bundleID: "com.example.app", random: random)
        var site = ClientRegistration.amazonSite(name: "Shop", random: random)
        site.redirectURIs = ["https://shop.example.com/callback"]
        for registration in [app, site] {
            let information = try await register(registration, server)
            let client = try await server.store.client(Client.ID(information.clientID))
            #expect(client?.refreshRecovery == .journalled)
        }
    }

    @Test func registersNativeAppAsPublicClientWithoutConsent() async throws {
        let server = try ServerHarness()
        let native = NativeAuthenticationSettings(
            method: .code,
            disclosesAccounts: true,
            origins: ["*", "https://[::1]:8443"]
        )
        var registration = ClientRegistration(
            id: "app",
            name: "Example App",
            kind: .public,
            grantTypes: [.refreshToken],
            native: native
        )
        _ = try await register(registration, server)
        let client = try #require(try await server.store.client("app"))
        #expect(client.native == native)
        #expect(client.skipsConsent)
        registration.id = "other"
        registration.kind = .confidential
        await #expect(throws: OAuthError.self) { try await register(registration, server) }
        #expect(try await server.store.client("other") == nil)
    }

    @Test func issuesSecretToConfidentialClient() async throws {
        let server = try ServerHarness()
        var registration = app
        registration.kind = .confidential
        let information = try await register(registration, server)
        let secret = try #require(information.clientSecret)
        #expect(information.clientSecretExpiresAt == UnixTime(seconds: 0))
        let field = AuthorizationHeader.basic(clientID: information.clientID, clientSecret: secret).encoded
        let client = try await server.identity.clients
            .authenticate(ClientCredentials(), authorization: field, context: server.context)
        #expect(client.id.rawValue == information.clientID)
        #expect(client.secretHash != secret.reveal())
    }

    @Test func generatesDistinctIdentifiersAndSecrets() async throws {
        let server = try ServerHarness()
        var registration = app
        registration.kind = .confidential
        let first = try await register(registration, server)
        let second = try await register(registration, server)
        #expect(first.clientID != second.clientID)
        #expect(first.clientSecret != second.clientSecret)
    }

    @Test func rejectsDuplicateClientID() async throws {
        let server = try ServerHarness()
        var registration = app
        registration.id = "example"
        #expect(try await register(registration, server).clientID == "example")
        registration.name = "Another App"
        #expect(try await oauthError { try await register(registration, server) }.code == .invalidClientMetadata)
        #expect(try await server.store.clients(after: nil, limit: 9).map(\.name) == ["Example App"])
    }

    @Test func returnsClientInformationOfRFC7591() async throws {
        let server = try ServerHarness()
        var registration = app
        registration.kind = .confidential
        registration.authenticationMethod = .clientSecretPost
        var information = try await register(registration, server)
        information.clientID = "id"
        information.clientSecret = Secret("secret")
        #expect(
            String(decoding: JSONCoding.encode(information), as: UTF8.self) == """
                {"client_id":"id","client_id_issued_at":1800000000,"client_name":"Example App","client_secret":"secret",\
                "client_secret_expires_at":0,"grant_types":["authorization_code","refresh_token"],\
                "id_token_signed_response_alg":"ES256","post_logout_redirect_uris":[],\
                "redirect_uris":["com.example.app:/callback","http://127.0.0.1/"],"response_types":["code"],\
                "scope":"openid profile email offline_access","token_endpoint_auth_method":"client_secret_post"}
                """
        )
    }

    @Test(arguments: [
        "http://app.example.com/callback", "https://app.example.com/#fragment", "javascript:alert(1)", "callback",
        "https://user@app.example.com/",
    ])
    func rejectsUnsafeRedirectURIs(_ uri: String) async throws {
        let server = try ServerHarness()
        var registration = app
        registration.redirectURIs = [uri]
        #expect(try await oauthError { try await register(registration, server) }.code == .invalidRedirectURI)
        registration.redirectURIs = app.redirectURIs
        registration.postLogoutRedirectURIs = [uri]
        #expect(try await oauthError { try await register(registration, server) }.code == .invalidRedirectURI)
    }

    @Test(arguments: [
        ClientRegistration(name: "App", kind: .public, redirectURIs: ["https://app.example.com/"], requiresPKCE: false),
        ClientRegistration(id: "two words", name: "App", kind: .confidential, grantTypes: [.clientCredentials]),
        ClientRegistration(id: "", name: "App", kind: .confidential, grantTypes: [.clientCredentials]),
        ClientRegistration(id: "-option", name: "App", kind: .confidential, grantTypes: [.clientCredentials]),
        ClientRegistration(
            name: "App",
            kind: .confidential,
            grantTypes: [.clientCredentials],
            logoURI: "http://localhost/logo.png"
        ),
        ClientRegistration(name: "", kind: .confidential, grantTypes: [.clientCredentials]),
        ClientRegistration(name: "  ", kind: .confidential, grantTypes: [.clientCredentials]),
        ClientRegistration(name: "a\nb", kind: .confidential, grantTypes: [.clientCredentials]),
        ClientRegistration(name: "App", kind: .confidential, grantTypes: []),
        ClientRegistration(name: "App", kind: .public, grantTypes: [.clientCredentials]),
        ClientRegistration(name: "App", kind: .confidential, grantTypes: [.clientCredentials, .refreshToken]),
        ClientRegistration(name: "App", kind: .confidential, grantTypes: [.init(rawValue: "password")]),
        ClientRegistration(
            name: "App",
            kind: .confidential,
            grantTypes: [.clientCredentials],
            idTokenAlgorithm: .init(rawValue: "HS256")
        ),
        ClientRegistration(
            name: "App",
            kind: .confidential,
            grantTypes: [.clientCredentials],
            authenticationMethod: .none
        ),
        ClientRegistration(
            name: "App",
            kind: .confidential,
            grantTypes: [.clientCredentials],
            logoURI: "http://app.example.com/logo.png"
        ),
        ClientRegistration(
            name: "App",
            kind: .confidential,
            grantTypes: [.clientCredentials],
            termsOfServiceURI: "javascript:alert(1)"
        ),
        ClientRegistration(
            name: "App",
            kind: .confidential,
            grantTypes: [.clientCredentials],
            policyURI: "http://app.example.com/privacy"
        ),
    ])
    func rejectsInvalidMetadata(_ registration: ClientRegistration) async throws {
        let server = try ServerHarness()
        #expect(try await oauthError { try await register(registration, server) }.code == .invalidClientMetadata)
        #expect(try await server.store.clients(after: nil, limit: 9) == [])
    }

    @Test func requiresRedirectURIForCodeGrant() async throws {
        let server = try ServerHarness()
        let registration = ClientRegistration(name: "App", kind: .public)
        #expect(try await oauthError { try await register(registration, server) }.code == .invalidRedirectURI)
    }

    @Test(arguments: [
        ClientAttribute(name: "sub"), ClientAttribute(name: "email_verified"), ClientAttribute(name: ""),
        ClientAttribute(name: "two words"), ClientAttribute(name: "size", kind: .choice),
        ClientAttribute(name: "size", options: ["S"]), ClientAttribute(name: "code", pattern: "("),
        ClientAttribute(name: "code", page: 0),
    ])
    func rejectsInvalidAttributes(_ attribute: ClientAttribute) async throws {
        let server = try ServerHarness()
        var registration = app
        registration.attributes = [attribute]
        #expect(try await oauthError { try await register(registration, server) }.code == .invalidClientMetadata)
    }

    @Test func rejectsDuplicateAttributes() async throws {
        let server = try ServerHarness()
        var registration = app
        registration.attributes = [ClientAttribute(name: "size"), ClientAttribute(name: "size", page: 2)]
        #expect(try await oauthError { try await register(registration, server) }.code == .invalidClientMetadata)
    }

    private func register(
        _ registration: ClientRegistration,
        _ server: ServerHarness
    ) async throws(OAuthError)
        -> ClientInformation
    {
        try await server.identity.registrar.register(registration, context: server.context)
    }
}
