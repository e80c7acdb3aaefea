import Foundation
import GatehouseJOSE
import GatehouseStore
import GatehouseTesting
import GatehouseWire

/// A confidential client that authenticates with assertions.
struct AssertingClient: Sendable {
    static let callback = "https://signing.example.com/callback"

    let key: SigningKey
    let server: TestServer

    /// Registers the client `signing` at a server.
    init(
        at server: TestServer,
        _ algorithm: SigningAlgorithm = .es256,
        _ change: (inout Client) -> Void = { _ in }
    ) async throws {
        key = try SigningKey.generate(algorithm)
        self.server = server
        var client = Client.app("signing", redirectURIs: [Self.callback], createdAt: server.clock.now)
        client.tokenEndpointAuthMethod = .privateKeyJWT
        client.keys = .set(JSONWebKeySet(keys: [key.publicJWK]))
        client.grantTypes = [.authorizationCode, .refreshToken, .clientCredentials, .deviceCode]
        client.skipsConsent = true
        change(&client)
        try await server.add(client)
    }

    /// Returns a new assertion with any header, with changes; `nil` omits a claim.
    func assertion(
        header changes: [String: JSONValue?] = [:],
        _ claimChanges: [String: JSONValue?] = [:]
    ) throws -> Secret {
        let seconds = UnixTime(server.clock.now).seconds
        var header: [String: JSONValue] = ["alg": .string(key.algorithm.rawValue), "kid": .string(key.keyID)]
        for (name, value) in changes { header[name] = value }
        var claims: [String: JSONValue] = [
            "iss": "signing", "sub": "signing", "aud": .string(server.issuer.absoluteString),
            "jti": .string(UUID().uuidString), "exp": .integer(seconds + 300),
        ]
        for (name, value) in claimChanges { claims[name] = value }
        let input = Base64URL.encode(JSONCoding.encode(header)) + "." + Base64URL.encode(JSONCoding.encode(claims))
        return Secret(input + "." + Base64URL.encode(try key.signature(for: Data(input.utf8))))
    }

    /// Returns a form with an assertion.
    func form(_ values: [ParameterName: String?] = [:], _ assertion: Secret? = nil) throws -> Parameters {
        var form = Parameters(values)
        let credentials = ClientCredentials(
            clientAssertion: try assertion ?? self.assertion(),
            clientAssertionType: .jwtBearer
        )
        credentials.append(to: &form)
        return form
    }

    /// Returns the form of a pushed authorization request.
    func pushed(_ changes: [ParameterName: String?] = [:]) throws -> Parameters {
        var values: [ParameterName: String?] = [
            .redirectURI: Self.callback, .responseType: "code", .scope: "openid email", .state: "state-1",
            .codeChallenge: PKCE.challenge(for: ServerFixture.verifier).rawValue, .codeChallengeMethod: "S256",
        ]
        values.merge(changes) { _, changed in changed }
        return try form(values)
    }
}
