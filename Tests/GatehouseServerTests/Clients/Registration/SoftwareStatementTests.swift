import Foundation
import GatehouseJOSE
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import Testing

@testable import GatehouseServer

/// RFC 7591 §2.3, §3.1.1.
@Suite struct SoftwareStatementTests {
    private static let source = "https://software.example.com"
    private static let identity: [String: JSONValue] = [
        "client_name": "Example App", "redirect_uris": ["https://app.example.com/callback"],
    ]

    private let signer: SigningClient
    private let server: ServerHarness

    init() throws {
        signer = try SigningClient()
        server = try Self.server(signer)
    }

    private static func server(
        _ signer: SigningClient,
        _ mode: RegistrationSettings.Mode = .open,
        keys: PublishedKeys? = nil,
        keySource: any PublishedKeySource = UnavailableKeys(),
        limits: RateLimits = RateLimits()
    ) throws -> ServerHarness {
        try ServerHarness(
            limits: limits,
            publishedKeys: keySource,
            registration: RegistrationSettings(
                mode: mode,
                statementIssuers: [TrustedIssuer(issuer: source, keys: keys ?? signer.keys)]
            )
        )
    }

    private func statement(
        _ claims: [String: JSONValue?] = [:],
        header: [String: JSONValue?] = [:],
        by other: SigningClient? = nil
    ) throws -> String {
        let all = Self.identity.merging(["iss": .string(Self.source)]) { $1 }
            .mapValues(Optional.some).merging(claims) { $1 }
        return try (other ?? signer).sign(.object(all.compactMapValues(\.self)), header: header).reveal()
    }

    private func body(_ members: [String: JSONValue]) -> Data { JSONCoding.encode(JSONValue.object(members)) }

    private func register(
        _ statement: String,
        _ members: [String: JSONValue] = [:],
        at other: ServerHarness? = nil,
        token: String? = nil
    ) async throws(OAuthError) -> ClientInformation {
        let server = other ?? server
        return try await server.identity.registration.register(
            body(members.merging(["software_statement": .string(statement)]) { $1 }),
            authorization: token.map { "Bearer " + $0 },
            context: server.context
        ).client
    }

    private func error(
        _ statement: String,
        _ members: [String: JSONValue] = [:],
        at other: ServerHarness? = nil
    ) async -> OAuthError? {
        do throws(OAuthError) {
            _ = try await register(statement, members, at: other)
            return nil
        } catch {
            return error
        }
    }

    private func stored(_ client: ClientInformation, at other: ServerHarness? = nil) async throws -> Client {
        try #require(try await (other ?? server).store.client(Client.ID(client.clientID)))
    }

    private func replace(
        _ client: ClientInformation,
        _ members: [String: JSONValue]
    ) async throws(OAuthError) -> ClientInformation {
        try await server.identity.registration.replace(
            client.clientID,
            body(members.merging(["client_id": .string(client.clientID)]) { $1 }),
            authorization: "Bearer " + (client.registrationAccessToken?.reveal() ?? ""),
            context: server.context
        )
    }

    private func addToken(_ token: String, to server: ServerHarness) async throws {
        let record = InitialAccessToken(
            id: InitialAccessToken.ID(OpaqueToken.hash(of: token)),
            note: "",
            remaining: 1,
            createdAt: server.now,
            expiresAt: server.now + 60
        )
        try await server.store.commit([.initialAccessToken(.insert(record))])
    }

    // MARK: Precedence and trust

    /// RFC 7591 §3.1.1: claims take precedence; §3.2.1: the statement is returned unmodified.
    @Test func registersMetadataOfStatement() async throws {
        let statement = try statement(["software_id": "app", "scope": "openid"])
        let members: [String: JSONValue] = [
            "client_name": "Other", "redirect_uris": ["https://evil.example.com/"], "contacts": ["dev@example.com"],
            "scope": "openid email",
        ]
        let client = try await register(statement, members)
        #expect(client.softwareStatement == statement)
        #expect(client.clientName == "Example App")
        #expect(client.redirectURIs == ["https://app.example.com/callback"])
        #expect(client.softwareID == "app")
        #expect(client.scope == [.openid])
        #expect(client.contacts == ["dev@example.com"])
        let origin = try #require(try await stored(client).origin)
        #expect(origin.isVerified)
        #expect(origin.statementIssuer == Self.source)
    }

