import Foundation
import GatehouseConcurrency
import GatehouseJOSE
import GatehouseServer
import GatehouseStore
import GatehouseWire

/// A client that signs assertions and request objects.
struct SigningClient: Sendable {
    static let id = "app"

    let key: SigningKey

    init(_ algorithm: SigningAlgorithm = .es256) throws {
        key = try SigningKey.generate(algorithm)
    }

    var keys: PublishedKeys { .set(JSONWebKeySet(keys: [key.publicJWK])) }

    /// Registers the client at a server.
    @discardableResult
    func register(
        at server: ServerHarness,
        method: ClientAuthenticationMethod = .privateKeyJWT,
        _ change: (inout Client) -> Void = { _ in }
    ) async throws -> Client {
        try await server.addClient(Self.id, method: method) { client in
            if method == .privateKeyJWT { client.secretHash = nil }
            client.keys = keys
            change(&client)
        }
    }

    /// Returns the claims of an assertion, with changes; `nil` omits a claim.
    static func assertion(
        at now: Date,
        id: String = "assertion-1",
        _ changes: [String: JSONValue?] = [:]
    ) -> JSONValue {
        let seconds = UnixTime(now).seconds
        return claims(
            [
                "iss": .string(self.id), "sub": .string(self.id), "aud": .string(ServerHarness.issuer),
                "jti": .string(id), "iat": .integer(seconds), "exp": .integer(seconds + 300),
            ],
            changes
        )
    }

    /// Returns the claims of a request object, with changes; `nil` omits a claim.
    static func requestObject(
        at now: Date,
        issuer: String = ServerHarness.issuer,
        _ changes: [String: JSONValue?] = [:]
    ) -> JSONValue {
        let seconds = UnixTime(now).seconds
        return claims(
            [
                "iss": .string(id), "aud": .string(issuer), "exp": .integer(seconds + 300),
                "nbf": .integer(seconds), "client_id": .string(id), "response_type": "code",
                "redirect_uri": .string(ServerHarness.redirectURI), "scope": "openid email", "state": "inside",
            ],
            changes
        )
    }

    private static func claims(_ values: [String: JSONValue], _ changes: [String: JSONValue?]) -> JSONValue {
        var claims = values
        for (name, value) in changes { claims[name] = value }
        return .object(claims)
    }

    /// Returns a token with a valid signature and any header.
    func sign(_ claims: JSONValue, header changes: [String: JSONValue?] = [:]) throws -> Secret {
        var header: [String: JSONValue] = ["alg": .string(key.algorithm.rawValue), "kid": .string(key.keyID)]
        for (name, value) in changes { header[name] = value }
        let input = Base64URL.encode(JSONCoding.encode(header)) + "." + Base64URL.encode(JSONCoding.encode(claims))
        return Secret(input + "." + Base64URL.encode(try key.signature(for: Data(input.utf8))))
    }
}

extension ServerHarness {
    /// Authenticates the client of an assertion.
    func authenticate(
        _ assertion: Secret,
        clientID: String? = nil,
        rule: ClientAuthenticationRule = .oneMethod,
        path: String? = nil,
        address: String = "192.0.2.1"
    ) async throws(OAuthError) -> Client {
        try await identity.clients.authenticate(
            ClientCredentials(clientID: clientID, clientAssertion: assertion, clientAssertionType: .jwtBearer),
            authorization: nil,
            rule: rule,
            context: RequestMetadata(address: address, requestID: "request-1", path: path)
        )
    }
}

/// A source of the same keys for all clients, or of none.
final class TestKeySource: PublishedKeySource {
    private let state: Mutex<(keys: JSONWebKeySet?, fetches: [Bool], trust: [Bool])>

    init(_ keys: JSONWebKeySet?) {
        state = Mutex((keys, [], []))
    }

    /// Whether each call asked for newer keys.
    var fetches: [Bool] { state.withLock { $0.fetches } }
    /// Whether each call was for a trusted party.
    var trust: [Bool] { state.withLock { $0.trust } }

    func keys(
        at uri: String,
        ofTrustedParty isTrusted: Bool,
        refreshed isRefreshed: Bool
    ) async throws(OAuthError) -> JSONWebKeySet {
        let keys = state.withLock { state in
            state.fetches.append(isRefreshed)
            state.trust.append(isTrusted)
            return state.keys
        }
        guard let keys else { throw .busy }
        return keys
    }
}
