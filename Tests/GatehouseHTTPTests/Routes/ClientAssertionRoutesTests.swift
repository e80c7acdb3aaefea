import Foundation
import GatehouseHTTP
import GatehouseJOSE
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import Testing

/// `private_key_jwt` at each endpoint that authenticates clients (RFC 7523 §2.2).
@Suite struct ClientAssertionRoutesTests {
    private static let endpoints = [
        "/oauth2/token", "/oauth2/revoke", "/oauth2/introspect", "/oauth2/device_authorization", "/oauth2/par",
        "/default/oauth2/v2.0/token",
    ]

    private static let values: [ParameterName: String?] = [.grantType: "client_credentials", .token: "x"]

    @Test(arguments: endpoints) func acceptsAssertion(path: String) async throws {
        let web = try await ServerFixture()
        let client = try await AssertingClient(at: web.server)
        let valid = await web.post(path, try client.form(Self.values))
        #expect(valid.error?.code != .invalidClient)
        let endpoint = "https://login.example.com" + path
        let own = try client.assertion(["aud": .string(endpoint)])
        #expect(await web.post(path, try client.form(Self.values, own)).error?.code != .invalidClient)
    }

    @Test(arguments: endpoints) func rejectsReplayedAndForeignAssertions(path: String) async throws {
        let web = try await ServerFixture()
        let client = try await AssertingClient(at: web.server)
        let form = try client.form(Self.values)
        _ = await web.post(path, form)
        #expect(await web.post(path, form).error?.code == .invalidClient)
        let foreign = try client.assertion(["aud": "https://other.example.com/oauth2/token"])
        #expect(await web.post(path, try client.form(Self.values, foreign)).error?.code == .invalidClient)
    }

    @Test func rejectsAssertionTogetherWithSecret() async throws {
        let web = try await ServerFixture()
        let client = try await AssertingClient(at: web.server)
        let basic = AuthorizationHeader.basic(clientID: "signing", clientSecret: Secret("secret")).encoded
        let response = await web.post(
            "/oauth2/token",
            try client.form([.grantType: "client_credentials"]),
            fields: [.authorization: basic]
        )
        #expect(response.error?.code == .invalidRequest)
    }

    /// RFC 7521 §4.2.
    @Test(arguments: [nil, "urn:ietf:params:oauth:client-assertion-type:saml2-bearer"])
    func rejectsOtherAssertionTypes(_ type: String?) async throws {
        let web = try await ServerFixture()
        let client = try await AssertingClient(at: web.server)
        var form = try client.form([.grantType: "client_credentials"])
        form.set(.clientAssertionType, type)
        let response = await web.post("/oauth2/token", form)
        #expect(response.error?.code == (type == nil ? .invalidRequest : .invalidClient))
    }

    /// MSAL for Python signs with a certificate, whose thumbprint is in the header.
    @Test(arguments: [SigningAlgorithm.rs256, .ps256], ["x5t", "x5t#S256"])
    func acceptsCertificateOfMicrosoftLibraries(_ algorithm: SigningAlgorithm, _ thumbprint: String) async throws {
        let web = try await ServerFixture()
        let client = try await AssertingClient(at: web.server, algorithm) {
            $0.scopes.insert(Scope(rawValue: "orders:read"))
        }
        let assertion = try client.assertion(
            header: ["kid": nil, "typ": "JWT", thumbprint: "hLOEZvKPGU7o9hmXpyyKbQVaYrA"],
            ["aud": "https://login.example.com/default/oauth2/v2.0/token"]
        )
        let response = await web.post(
            "/default/oauth2/v2.0/token",
            try client.form(
                [
                    .grantType: "client_credentials", .clientID: "signing", .scope: "orders:read", .clientInfo: "1",
                ],
                assertion
            )
        )
        #expect(response.status == .ok, "\(String(decoding: response.body, as: UTF8.self))")
    }

    /// The address has used up its limit; the assertion is checked first, and used once.
    @Test func servesProvenClientAtUsedUpAddress() async throws {
        var limits = RateLimits()
        limits.requestsPerAddress = .init(2, per: 60)
        let web = try await ServerFixture(limits: limits)
        let client = try await AssertingClient(at: web.server)
        for _ in 0..<3 { _ = await web.send(.get, "/oauth2/keys") }
        #expect(await web.send(.get, "/oauth2/keys").status == .tooManyRequests)
        let form = try client.form([.token: "x"])
        #expect(await web.post("/oauth2/revoke", form).status == .ok)
        #expect(await web.post("/oauth2/revoke", form).status == .unauthorized)
        let forged = try await AssertingClient(at: ServerFixture().server).form([.token: "x"])
        #expect(await web.post("/oauth2/revoke", forged).status == .tooManyRequests)
    }
}