    /// Every copy of the software has the statement, which vouches for nothing that it does not contain.
    @Test(arguments: ["client_name", "redirect_uris"])
    func leavesClientUnverifiedWithoutIdentity(_ claim: String) async throws {
        let client = try await register(try statement([claim: nil, "software_id": "app"]), Self.identity)
        #expect(client.softwareID == "app")
        let origin = try #require(try await stored(client).origin)
        #expect(!origin.isVerified)
        #expect(origin.statementIssuer == nil)
    }

    @Test func acceptsLogoAndLinksOfStatementOnly() async throws {
        let request: [String: JSONValue] = [
            "logo_uri": "https://evil.example.com/logo", "tos_uri": "https://evil.example.com/tos",
            "policy_uri": "https://evil.example.com/policy", "client_uri": "https://evil.example.com/",
            "initiate_login_uri": "https://evil.example.com/login",
            "post_logout_redirect_uris": ["https://evil.example.com/bye"],
        ]
        let client = try await stored(register(statement(["tos_uri": "https://app.example.com/tos"]), request))
        #expect(client.logoURI == nil)
        #expect(client.policyURI == nil)
        #expect(client.termsOfServiceURI == "https://app.example.com/tos")
        #expect(client.origin?.clientURI == nil)
        #expect(client.origin?.initiateLoginURI == nil)
        #expect(client.postLogoutRedirectURIs == [])
        let asserted = try statement(["post_logout_redirect_uris": ["https://app.example.com/bye"]])
        #expect(try await register(asserted, request).postLogoutRedirectURIs == ["https://app.example.com/bye"])
    }

    /// Every copy of the software has the statement: it gives no privileges that an operator gives.
    @Test func givesNoPrivileges() async throws {
        let agent = try await stored(register(try statement()))
        #expect(agent.isVerified)
        #expect(!agent.hasOperator)
        #expect(!agent.hasOwnLimit)
        try await addToken("initial", to: server)
        let partner = try await stored(register(try statement(), token: "initial"))
        #expect(partner.isVerified)
        #expect(partner.hasOperator)
        #expect(partner.hasOwnLimit)
    }

    /// RFC 8628 §5.4: the device grant needs no redirect URI, so that any party can use a copy of the statement.
    @Test func permitsDeviceGrantOfStatementOnly() async throws {
        let device = GrantType.deviceCode.rawValue
        let grants: JSONValue = ["authorization_code", .string(device)]
        let plain = try await register(try statement(), ["grant_types": grants])
        #expect(plain.grantTypes == [.authorizationCode])
        let asserted = try await register(try statement(["grant_types": grants]))
        #expect(asserted.grantTypes == [.authorizationCode, .deviceCode])
        let anonymous = try await register(
            try statement(["client_name": nil, "grant_types": grants]),
            ["client_name": "Other"]
        )
        #expect(anonymous.grantTypes == [.authorizationCode])
    }

    @Test func doesNotReplaceInitialAccessToken() async throws {
        let server = try Self.server(signer, .token)
        let statement = try statement()
        #expect(await error(statement, at: server)?.status == .unauthorized)
        try await addToken("initial", to: server)
        let client = try await register(
            statement,
            ["logo_uri": "https://app.example.com/logo"],
            at: server,
            token: "initial"
        )
        let record = try await stored(client, at: server)
        #expect(record.origin?.isVerified == true)
        #expect(record.origin?.statementIssuer == nil)
        #expect(record.logoURI == "https://app.example.com/logo")
    }

    // MARK: Rejection

