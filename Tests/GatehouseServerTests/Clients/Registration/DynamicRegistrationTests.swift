import Foundation
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import Testing

/// RFC 7591 §2–3.
@Suite struct DynamicRegistrationTests {
    private static let redirectURIs: JSONValue = ["https://app.example.com/callback"]

    private func server(
        _ mode: RegistrationSettings.Mode = .open,
        scopes: ScopeSet? = nil,
        limits: RateLimits = RateLimits(),
        documents: any RemoteDocumentFetcher = UnavailableDocuments()
    ) throws -> ServerHarness {
        try ServerHarness(
            limits: limits,
            registration: RegistrationSettings(mode: mode, scopes: scopes),
            documents: documents
        )
    }

    private func body(_ members: [String: JSONValue]) -> Data {
        let all = ["redirect_uris": Self.redirectURIs].merging(members) { $1 }
        return JSONCoding.encode(JSONValue.object(all.filter { $0.value != .null }))
    }

    private func register(
        _ members: [String: JSONValue] = [:],
        at server: ServerHarness,
        token: String? = nil
    ) async throws(OAuthError) -> ClientInformation {
        try await server.identity.registration.register(
            body(members),
            authorization: token.map { "Bearer " + $0 },
            context: server.context
        ).client
    }

    private func error(
        _ members: [String: JSONValue] = [:],
        at server: ServerHarness,
        token: String? = nil
    ) async -> OAuthError? {
        do throws(OAuthError) {
            _ = try await register(members, at: server, token: token)
            return nil
        } catch {
            return error
        }
    }

    private func stored(_ information: ClientInformation, at server: ServerHarness) async throws -> Client {
        try #require(try await server.store.client(Client.ID(information.clientID)))
    }

    private func addToken(
        _ token: String,
        remaining: Int? = 1,
        lifetime: TimeInterval = 60,
        to server: ServerHarness
    ) async throws {
        let record = InitialAccessToken(
            id: InitialAccessToken.ID(OpaqueToken.hash(of: token)),
            note: "",
            remaining: remaining,
            createdAt: server.now,
            expiresAt: server.now + lifetime
        )
        try await server.store.commit([.initialAccessToken(.insert(record))])
    }

    // MARK: Access

    @Test func registersNoClientsByDefault() async throws {
        #expect(try await error(at: ServerHarness())?.status == .forbidden)
    }

    /// RFC 7591 §3: an initial access token is sent as a bearer token.
    @Test func requiresInitialAccessToken() async throws {
        let server = try server(.token)
        let missing = await error(at: server)
        #expect(missing?.status == .unauthorized)
        #expect(missing?.challenge?.error == nil)
        let wrong = await error(at: server, token: "wrong")
        #expect(wrong?.code == .invalidToken)
        #expect(wrong?.challenge?.error == .invalidToken)
        #expect(try await server.store.clients(after: nil, limit: 9).isEmpty)
    }

    @Test func usesUpInitialAccessToken() async throws {
        let server = try server(.token)
        try await addToken("initial", remaining: 2, to: server)
        for _ in 1...2 {
            let client = try await stored(register(at: server, token: "initial"), at: server)
            #expect(client.origin?.isVerified == true)
        }
        #expect(await error(at: server, token: "initial")?.code == .invalidToken)
        #expect(try await server.store.clients(after: nil, limit: 9).count == 2)
    }

    @Test func acceptsInitialAccessTokenForOneOfConcurrentRegistrations() async throws {
        let server = try server(.token)
        try await addToken("initial", to: server)
        let results = await concurrently(8) { () throws(OAuthError) in
            try await register(at: server, token: "initial")
        }
        #expect(results.compactMap(\.value).count == 1)
        #expect(results.compactMap(\.error).allSatisfy { $0.code == .invalidToken })
        #expect(try await server.store.clients(after: nil, limit: 9).count == 1)
    }

    @Test func keepsInitialAccessTokenOfRejectedRegistration() async throws {
        let server = try server(.token)
        try await addToken("initial", to: server)
        #expect(await error(["redirect_uris": []], at: server, token: "initial")?.code == .invalidRedirectURI)
        _ = try await register(at: server, token: "initial")
    }

    @Test func rejectsExpiredInitialAccessToken() async throws {
        let server = try server(.token)
        try await addToken("initial", lifetime: 60, to: server)
        server.clock.advance(by: 60)
        #expect(await error(at: server, token: "initial")?.code == .invalidToken)
    }

    @Test func verifiesClientsWithTokenInOpenMode() async throws {
        let server = try server()
        try await addToken("initial", to: server)
        #expect(try await stored(register(at: server, token: "initial"), at: server).origin?.isVerified == true)
        #expect(try await stored(register(at: server), at: server).origin?.isVerified == false)
        #expect(await error(at: server, token: "wrong")?.code == .invalidToken)
    }

    @Test func limitsRegistrationsPerAddress() async throws {
        var limits = RateLimits()
        limits.registrationsPerAddress.count = 1
        let server = try server(limits: limits)
        _ = try await register(at: server)
        let refused = await error(at: server)
        #expect(refused?.status == .tooManyRequests)
        #expect(refused?.retryAfter != nil)
        server.clock.advance(by: limits.registrationsPerAddress.window)
        _ = try await register(at: server)
    }

