import Foundation
import GatehouseJOSE
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import Testing

/// OAuth Client ID Metadata Document, draft 02.
@Suite struct DocumentClientsTests {
    private static let id = "https://agent.example.com/client.json"
    private static let redirectURI = "https://agent.example.com/callback"

    private let fetcher = StubFetcher()

    private func server(
        accepting: Bool = true,
        limits: RateLimits = RateLimits(),
        store: SpyStore = SpyStore(),
        seed: UInt64 = 1
    ) throws -> ServerHarness {
        try ServerHarness(
            seed: seed,
            limits: limits,
            store: store,
            clock: fetcher.clock,
            registration: RegistrationSettings(acceptsMetadataDocuments: accepting),
            documents: fetcher
        )
    }

    private func publish(
        _ members: [String: JSONValue] = [:],
        at id: String = id,
        maxAge: TimeInterval? = nil
    ) throws {
        var all: [String: JSONValue] = [
            "client_id": .string(id), "client_name": "Agent", "redirect_uris": [.string(Self.redirectURI)],
        ]
        all.merge(members) { $1 }
        let body = JSONCoding.encode(JSONValue.object(all))
        fetcher.set(try #require(RemoteURL(id)), String(decoding: body, as: UTF8.self), maxAge: maxAge)
    }

    /// Sends an authorization request, and returns the error that would be shown on a page.
    private func authorize(_ id: String = id, at server: ServerHarness) async throws -> OAuthError? {
        let parameters = Parameters([
            .clientID: id, .redirectURI: Self.redirectURI, .responseType: "code", .scope: "openid",
            .codeChallenge: String(repeating: "A", count: 43), .codeChallengeMethod: "S256",
        ])
        do throws(AuthorizationError) {
            _ = try await server.identity.authorization.authorize(
                parameters,
                browser: BrowserContext(binding: server.identity.browserSessions.newBinding()),
                context: server.context,
                acceptLanguage: nil
            )
            return nil
        } catch {
            guard case .page(let page) = error else { throw error }
            return page
        }
    }

    private func stored(_ id: String = id, at server: ServerHarness) async throws -> Client? {
        try await server.store.client(Client.ID(id))
    }

    @Test func storesClientOfDocument() async throws {
        let server = try server()
        try publish()
        #expect(try await authorize(at: server) == nil)
        let client = try #require(try await stored(at: server))
        #expect(client.name == "Agent")
        #expect(client.origin?.kind == .document)
        #expect(client.origin?.isVerified == false)
        #expect(client.tokenEndpointAuthMethod == .none)
        #expect(client.requiresPKCE)
        #expect(!client.skipsConsent)
        #expect(fetcher.requests == [Self.id])
    }

    @Test func dropsInsecurePagesAndGrantsWithoutUser() async throws {
        let server = try server()
        try publish([
            "logo_uri": "http://agent.example.com/logo.png", "policy_uri": "https://agent.example.com/privacy",
            "grant_types": [
                "authorization_code", "client_credentials", "urn:ietf:params:oauth:grant-type:device_code",
            ],
        ])
        #expect(try await authorize(at: server) == nil)
        let client = try #require(try await stored(at: server))
        #expect(client.logoURI == nil)
        #expect(client.policyURI == "https://agent.example.com/privacy")
        #expect(client.grantTypes == [.authorizationCode])
    }

    @Test func rejectsDocumentClientsByDefault() async throws {
        let server = try server(accepting: false)
        try publish()
        #expect(try await authorize(at: server)?.code == .invalidClient)
        #expect(fetcher.requests == [])
    }

    @Test func rejectsClientsWhenDocumentsAreNoLongerAccepted() async throws {
        try publish()
        let store = SpyStore()
        for isAccepted in [true, false] {
            let server = try ServerHarness(
                store: store,
                clock: fetcher.clock,
                registration: RegistrationSettings(acceptsMetadataDocuments: isAccepted),
                documents: fetcher
            )
            #expect((try await authorize(at: server) == nil) == isAccepted)
        }
    }

    /// §8: users may write pages on the issuer's host.
    @Test(arguments: ["", ".", ".:443"])
    func rejectsDocumentOnHostOfIssuer(suffix: String) async throws {
        let server = try server()
        let id = ServerHarness.issuer + suffix + "/client.json"
        try publish(at: id)
        #expect(try await authorize(id, at: server)?.code == .invalidClient)
        #expect(fetcher.requests == [])
    }

    /// On a developer's machine, all servers have the same host.
    @Test(arguments: [
        ("http://localhost:8080", true, true), ("http://localhost:8080", false, false),
        (ServerHarness.issuer, true, false),
    ])
    func acceptsDocumentOnLoopbackHostInDevelopment(issuer: String, isDevelopment: Bool, isAccepted: Bool) async throws
    {
        let server = try ServerHarness(
            clock: fetcher.clock,
            settings: ServerSettings(
                issuer: issuer,
                isDevelopment: isDevelopment,
                mailFrom: "no-reply@example.com",
                registration: RegistrationSettings(acceptsMetadataDocuments: true)
            ),
            documents: fetcher
        )
        let id = issuer.replacing(":8080", with: ":9000") + "/client.json"
        try publish(at: id)
        #expect((try await authorize(id, at: server) == nil) == isAccepted)
    }

    @Test(
        arguments: [
            ["client_id": "https://agent.example.com/other.json"], ["redirect_uris": []], ["client_secret": "secret"],
            ["token_endpoint_auth_method": "client_secret_basic"], ["grant_types": ["client_credentials"]],
        ] as [[String: JSONValue]]
    )
    func rejectsInvalidDocument(members: [String: JSONValue]) async throws {
        let server = try server()
        try publish(members)
        let error = try await authorize(at: server)
        #expect(error?.code == .invalidClient)
        #expect(error?.status == .badRequest)
        #expect(try await stored(at: server) == nil)
    }

    @Test func rejectsMissingDocument() async throws {
        #expect(try await authorize(at: server())?.code == .invalidClient)
    }

    @Test func isUnavailableWhileDocumentCannotBeFetched() async throws {
        fetcher.set(try #require(RemoteURL(Self.id)), .timedOut)
        #expect(try await authorize(at: server())?.code == .temporarilyUnavailable)
    }

    @Test func updatesClientWhenDocumentChanges() async throws {
        let server = try server()
        try publish()
        _ = try await authorize(at: server)
        try publish(["client_name": "New"])
        #expect(try await authorize(at: server) == nil)
        #expect(try await stored(at: server)?.name == "Agent")
        fetcher.clock.advance(by: 2 * 60 * 60)
        #expect(try await authorize(at: server) == nil)
        #expect(try await stored(at: server)?.name == "New")
    }

    /// The draft lets a server bound the lifetimes of the documents' servers.
    @Test(arguments: [(nil, 3_600.0), (0, 60), (120, 120), (7_200, 7_200), (1_000_000, 86_400)])
    func usesStoredClientForLifetimeOfDocument(maxAge: TimeInterval?, seconds: TimeInterval) async throws {
        let store = SpyStore()
        try publish(maxAge: maxAge)
        #expect(try await authorize(at: server(store: store)) == nil)
        // Another node has no document of its own.
        let other = try server(store: store)
        fetcher.clock.advance(by: seconds - 1)
        #expect(try await authorize(at: other) == nil)
        #expect(fetcher.requests.count == 1)
        fetcher.clock.advance(by: 1)
        #expect(try await authorize(at: other) == nil)
        #expect(fetcher.requests.count == 2)
    }

    @Test func prefersStoredClientOverStaleDocument() async throws {
        let store = SpyStore()
        let nodes = [try server(store: store), try server(store: store, seed: 2)]
        try publish()
        #expect(try await authorize(at: nodes[0]) == nil)
        fetcher.clock.advance(by: 60 * 60)
        try publish(["client_name": "New"], maxAge: 60)
        #expect(try await authorize(at: nodes[1]) == nil)
        fetcher.set(try #require(RemoteURL(Self.id)), .timedOut)
        fetcher.clock.advance(by: 60)
        #expect(try await authorize(at: nodes[0]) == nil)
        #expect(try await stored(at: nodes[0])?.name == "New")
    }

    @Test func rejectsRedirectURIThatDocumentNoLongerHas() async throws {
        let server = try server()
        try publish()
        #expect(try await authorize(at: server) == nil)
        try publish(["redirect_uris": ["https://agent.example.com/other"]])
        fetcher.clock.advance(by: 2 * 60 * 60)
        #expect(try await authorize(at: server)?.code == .invalidRedirectURI)
    }

    @Test func rejectsKeyThatDocumentNoLongerHas() async throws {
        let server = try server()
        let (old, new) = (try SigningClient(), try SigningClient())
        func publishKey(of signer: SigningClient) throws {
            let keys = JSONCoding.encode(JSONWebKeySet(keys: [signer.key.publicJWK]))
            try publish([
                "token_endpoint_auth_method": "private_key_jwt",
                "jwks": try JSONCoding.decode(JSONValue.self, from: keys),
            ])
        }
        func authenticate(_ signer: SigningClient, _ number: Int) async throws(OAuthError) -> Client {
            let changes: [String: JSONValue?] = ["iss": .string(Self.id), "sub": .string(Self.id)]
            let claims = SigningClient.assertion(at: server.now, id: "\(number)", changes)
            guard let assertion = try? signer.sign(claims) else { throw .broken }
            return try await server.authenticate(assertion)
        }
        try publishKey(of: old)
        #expect(try await authenticate(old, 1).id.rawValue == Self.id)
        #expect(try await oauthError { try await authenticate(new, 2) }.code == .invalidClient)
        try publishKey(of: new)
        fetcher.clock.advance(by: 2 * 60 * 60)
        #expect(try await oauthError { try await authenticate(old, 3) }.code == .invalidClient)
        #expect(try await authenticate(new, 4).id.rawValue == Self.id)
    }

    /// The server of the document may be down for a while.
    @Test func usesStoredClientForSevenDays() async throws {
        let server = try server()
        try publish()
        _ = try await authorize(at: server)
        fetcher.set(try #require(RemoteURL(Self.id)), .timedOut)
        fetcher.clock.advance(by: 6 * 24 * 60 * 60)
        #expect(try await authorize(at: server) == nil)
        fetcher.clock.advance(by: 2 * 24 * 60 * 60)
        #expect(try await authorize(at: server)?.code == .temporarilyUnavailable)
    }

    /// The server of the sector identifier may be down for a while, too.
    @Test func keepsSectorWhileItsDocumentCannotBeFetched() async throws {
        let server = try server()
        let sector = try #require(RemoteURL("https://sector.example.com/uris.json"))
        let members: [String: JSONValue] = ["subject_type": "pairwise", "sector_identifier_uri": .string(sector.text)]
        fetcher.set(sector, #"["\#(Self.redirectURI)"]"#)
        try publish(members)
        #expect(try await authorize(at: server) == nil)
        fetcher.set(sector, .timedOut)
        fetcher.clock.advance(by: 3 * 60 * 60)
        #expect(try await authorize(at: server) == nil)
        #expect(try await stored(at: server)?.sectorIdentifier == sector.host)
        try publish(members.merging(["redirect_uris": [.string(Self.redirectURI), "https://b.example.com/"]]) { $1 })
        fetcher.clock.advance(by: 2 * 60 * 60)
        #expect(try await authorize(at: server)?.code == .temporarilyUnavailable)
        fetcher.clock.advance(by: 60)
        fetcher.set(sector, .status(404))
        #expect(try await authorize(at: server)?.code == .invalidClient)
    }

    /// Each request would otherwise make the server send two.
    @Test func fetchesDocumentsOnceForManyRequests() async throws {
        let server = try server()
        let sector = try #require(RemoteURL("https://sector.example.com/uris.json"))
        fetcher.set(sector, #"["\#(Self.redirectURI)"]"#)
        try publish(["subject_type": "pairwise", "sector_identifier_uri": .string(sector.text)])
        _ = try await authorize(at: server)
        fetcher.clock.advance(by: 10 * 60)
        for _ in 1...3 { #expect(try await authorize(at: server) == nil) }
        #expect(fetcher.requests == [Self.id, sector.text])
    }

    @Test func rejectsClientWhoseDocumentWasRemoved() async throws {
        let server = try server()
        try publish()
        _ = try await authorize(at: server)
        fetcher.set(try #require(RemoteURL(Self.id)), .status(404))
        fetcher.clock.advance(by: 2 * 60 * 60)
        #expect(try await authorize(at: server)?.code == .invalidClient)
    }

    @Test func limitsNewClients() async throws {
        var limits = RateLimits()
        limits.unverifiedClients.count = 1
        let server = try server(limits: limits)
        let other = "https://other.example.com/client.json"
        try publish()
        try publish(at: other)
        #expect(try await authorize(at: server) == nil)
        #expect(try await authorize(other, at: server)?.status == .tooManyRequests)
        #expect(try await authorize(at: server) == nil)
    }

    @Test func advertisesDocumentsIfAccepted() throws {
        #expect(try server().identity.discovery.metadata.clientIDMetadataDocumentSupported == true)
        #expect(try server(accepting: false).identity.discovery.metadata.clientIDMetadataDocumentSupported == nil)
    }
}
