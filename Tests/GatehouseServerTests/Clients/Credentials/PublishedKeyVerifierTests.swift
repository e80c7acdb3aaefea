import Foundation
import GatehouseJOSE
import GatehouseServer
import GatehouseStore
import GatehouseWire
import Testing

@Suite struct PublishedKeyVerifierTests {
    private static let uri = "https://app.example.com/keys"

    private func server(_ keys: TestKeySource, origin: ClientOrigin? = nil) async throws -> ServerHarness {
        let server = try ServerHarness(publishedKeys: keys)
        _ = try await server.addClient(method: .privateKeyJWT) { client in
            client.secretHash = nil
            client.keys = .uri(Self.uri)
            client.origin = origin
        }
        return server
    }

    @Test func verifiesWithPublishedKeys() async throws {
        let app = try SigningClient()
        let source = TestKeySource(JSONWebKeySet(keys: [app.key.publicJWK]))
        let server = try await server(source)
        #expect(try await server.authenticate(try app.sign(SigningClient.assertion(at: server.now))).id == "app")
        #expect(source.fetches == [false])
    }

    /// Other clients could delay the keys of trusted ones by hosts that do not respond.
    @Test(
        arguments: [
            (nil, true), (ClientOrigin(kind: .registration, isVerified: true), true),
            (ClientOrigin(kind: .registration), false),
            (ClientOrigin(kind: .registration, isVerified: true, statementIssuer: "https://issuer.example.org"), false),
        ] as [(ClientOrigin?, Bool)]
    )
    func separatesKeysOfClientsThatNoOperatorVouchesFor(origin: ClientOrigin?, isTrusted: Bool) async throws {
        let app = try SigningClient()
        let source = TestKeySource(JSONWebKeySet(keys: [app.key.publicJWK]))
        let server = try await server(source, origin: origin)
        #expect(try await server.authenticate(try app.sign(SigningClient.assertion(at: server.now))).id == "app")
        #expect(source.trust == [isTrusted])
    }

    @Test(arguments: [true, false]) func fetchesNewKeysIfNoneMatches(namesKey: Bool) async throws {
        let (app, next) = (try SigningClient(), try SigningClient())
        let source = RotatingKeySource(
            old: JSONWebKeySet(keys: [app.key.publicJWK]),
            new: JSONWebKeySet(keys: [next.key.publicJWK])
        )
        let server = try ServerHarness(publishedKeys: source)
        _ = try await server.addClient(method: .privateKeyJWT) { client in
            client.secretHash = nil
            client.keys = .uri(Self.uri)
        }
        let header: [String: JSONValue?] = namesKey ? [:] : ["kid": nil]
        let assertion = try next.sign(SigningClient.assertion(at: server.now), header: header)
        #expect(try await server.authenticate(assertion).id == "app")
    }

    @Test func rejectsSignatureThatNewKeysDoNotMatchEither() async throws {
        let app = try SigningClient()
        let source = TestKeySource(JSONWebKeySet(keys: [app.key.publicJWK]))
        let server = try await server(source)
        let forged = try SigningClient().sign(SigningClient.assertion(at: server.now))
        #expect(try await oauthError { try await server.authenticate(forged) }.code == .invalidClient)
        #expect(source.fetches == [false, true])
    }

    @Test func returnsServerErrorIfKeysCannotBeFetched() async throws {
        let app = try SigningClient()
        let server = try await server(TestKeySource(nil))
        let assertion = try app.sign(SigningClient.assertion(at: server.now))
        #expect(try await oauthError { try await server.authenticate(assertion) }.code == .temporarilyUnavailable)
    }

    @Test func fetchesNoKeysForClientsWithKeysByValue() async throws {
        let app = try SigningClient()
        let source = TestKeySource(nil)
        let server = try ServerHarness(publishedKeys: source)
        try await app.register(at: server)
        let forged = try SigningClient().sign(SigningClient.assertion(at: server.now))
        #expect(try await oauthError { try await server.authenticate(forged) }.code == .invalidClient)
        #expect(source.fetches.isEmpty)
    }
}

/// A source whose refreshed keys differ from the known ones.
private struct RotatingKeySource: PublishedKeySource {
    let old: JSONWebKeySet
    let new: JSONWebKeySet

    func keys(
        at uri: String,
        ofTrustedParty isTrusted: Bool,
        refreshed isRefreshed: Bool
    ) async throws(OAuthError) -> JSONWebKeySet {
        isRefreshed ? new : old
    }
}
