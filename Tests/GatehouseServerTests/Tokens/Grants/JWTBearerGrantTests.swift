import Foundation
import GatehouseJOSE
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import Testing

@testable import GatehouseServer

/// The assertions of workloads (RFC 7523 §2.1, §3).
@Suite struct JWTBearerGrantTests {
    private static let source = "https://token.actions.example.com"
    private static let main = "repo:example/shop:ref:refs/heads/main"

    private let signer: SigningClient
    private let server: ServerHarness
    private let client: Client

    init() async throws {
        signer = try SigningClient()
        (server, client) = try await Self.start(signer)
    }

    private static func start(
        _ signer: SigningClient,
        keys: PublishedKeys? = nil,
        keySource: any PublishedKeySource = UnavailableKeys()
    ) async throws -> (ServerHarness, Client) {
        let workloads = WorkloadIssuer(
            issuer: source,
            keys: keys ?? signer.keys,
            rules: [
                .init(subject: "repo:example/*", client: "reader"),
                .init(subject: main, client: "deployer"),
                .init(subject: "repo:gone/*", client: "gone"),
            ]
        )
        let settings = ServerSettings(
            issuer: ServerHarness.issuer,
            isDevelopment: false,
            mailFrom: "no-reply@example.com",
            workloads: [workloads]
        )
        let server = try ServerHarness(settings: settings, publishedKeys: keySource)
        try await server.addResource("https://api.example.com", scopes: ["deploy", "status"])
        _ = try await server.addClient("reader", grants: [.jwtBearer], scopes: ["status"])
        let client = try await server.addClient(
            "deployer",
            method: .clientSecretBasic,
            grants: [.jwtBearer],
            scopes: ["deploy", "status"]
        )
        return (server, client)
    }

    private func claims(_ changes: [String: JSONValue?] = [:]) -> JSONValue {
        let values: [String: JSONValue?] = ["iss": .string(Self.source), "sub": .string(Self.main)]
        return SigningClient.assertion(at: server.now, values.merging(changes) { _, changed in changed })
    }

    private func token(
        _ assertion: Secret,
        scope: ScopeSet? = nil,
        client: ClientCredentials = ClientCredentials(),
        authorization: String? = nil,
        resources: [String] = []
    ) async throws(OAuthError) -> TokenResponse {
        try await server.identity.token.token(
            TokenRequest(grant: .jwtBearer(assertion, scope: scope), client: client, resources: resources).parameters,
            authorization: authorization,
            context: server.context
        )
    }

    private func rejection(
        _ changes: [String: JSONValue?],
        header: [String: JSONValue?] = [:]
    ) async throws -> OAuthErrorCode {
        let assertion = try signer.sign(claims(changes), header: header)
        return try await oauthError { try await token(assertion) }.code
    }

    @Test func issuesTokenOfClientWithoutSecret() async throws {
        let tokens = try await token(try signer.sign(claims()), scope: ["deploy"])
        #expect(tokens.refreshToken == nil)
        let access = try await server.read(tokens.accessToken, as: AccessTokenClaims.self, kind: .accessToken).claims
        #expect(access.subject == "deployer")
        #expect(access.clientID == "deployer")
        #expect(access.audience == ["https://api.example.com"])
        #expect(access.scope == ["deploy"])
        #expect(access.sessionID == nil)
        #expect(try await server.identity.accessTokens.inspect(tokens.accessToken, for: .any) != nil)
        let event = try #require(try await server.store.events(of: nil, before: nil, limit: 1).first)
        #expect(event.kind == .workloadAuthenticated)
        #expect(event.clientID == "deployer")
        #expect(event.detail == Self.main)
    }

    @Test func matchesMostSpecificSubject() async throws {
        let other = try signer.sign(claims(["sub": "repo:example/shop:ref:refs/heads/topic"]))
        let tokens = try await token(other)
        let access = try await server.read(tokens.accessToken, as: AccessTokenClaims.self, kind: .accessToken).claims
        #expect(access.clientID == "reader")
        let error = try await oauthError {
            try await token(try signer.sign(claims(["sub": "repo:example/x", "jti": "2"])), scope: ["deploy"])
        }
        #expect(error.code == .invalidScope)
    }

    @Test func acceptsIdentifierAndCredentialsOfSameClient() async throws {
        let identifier = ClientCredentials(clientID: "deployer")
        _ = try await token(try signer.sign(claims()), client: identifier)
        let authentication = server.authentication(of: client)
        _ = try await token(
            try signer.sign(claims(["jti": "2"])),
            client: authentication.form,
            authorization: authentication.fields[.authorization]
        )
    }

    /// RFC 7521 §4.1: credentials that are present must be valid.
    @Test func rejectsOtherClientAndWrongSecret() async throws {
        let assertion = try signer.sign(claims())
        let other = ClientCredentials(clientID: "reader")
        #expect(try await oauthError { try await token(assertion, client: other) }.code == .invalidGrant)
        let wrong = ClientCredentials(clientID: "deployer", clientSecret: Secret("wrong"))
        #expect(try await oauthError { try await token(assertion, client: wrong) }.code == .invalidClient)
        _ = try await token(assertion)
    }

    /// RFC 7523 §3, rule 1.
    @Test func rejectsUntrustedIssuer() async throws {
        #expect(try await rejection(["iss": "https://evil.example.com"]) == .invalidGrant)
        #expect(try await rejection(["iss": nil]) == .invalidGrant)
    }