    @Test func limitsUnverifiedClientsOfAllAddresses() async throws {
        var limits = RateLimits()
        limits.unverifiedClients.count = 1
        let server = try server(limits: limits)
        _ = try await register(at: server)
        #expect(await error(at: server)?.status == .tooManyRequests)
        try await addToken("initial", to: server)
        _ = try await register(at: server, token: "initial")
    }

    // MARK: Response

    /// RFC 7591 §3.2.1: identifiers, secrets and all registered metadata.
    @Test func returnsRegisteredMetadata() async throws {
        let server = try server()
        let information = try await register(
            [
                "client_name": "Example App", "contacts": ["dev@example.com"], "software_id": "app",
                "software_version": "1", "default_max_age": 60, "dpop_bound_access_tokens": true,
                "backchannel_logout_uri": "https://app.example.com/logout", "client_uri": "https://app.example.com",
            ],
            at: server
        )
        let secret = try #require(information.clientSecret)
        #expect(information.clientSecretExpiresAt == UnixTime(seconds: 0))
        #expect(information.clientIDIssuedAt == UnixTime(server.now))
        #expect(information.clientName == "Example App")
        #expect(information.contacts == ["dev@example.com"])
        #expect(information.softwareID == "app")
        #expect(information.softwareVersion == "1")
        #expect(information.defaultMaxAge == 60)
        #expect(information.bindsAccessTokensToKeys == true)
        #expect(information.backChannelLogoutURI == "https://app.example.com/logout")
        #expect(information.clientURI == "https://app.example.com")
        #expect(information.idTokenSigningAlgorithm == .rs256)
        #expect(
            information.registrationClientURI == ServerHarness.issuer + "/oauth2/register/" + information.clientID
        )
        let client = try await stored(information, at: server)
        #expect(client.secretHash == OpaqueToken.hash(of: secret.reveal()))
        let management = try #require(information.registrationAccessToken)
        #expect(client.origin?.managementTokenHash == OpaqueToken.hash(of: management.reveal()))
        #expect(!client.skipsConsent)
        #expect(try await server.auditKinds() == [.clientCreated])
    }

    /// RFC 7591 §2: the defaults of omitted members.
    @Test func appliesDefaults() async throws {
        let server = try server()
        let information = try await register(at: server)
        #expect(information.tokenEndpointAuthMethod == .clientSecretBasic)
        #expect(information.grantTypes == [.authorizationCode])
        #expect(information.responseTypes == [.code])
        #expect(information.applicationType == .web)
        #expect(information.clientName == "app.example.com")
        #expect(try await stored(information, at: server).scopes == [.openid, .profile, .email, .offlineAccess])
    }

    /// Some clients take the scopes of the response for those of all their requests.
    @Test func returnsScopesOnRequestOnly() async throws {
        let server = try server()
        #expect(try await register(at: server).scope == nil)
        #expect(try await register(["scope": "openid email"], at: server).scope == [.openid, .email])
    }

    /// OpenID Connect Core §4 demands https.
    @Test func leavesOutAddressOfInitiatedSignInWithoutEncryption() async throws {
        let server = try server()
        for (uri, registered) in [("http://app.example.com/", nil), ("https://a.example/", "https://a.example/")] {
            let information = try await register(["initiate_login_uri": .string(uri)], at: server)
            #expect(information.initiateLoginURI == registered)
        }
    }

    /// Some clients name an algorithm of assertions although they send their secret.
    @Test func ignoresAlgorithmOfAssertionsWithoutAssertions() async throws {
        let server = try server()
        let information = try await register(["token_endpoint_auth_signing_alg": "RS256"], at: server)
        #expect(information.tokenEndpointAuthSigningAlgorithm == nil)
    }

    /// Clients for agents send no method and cannot keep a secret.
    @Test(
        arguments: [
            ["redirect_uris": ["http://127.0.0.1:18999/cb"]], ["redirect_uris": ["com.example.app:/cb"]],
            ["application_type": "native"],
        ] as [[String: JSONValue]]
    )
    func registersAppsOnDevicesWithoutSecret(members: [String: JSONValue]) async throws {
        let server = try server()
        let information = try await register(members, at: server)
        #expect(information.tokenEndpointAuthMethod == ClientAuthenticationMethod.none)
        #expect(information.clientSecret == nil)
        #expect(information.clientSecretExpiresAt == nil)
        #expect(information.applicationType == .native)
        #expect(try await stored(information, at: server).requiresPKCE)
    }

    /// RFC 7591 §2: the server may replace requested values, and names the registered ones.
    @Test func dropsUnknownGrantAndResponseTypes() async throws {
        let information = try await register(
            [
                "grant_types": ["authorization_code", "refresh_token", "implicit", "client_credentials"],
                "response_types": ["code", "token", "code id_token"],
            ],
            at: server()
        )
        #expect(information.grantTypes == [.authorizationCode, .refreshToken])
        #expect(information.responseTypes == [.code])
    }

    @Test func narrowsScopesToThoseOpenForRegistration() async throws {
        let server = try server(scopes: [.openid, .email])
        #expect(try await register(["scope": "email account other"], at: server).scope == [.email])
        #expect(try await stored(register(at: server), at: server).scopes == [.openid, .email])
        #expect(await error(["scope": "account"], at: server)?.code == .invalidClientMetadata)
    }

    @Test func opensScopesOfResources() async throws {
        let server = try server()
        try await server.store.commit([
            .resource(
                .insert(
                    Resource(
                        id: "https://api.example.com",
                        name: "Files",
                        scopes: [ResourceScope("files:read"), ResourceScope("files:write")],
                        createdAt: server.now
                    )
                )
            )
        ])
        #expect(try await register(["scope": "email"], at: server).scope == [.email])
        // The API may demand its other scopes later.
        let scopes = try await register(["scope": "files:read other"], at: server).scope
        #expect(scopes == ["files:read", "files:write"])
    }

    // MARK: Errors

    /// RFC 7591 §3.2.2.
    @Test(
        arguments: [
            (["redirect_uris": .null], .invalidRedirectURI), (["redirect_uris": []], .invalidRedirectURI),
            (["redirect_uris": ["http://app.example.com/"]], .invalidRedirectURI),
            (["redirect_uris": ["https://app.example.com/#a"]], .invalidRedirectURI),
            (["redirect_uris": ["javascript:alert(1)"]], .invalidRedirectURI),
            (["grant_types": ["implicit"]], .invalidClientMetadata),
            (["grant_types": ["refresh_token"]], .invalidClientMetadata),
            (["response_types": ["token"]], .invalidClientMetadata),
            (["token_endpoint_auth_method": "tls_client_auth"], .invalidClientMetadata),
            (["token_endpoint_auth_method": "private_key_jwt"], .invalidClientMetadata),
            (["id_token_signed_response_alg": "none"], .invalidClientMetadata),
            (["userinfo_signed_response_alg": "none"], .invalidClientMetadata),
            (["jwks_uri": "http://app.example.com/keys"], .invalidClientMetadata),
            (["jwks": ["keys": []], "jwks_uri": "https://app.example.com/keys"], .invalidClientMetadata),
            (["software_statement": "a.b.c"], .unapprovedSoftwareStatement),
        ] as [([String: JSONValue], OAuthErrorCode)]
    )
    func rejectsInvalidMetadata(members: [String: JSONValue], code: OAuthErrorCode) async throws {
        let server = try server()
        #expect(await error(members, at: server)?.code == code)
        #expect(try await server.store.clients(after: nil, limit: 9).isEmpty)
    }

    /// RFC 8252 §7.1 and §8.4: schemes without a dot belong to the system and to other apps.
    @Test(arguments: [
        "ms-msdt:/id", "search-ms:query", "intent://x", "feed:javascript:alert(1)", "tel:1", "mailto:a@b", "myapp:/cb",
    ])
    func acceptsSchemeWithoutDotOnlyIfOperatorVouches(uri: String) async throws {
        let server = try server()
        let members: [String: JSONValue] = ["redirect_uris": [.string(uri)]]
        #expect(await error(members, at: server)?.code == .invalidRedirectURI)
        let afterLogout: [String: JSONValue] = ["post_logout_redirect_uris": [.string(uri)]]
        #expect(await error(afterLogout, at: server)?.code == .invalidRedirectURI)
        #expect(try await server.store.clients(after: nil, limit: 9).isEmpty)
        try await addToken("initial", to: server)
        _ = try await register(members, at: server, token: "initial")
    }

    @Test func acceptsSchemesOfAppsWithDot() async throws {
        let uri = "edu.kit.data.oidc-agent:/redirect"
        #expect(try await register(["redirect_uris": [.string(uri)]], at: server()).redirectURIs == [uri])
    }

    /// OpenID Connect Registration §5.
    @Test func validatesSectorIdentifier() async throws {
        let fetcher = StubFetcher()
        let url = try #require(RemoteURL("https://sector.example.com/uris.json"))
        fetcher.set(url, #"["https://app.example.com/callback"]"#)
        let server = try server(documents: fetcher)
        let members: [String: JSONValue] = ["subject_type": "pairwise", "sector_identifier_uri": .string(url.text)]
        let client = try await stored(register(members, at: server), at: server)
        #expect(client.sectorIdentifier == "sector.example.com")
        fetcher.set(url, "[]")
        server.clock.advance(by: 60 * 60)
        #expect(await error(members, at: server)?.code == .invalidClientMetadata)
        let `public`: [String: JSONValue] = ["sector_identifier_uri": .string(url.text)]
        #expect(await error(`public`, at: server)?.code == .invalidClientMetadata)
    }

    @Test func determinesSectorWithoutDocument() async throws {
        let server = try server()
        let client = try await stored(register(["subject_type": "pairwise"], at: server), at: server)
        #expect(client.sectorIdentifier == "app.example.com")
    }
}
