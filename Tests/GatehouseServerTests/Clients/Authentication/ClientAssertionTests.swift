import Foundation
import GatehouseJOSE
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import Testing

/// `private_key_jwt` (RFC 7523 §3, OpenID Connect Core §9, FAPI 2.0 Security Profile §5.3.2.1).
@Suite struct ClientAssertionTests {
    /// A change of a valid assertion.
    struct Change: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var claims: [String: JSONValue?] = [:]
        var header: [String: JSONValue?] = [:]

        init(_ description: String, claims: [String: JSONValue?] = [:], header: [String: JSONValue?] = [:]) {
            testDescription = description
            self.claims = claims
            self.header = header
        }
    }

    private static let now: Int64 = 1_800_000_000

    private func authenticate(
        _ change: Change,
        path: String? = nil,
        _ registration: (inout Client) -> Void = { _ in }
    ) async throws -> Client {
        let server = try ServerHarness()
        let app = try SigningClient()
        try await app.register(at: server, registration)
        let claims = SigningClient.assertion(at: server.now, change.claims)
        return try await server.authenticate(try app.sign(claims, header: change.header), path: path)
    }

    private static let accepted = [
        Change("issuer as audience"),
        Change("issuer among audiences", claims: ["aud": ["https://other.example", .string(ServerHarness.issuer)]]),
        Change("token endpoint as audience", claims: ["aud": "https://id.example.com/oauth2/token"]),
        Change("type JWT", header: ["typ": "JWT"]),
        Change("explicit type", header: ["typ": "client-authentication+jwt"]),
        Change("no key identifier", header: ["kid": nil]),
        Change("certificate thumbprint", header: ["kid": nil, "x5t": "AAAA", "x5t#S256": "AAAA"]),
        Change("no issue time", claims: ["iat": nil]),
        Change("longest lifetime", claims: ["exp": .integer(now + 3_600)]),
        Change("fractional times", claims: ["exp": 1_800_000_060.5, "iat": 1_800_000_000.5]),
        // FAPI 2.0 Security Profile §5.3.2.1, rule 13.
        Change("clock 10 s ahead", claims: ["iat": .integer(now + 10), "nbf": .integer(now + 10)]),
        // RFC 7523 §3, rule 8.
        Change("other claims", claims: ["htm": "POST", "nonce": "x", "extra": ["a": 1]]),
    ]

    @Test(arguments: accepted) func acceptsAssertion(_ change: Change) async throws {
        #expect(try await authenticate(change).id == "app")
    }

    /// By the rules of RFC 7523 §3.
    private static let rejected = [
        Change("1: other issuer", claims: ["iss": "other"]), Change("1: no issuer", claims: ["iss": nil]),
        Change("2: other subject", claims: ["sub": "other"]), Change("2: no subject", claims: ["sub": nil]),
        Change("2: both of another client", claims: ["iss": "other", "sub": "other"]),
        Change("3: no audience", claims: ["aud": nil]), Change("3: empty audience", claims: ["aud": []]),
        Change("3: other audience", claims: ["aud": "https://other.example"]),
        Change("3: other audiences", claims: ["aud": ["https://other.example", "https://id.example.com/"]]),
        Change("3: revocation endpoint", claims: ["aud": "https://id.example.com/oauth2/revoke"]),
        Change("4: no expiry", claims: ["exp": nil]), Change("4: expiry as text", claims: ["exp": "1800000300"]),
        Change("4: expired", claims: ["exp": .integer(now - 60)]),
        Change("4: expires too late", claims: ["exp": .integer(now + 3_661)]),
        Change("4: never expires", claims: ["exp": .integer(.max)]),
        Change("5: not yet valid", claims: ["nbf": .integer(now + 61)]),
        Change("6: issued in the future", claims: ["iat": .integer(now + 61)]),
        Change("7: no identifier", claims: ["jti": nil]), Change("7: empty identifier", claims: ["jti": ""]),
        Change("7: identifier of another type", claims: ["jti": 7]),
        Change("9: unknown key", header: ["kid": "other"]), Change("9: no algorithm", header: ["alg": nil]),
        Change("9: unsigned", header: ["alg": "none"]), Change("9: symmetric", header: ["alg": "HS256"]),
        Change("9: algorithm of other keys", header: ["alg": "RS256"]),
        Change("10: type of access tokens", header: ["typ": "at+jwt"]),
        Change("10: type of DPoP proofs", header: ["typ": "dpop+jwt"]),
        Change("10: critical extension", header: ["crit": ["exp"]]),
    ]

    @Test(arguments: rejected) func rejectsAssertion(_ change: Change) async throws {
        let error = try await oauthError { try await authenticate(change) }
        #expect(error.code == .invalidClient)
        #expect(error.status == .unauthorized)
    }

    @Test func acceptsReceivingEndpointAsAudience() async throws {
        let change = Change("PAR", claims: ["aud": "https://id.example.com/oauth2/par"])
        #expect(try await authenticate(change, path: "/oauth2/par").id == "app")
        let error = try await oauthError { try await authenticate(change, path: "/oauth2/revoke") }
        #expect(error.code == .invalidClient)
    }

    @Test func rejectsInvalidSignature() async throws {
        let server = try ServerHarness()
        let app = try SigningClient()
        try await app.register(at: server)
        let other = try SigningClient()
        let forged = try other.sign(SigningClient.assertion(at: server.now), header: ["kid": .string(app.key.keyID)])
        let error = try await oauthError { try await server.authenticate(forged) }
        #expect(error.code == .invalidClient)
        #expect(error.description == "Client authentication failed.")
    }

    /// RFC 7523 §3, rule 7, on every node and until the assertion expires.
    @Test func rejectsReplayedAssertion() async throws {
        let server = try ServerHarness()
        let node = try ServerHarness(seed: 2, store: server.store, clock: server.clock)
        let app = try SigningClient()
        try await app.register(at: server)
        let assertion = try app.sign(SigningClient.assertion(at: server.now))
        #expect(try await server.authenticate(assertion).id == "app")
        for replay in [server, node] {
            let error = try await oauthError { try await replay.authenticate(assertion) }
            #expect(error.code == .invalidClient)
        }
        server.clock.advance(by: 359)
        _ = try await server.store.sweep(.usedIdentifiers, before: server.now)
        #expect(try await oauthError { try await node.authenticate(assertion) }.code == .invalidClient)
        let other = try app.sign(SigningClient.assertion(at: server.now, id: "assertion-2"))
        #expect(try await server.authenticate(other).id == "app")
    }

    private static let tenantPath = "/default/oauth2/v2.0/token"
    private static let tenantEndpoint = "https://id.example.com/default/oauth2/v2.0/token"

    /// Microsoft's libraries send an assertion several times, until it expires.
    @Test(arguments: [
        ([tenantEndpoint], true), ([tenantEndpoint, ServerHarness.issuer], false), ([ServerHarness.issuer], false),
        (["https://id.example.com/oauth2/token"], false),
    ])
    func acceptsRepeatedAssertionOnlyForTokenEndpointOfTenant(audience: [String], isAccepted: Bool) async throws {
        let server = try ServerHarness()
        let app = try SigningClient()
        try await app.register(at: server)
        let values = audience.map { JSONValue.string($0) }
        let assertion = try app.sign(SigningClient.assertion(at: server.now, ["aud": .array(values)]))
        func authenticate() async throws(OAuthError) -> Client {
            try await server.authenticate(assertion, rule: .entra, path: Self.tenantPath)
        }
        #expect(try await authenticate().id == "app")
        if isAccepted {
            #expect(try await authenticate().id == "app")
            server.clock.advance(by: 360)
        }
        #expect(try await oauthError { try await authenticate() }.code == .invalidClient)
    }

    /// An assertion that may be repeated is accepted by its endpoint only.
    @Test(arguments: ["/oauth2/token", "/oauth2/par", "/other/oauth2/v2.0/token"])
    func rejectsAssertionForTokenEndpointOfTenantElsewhere(path: String) async throws {
        let change = Change("tenant", claims: ["aud": .string(Self.tenantEndpoint)])
        #expect(try await authenticate(change, path: Self.tenantPath).id == "app")
        #expect(try await oauthError { try await authenticate(change, path: path) }.code == .invalidClient)
    }

    @Test func acceptsOneOfConcurrentUses() async throws {
        let server = try ServerHarness()
        let app = try SigningClient()
        try await app.register(at: server)
        let assertion = try app.sign(SigningClient.assertion(at: server.now))
        let results = await concurrently(8) { () throws(OAuthError) in try await server.authenticate(assertion) }
        #expect(results.compactMap(\.value).count == 1)
        #expect(results.compactMap(\.error).allSatisfy { $0.code == .invalidClient })
    }

    @Test func keepsIdentifiersOfClientsApart() async throws {
        let server = try ServerHarness()
        let app = try SigningClient()
        try await app.register(at: server)
        let keys = app.keys
        _ = try await server.addClient("other", method: .privateKeyJWT) { client in
            client.secretHash = nil
            client.keys = keys
        }
        _ = try await server.authenticate(try app.sign(SigningClient.assertion(at: server.now)))
        let other = try app.sign(SigningClient.assertion(at: server.now, ["iss": "other", "sub": "other"]))
        #expect(try await server.authenticate(other).id == "other")
    }

    @Test func doesNotUseUpRejectedAssertion() async throws {
        let server = try ServerHarness()
        let app = try SigningClient()
        try await app.register(at: server)
        let early = try app.sign(SigningClient.assertion(at: server.now, ["nbf": .integer(Self.now + 100)]))
        #expect(try await oauthError { try await server.authenticate(early) }.code == .invalidClient)
        server.clock.advance(by: 100)
        #expect(try await server.authenticate(early).id == "app")
    }

    @Test func returnsServerErrorIfUseCannotBeRecorded() async throws {
        let server = try ServerHarness()
        let app = try SigningClient()
        try await app.register(at: server)
        server.store.compete { _ throws(StoreError) in throw .unavailable("The store is down.") }
        let assertion = try app.sign(SigningClient.assertion(at: server.now))
        #expect(try await oauthError { try await server.authenticate(assertion) }.code == .temporarilyUnavailable)
        server.store.compete(nil)
        #expect(try await server.authenticate(assertion).id == "app")
    }

    @Test(arguments: [ClientAuthenticationMethod.none, .clientSecretBasic, .clientSecretPost, .clientSecretJWT])
    func rejectsAssertionOfClientWithAnotherMethod(_ method: ClientAuthenticationMethod) async throws {
        let server = try ServerHarness()
        let app = try SigningClient()
        try await app.register(at: server, method: method)
        let assertion = try app.sign(SigningClient.assertion(at: server.now))
        #expect(try await oauthError { try await server.authenticate(assertion) }.code == .invalidClient)
    }

    @Test func rejectsOtherMethodsOfClientWithKeys() async throws {
        let server = try ServerHarness()
        let secret = Secret(ServerHarness.clientSecret)
        try await SigningClient().register(at: server) {
            $0.secretHash = OpaqueToken.hash(of: ServerHarness.clientSecret)
        }
        let attempts: [ClientAuthentication] = [
            .none(clientID: "app"), .basic(clientID: "app", clientSecret: secret),
            .post(clientID: "app", clientSecret: secret),
        ]
        for attempt in attempts {
            let error = try await oauthError {
                try await server.identity.clients.authenticate(
                    attempt.form,
                    authorization: attempt.fields[.authorization],
                    context: server.context
                )
            }
            #expect(error.code == .invalidClient)
        }
    }

    /// RFC 7521 §4.2: the client identifier is optional, and must be that of the assertion.
    @Test func rejectsClientIdentifierOfAnotherClient() async throws {
        let server = try ServerHarness()
        let app = try SigningClient()
        try await app.register(at: server)
        _ = try await server.addClient("other")
        let assertion = try app.sign(SigningClient.assertion(at: server.now))
        let error = try await oauthError { try await server.authenticate(assertion, clientID: "other") }
        #expect(error.code == .invalidClient)
        #expect(try await server.authenticate(assertion, clientID: "app").id == "app")
    }

    @Test func acceptsRegisteredAlgorithmOnly() async throws {
        let server = try ServerHarness()
        let app = try SigningClient()
        let rsa = try SigningClient(.ps256)
        try await app.register(at: server) { client in
            client.keys = .set(JSONWebKeySet(keys: [app.key.publicJWK, rsa.key.publicJWK]))
            client.security.assertionAlgorithm = .ps256
        }
        let claims = SigningClient.assertion(at: server.now)
        #expect(try await oauthError { try await server.authenticate(try app.sign(claims)) }.code == .invalidClient)
        #expect(try await server.authenticate(try rsa.sign(claims)).id == "app")
    }

    /// FAPI 2.0 Security Profile §5.4.1.
    @Test func rejectsRS256OfClientsWithFAPIProfile() async throws {
        let server = try ServerHarness()
        let app = try SigningClient(.rs256)
        try await app.register(at: server) { $0.security.profile = .fapi2Security }
        let assertion = try app.sign(SigningClient.assertion(at: server.now))
        #expect(try await oauthError { try await server.authenticate(assertion) }.code == .invalidClient)
    }

    /// FAPI 2.0 Security Profile §5.3.2.1.
    @Test(arguments: [["https://id.example.com/oauth2/token"], [ServerHarness.issuer, "https://other.example"]])
    func requiresIssuerAsOnlyAudienceOfClientsWithFAPIProfile(_ audience: [String]) async throws {
        let values = audience.map { JSONValue.string($0) }
        await #expect(throws: OAuthError.self) {
            try await authenticate(Change("audience", claims: ["aud": .array(values)])) {
                $0.security.profile = .fapi2Security
            }
        }
        let client = try await authenticate(Change("issuer")) { $0.security.profile = .fapi2Security }
        #expect(client.id == "app")
    }

    @Test func rejectsOverlongAssertion() async throws {
        let server = try ServerHarness()
        let app = try SigningClient()
        try await app.register(at: server)
        let long = JSONValue.string(String(repeating: "x", count: 20_000))
        let assertion = try app.sign(SigningClient.assertion(at: server.now, ["extra": long]))
        #expect(try await oauthError { try await server.authenticate(assertion) }.code == .invalidClient)
    }

    /// Attempts at an address that has used up its limit count like guesses of secrets, and use up no assertion.
    @Test func provesClientWithoutUsingUpAssertion() async throws {
        let server = try ServerHarness()
        let app = try SigningClient()
        try await app.register(at: server)
        let assertion = try app.sign(SigningClient.assertion(at: server.now))
        #expect(await proves(assertion, server))
        #expect(try await server.authenticate(assertion).id == "app")
        let forged = try SigningClient().sign(SigningClient.assertion(at: server.now, id: "assertion-2"))
        #expect(await !proves(forged, server))
    }

    @Test func countsReplaysAsAttempts() async throws {
        var limits = RateLimits()
        limits.requestsPerAddress = .init(3, per: 60)
        let server = try ServerHarness(limits: limits)
        let app = try SigningClient()
        try await app.register(at: server)
        let assertion = try app.sign(SigningClient.assertion(at: server.now))
        _ = try await server.authenticate(assertion)
        for _ in 0..<3 {
            #expect(await proves(assertion, server))
            _ = try await oauthError { try await server.authenticate(assertion) }
        }
        #expect(await !proves(assertion, server))
    }

    private func proves(_ assertion: Secret, _ server: ServerHarness) async -> Bool {
        var form = Parameters()
        ClientCredentials(clientAssertion: assertion, clientAssertionType: .jwtBearer).append(to: &form)
        return await server.identity.clients.provesSecret(
            authorization: nil,
            rule: .oneMethod,
            context: server.context
        ) { () throws(OAuthError) in form }
    }
}