    /// RFC 7523 §3, rule 2.
    @Test(arguments: ["repo:example", "repo:other/shop", "REPO:example/shop", "repo:gone/shop"])
    func rejectsUnknownSubject(_ subject: String) async throws {
        #expect(try await rejection(["sub": .string(subject)]) == .invalidGrant)
    }

    @Test func rejectsMissingSubject() async throws {
        #expect(try await rejection(["sub": nil]) == .invalidGrant)
    }

    /// RFC 7523 §3, rule 3.
    @Test func rejectsOtherAudience() async throws {
        #expect(try await rejection(["aud": "https://github.com/example"]) == .invalidGrant)
        #expect(try await rejection(["aud": nil]) == .invalidGrant)
        #expect(try await rejection(["aud": .string(ServerHarness.issuer + "/")]) == .invalidGrant)
    }

    /// RFC 7523 §3, rule 4.
    @Test func rejectsExpiredAndLongLivedAssertion() async throws {
        let now = UnixTime(server.now).seconds
        #expect(try await rejection(["exp": .integer(now - 60)]) == .invalidGrant)
        #expect(try await rejection(["exp": .integer(now + 3_661)]) == .invalidGrant)
        #expect(try await rejection(["exp": nil]) == .invalidGrant)
        _ = try await token(try signer.sign(claims(["exp": .integer(now + 3_600)])))
    }

    /// RFC 7523 §3, rules 5 and 6.
    @Test(arguments: ["nbf", "iat"])
    func rejectsAssertionFromFuture(_ claim: String) async throws {
        let future = UnixTime(server.now).seconds + 61
        #expect(try await rejection([claim: .integer(future)]) == .invalidGrant)
    }

    /// RFC 7523 §3, rule 7.
    @Test func rejectsReplayedAssertion() async throws {
        let assertion = try signer.sign(claims())
        _ = try await token(assertion)
        #expect(try await oauthError { try await token(assertion) }.code == .invalidGrant)
    }

    @Test func acceptsOneOfConcurrentUses() async throws {
        let assertion = try signer.sign(claims())
        let results = await concurrently(8) { () throws(OAuthError) in try await token(assertion) }
        #expect(results.compactMap(\.value).count == 1)
        #expect(results.compactMap(\.error).allSatisfy { $0.code == .invalidGrant })
    }

    @Test func acceptsAssertionWithoutIdentifierAgain() async throws {
        let assertion = try signer.sign(claims(["jti": nil]))
        _ = try await token(assertion)
        _ = try await token(assertion)
    }

    /// RFC 7523 §3, rule 9.
    @Test func rejectsWrongSignature() async throws {
        let other = try SigningClient()
        let assertion = try other.sign(claims(), header: ["kid": .string(signer.key.keyID)])
        #expect(try await oauthError { try await token(assertion) }.code == .invalidGrant)
        #expect(try await rejection([:], header: ["alg": "none"]) == .invalidGrant)
        #expect(try await rejection([:], header: ["alg": "HS256"]) == .invalidGrant)
        #expect(try await rejection([:], header: ["typ": "at+jwt"]) == .invalidGrant)
        #expect(try await oauthError { try await token(Secret("no JWT")) }.code == .invalidGrant)
    }

    @Test(arguments: [SigningAlgorithm.rs256, .ps256, .edDSA])
    func acceptsAlgorithm(_ algorithm: SigningAlgorithm) async throws {
        let signer = try SigningClient(algorithm)
        let (server, _) = try await Self.start(signer)
        let values: [String: JSONValue?] = ["iss": .string(Self.source), "sub": .string(Self.main)]
        let assertion = try signer.sign(SigningClient.assertion(at: server.now, values))
        _ = try await server.identity.token.token(
            TokenRequest(grant: .jwtBearer(assertion, scope: nil)).parameters,
            authorization: nil,
            context: server.context
        )
    }

    @Test func rejectsClientThatIsNotRegisteredForGrant() async throws {
        var changed = client
        changed.grantTypes = [.clientCredentials]
        changed.revision += 1
        try await server.store.commit([.client(.update(changed, ifRevision: 1))])
        let assertion = try signer.sign(claims())
        #expect(try await oauthError { try await token(assertion) }.code == .unauthorizedClient)
    }

    @Test func fetchesPublishedKeys() async throws {
        let source = TestKeySource(JSONWebKeySet(keys: [signer.key.publicJWK]))
        let uri = PublishedKeys.uri(Self.source + "/jwks")
        let (server, _) = try await Self.start(signer, keys: uri, keySource: source)
        let request = TokenRequest(grant: .jwtBearer(try signer.sign(claims()), scope: nil))
        _ = try await server.identity.token.token(request.parameters, authorization: nil, context: server.context)
        #expect(source.fetches == [false])
        // Keys are not fetched for others' assertions.
        let other = TokenRequest(grant: .jwtBearer(try signer.sign(claims(["sub": "repo:other/x"])), scope: nil))
        _ = try await oauthError {
            try await server.identity.token.token(other.parameters, authorization: nil, context: server.context)
        }
        #expect(source.fetches == [false])
    }

    /// An assertion that cannot be verified at the moment is not invalid.
    @Test func isUnavailableWithoutKeys() async throws {
        let uri = PublishedKeys.uri(Self.source + "/jwks")
        let (server, _) = try await Self.start(signer, keys: uri, keySource: TestKeySource(nil))
        let request = TokenRequest(grant: .jwtBearer(try signer.sign(claims()), scope: nil))
        let error = try await oauthError {
            try await server.identity.token.token(request.parameters, authorization: nil, context: server.context)
        }
        #expect(error.status == .serviceUnavailable)
    }
}