    /// RFC 7591 §3.2.2: unapproved_software_statement.
    @Test func rejectsUntrustedIssuer() async throws {
        #expect(try await error(statement(["iss": "https://evil.example.com"]))?.code == .unapprovedSoftwareStatement)
        #expect(try await error(statement(["iss": .string(Self.source + "/")]))?.code == .unapprovedSoftwareStatement)
    }

    /// RFC 7591 §3.2.2: invalid_software_statement.
    @Test func rejectsMalformedStatement() async throws {
        for text in ["a.b.c", "text", try statement(["iss": nil]), try statement(["iss": 7])] {
            #expect(await error(text)?.code == .invalidSoftwareStatement)
        }
    }

    /// RFC 7591 §2.3: the statement must be signed; only with a key of its issuer, and an asymmetric algorithm.
    @Test func rejectsWrongSignature() async throws {
        let key: [String: JSONValue?] = ["kid": .string(signer.key.keyID)]
        let invalid = [
            try statement(header: key, by: SigningClient()), try statement(header: ["alg": "none"]),
            try statement(header: ["alg": "HS256"]), try statement(header: ["crit": ["exp"]]),
            try statement(header: ["typ": "at+jwt"]),
        ]
        for text in invalid { #expect(await error(text)?.code == .invalidSoftwareStatement) }
        #expect(try await server.store.clients(after: nil, limit: 9).isEmpty)
    }

    @Test func rejectsExpiredAndFutureStatement() async throws {
        let now = UnixTime(server.now).seconds
        for claims: [String: JSONValue?] in [
            ["exp": .integer(now - 60)], ["nbf": .integer(now + 61)], ["iat": .integer(now + 61)],
        ] {
            #expect(try await error(statement(claims))?.code == .invalidSoftwareStatement)
        }
        let claims: [String: JSONValue?] = [
            "exp": .integer(now - 59), "nbf": .integer(now + 60), "iat": .integer(now + 60),
        ]
        _ = try await register(try statement(claims))
    }

    /// RFC 7519 §4.1.3: a token for another audience must be rejected.
    @Test func rejectsOtherAudience() async throws {
        #expect(try await error(statement(["aud": "https://other.example.com"]))?.code == .invalidSoftwareStatement)
        _ = try await register(try statement(["aud": .string(ServerHarness.issuer)]))
    }

    @Test func checksMetadataOfStatement() async throws {
        let redirect = try statement(["redirect_uris": ["http://app.example.com/"]])
        #expect(await error(redirect)?.code == .invalidRedirectURI)
        let method = try statement(["token_endpoint_auth_method": "tls_client_auth"])
        #expect(await error(method)?.code == .invalidClientMetadata)
        let software = try statement(["software_id": "app"])
        #expect(await error(software, ["software_id": "other"])?.code == .invalidClientMetadata)
    }

    // MARK: Keys and limits

    @Test func fetchesKeysOfTrustedIssuerOnly() async throws {
        let source = TestKeySource(JSONWebKeySet(keys: [signer.key.publicJWK]))
        let server = try Self.server(signer, keys: .uri(Self.source + "/keys"), keySource: source)
        _ = await error(try statement(["iss": "https://evil.example.com"]), at: server)
        #expect(source.fetches.isEmpty)
        _ = try await register(try statement(), at: server)
        #expect(source.fetches == [false])
    }

    /// A statement that cannot be verified at the moment is not invalid.
    @Test func isUnavailableWithoutKeys() async throws {
        let server = try Self.server(signer, keys: .uri(Self.source + "/keys"), keySource: TestKeySource(nil))
        #expect(try await error(statement(), at: server)?.status == .serviceUnavailable)
    }

    @Test func limitsStatementsBeforeTheyAreVerified() async throws {
        var limits = RateLimits()
        limits.registrationsPerAddress.count = 1
        let source = TestKeySource(JSONWebKeySet(keys: []))
        let server = try Self.server(signer, keys: .uri(Self.source), keySource: source, limits: limits)
        #expect(try await error(statement(), at: server)?.code == .invalidSoftwareStatement)
        #expect(try await error(statement(), at: server)?.status == .tooManyRequests)
        #expect(source.fetches == [false, true])
    }

    /// The number of copies of a statement is not limited, so that their clients count.
    @Test func limitsClientsOfAllAddresses() async throws {
        var limits = RateLimits()
        limits.unverifiedClients.count = 1
        let server = try Self.server(signer, limits: limits)
        _ = try await register(try statement(), at: server)
        #expect(try await error(statement(), at: server)?.status == .tooManyRequests)
    }

    // MARK: Management

    /// RFC 7592 §2.1, §2.2: reads return no statement, so that updates need none.
    @Test func keepsVerificationOfUnchangedIdentity() async throws {
        let client = try await register(try statement())
        let read = try await server.identity.registration.read(
            client.clientID,
            authorization: "Bearer " + (client.registrationAccessToken?.reveal() ?? "")
        )
        #expect(read.softwareStatement == nil)
        let changed = try await replace(client, Self.identity.merging(["contacts": ["dev@example.com"]]) { $1 })
        #expect(changed.contacts == ["dev@example.com"])
        let origin = try await stored(client).origin
        #expect(origin?.isVerified == true)
        #expect(origin?.statementIssuer == Self.source)
    }

    @Test(
        arguments: [
            ["client_name": "Other"], ["redirect_uris": ["https://evil.example.com/"]],
            ["redirect_uris": ["https://app.example.com/callback", "https://evil.example.com/"]],
            ["logo_uri": "https://evil.example.com/logo"], ["tos_uri": "https://evil.example.com/tos"],
            ["policy_uri": "https://evil.example.com/policy"], ["client_uri": "https://evil.example.com/"],
            ["initiate_login_uri": "https://evil.example.com/login"],
            ["post_logout_redirect_uris": ["https://evil.example.com/bye"]],
        ] as [[String: JSONValue]]
    )
    func endsVerificationOfChangedIdentity(_ members: [String: JSONValue]) async throws {
        let client = try await register(try statement())
        _ = try await replace(client, Self.identity.merging(members) { $1 })
        let origin = try await stored(client).origin
        #expect(origin?.isVerified == false)
        #expect(origin?.statementIssuer == nil)
        // The former identity alone proves nothing.
        _ = try await replace(client, Self.identity)
        #expect(try await stored(client).origin?.isVerified == false)
        let renewed = try statement()
        let verified = try await replace(client, members.merging(["software_statement": .string(renewed)]) { $1 })
        #expect(verified.softwareStatement == renewed)
        #expect(verified.clientName == "Example App")
        #expect(try await stored(client).origin?.isVerified == true)
    }

    @Test func addsNoDeviceGrantWithoutStatement() async throws {
        let client = try await register(try statement())
        let grants: JSONValue = ["authorization_code", .string(GrantType.deviceCode.rawValue)]
        let changed = try await replace(client, Self.identity.merging(["grant_types": grants]) { $1 })
        #expect(changed.grantTypes == [.authorizationCode])
    }

    /// RFC 8628 §5.4: an unverified client has no device grant.
    @Test func keepsDeviceGrantOfUnchangedIdentityOnly() async throws {
        let grants: JSONValue = ["authorization_code", .string(GrantType.deviceCode.rawValue)]
        let client = try await register(try statement(["grant_types": grants]))
        let request = Self.identity.merging(["grant_types": grants]) { $1 }
        #expect(try await replace(client, request).grantTypes == [.authorizationCode, .deviceCode])
        let renamed = try await replace(client, request.merging(["client_name": "Other"]) { $1 })
        #expect(renamed.grantTypes == [.authorizationCode])
    }

    @Test func rejectsInvalidStatementInUpdate() async throws {
        let client = try await register(try statement())
        let expired = try statement(["exp": .integer(UnixTime(server.now).seconds - 60)])
        let error = await #expect(throws: OAuthError.self) {
            try await replace(client, ["software_statement": .string(expired)])
        }
        #expect(error?.code == .invalidSoftwareStatement)
    }
}
