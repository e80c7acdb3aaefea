import Foundation
import GatehouseJOSE
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import Testing

/// `client_secret_jwt` (OpenID Connect Core §9).
@Suite struct ClientSecretJWTTests {
    private let registration = ClientRegistration(
        id: "app",
        name: "Example App",
        kind: .confidential,
        redirectURIs: [ServerHarness.redirectURI],
        authenticationMethod: .clientSecretJWT
    )

    /// Registers the client and returns its secret.
    private func register(at server: ServerHarness) async throws -> Secret {
        let information = try await server.identity.registrar.register(registration, context: server.context)
        return try #require(information.clientSecret)
    }

    private func assertion(_ secret: Secret, _ server: ServerHarness, id: String = "assertion-1") throws -> Secret {
        try SharedSecretKey(secret).sign(SigningClient.assertion(at: server.now, id: id), as: .jwt)
    }

    @Test func acceptsAssertionUnderSecret() async throws {
        let server = try ServerHarness()
        let secret = try await register(at: server)
        #expect(try await server.authenticate(try assertion(secret, server)).id == "app")
        let error = try await oauthError { try await server.authenticate(try assertion(secret, server)) }
        #expect(error.code == .invalidClient, "The assertion was used before.")
    }

    @Test func storesSecretSealedUnderMasterKey() async throws {
        let server = try ServerHarness()
        let secret = try await register(at: server)
        let client = try #require(try await server.store.client("app"))
        let sealed = try #require(client.sealedSecret)
        #expect(sealed.range(of: Data(secret.reveal().utf8)) == nil)
        #expect(client.secretHash == OpaqueToken.hash(of: secret.reveal()))
        #expect(client.tokenEndpointAuthMethod == .clientSecretJWT)
    }

    @Test func rejectsAssertionUnderAnotherSecret() async throws {
        let server = try ServerHarness()
        _ = try await register(at: server)
        let hash = Secret(try #require(try await server.store.client("app")?.secretHash))
        for wrong in [Secret(String(repeating: "x", count: 43)), hash] {
            let error = try await oauthError { try await server.authenticate(try assertion(wrong, server)) }
            #expect(error.code == .invalidClient)
        }
    }

    /// RFC 8725 §2.1: a public key is never a shared secret.
    @Test func rejectsAssertionUnderPublicKeyAsSecret() async throws {
        let server = try ServerHarness()
        let app = try SigningClient()
        try await app.register(at: server)
        let text = Secret(String(decoding: JSONCoding.encode(app.key.publicJWK), as: UTF8.self))
        let error = try await oauthError { try await server.authenticate(try assertion(text, server)) }
        #expect(error.code == .invalidClient)
    }

    /// The secret is never sent, so that no party on the way learns it.
    @Test func rejectsSecretItself() async throws {
        let server = try ServerHarness()
        let secret = try await register(at: server)
        for sent in [
            ClientAuthentication.post(clientID: "app", clientSecret: secret),
            .basic(clientID: "app", clientSecret: secret), .none(clientID: "app"),
        ] {
            let error = try await oauthError {
                try await server.identity.clients.authenticate(
                    sent.form,
                    authorization: sent.fields[.authorization],
                    context: server.context
                )
            }
            #expect(error.code == .invalidClient)
        }
    }

    @Test func acceptsReplacedSecretDuringOverlap() async throws {
        let server = try ServerHarness()
        let old = try await register(at: server)
        let rotated = try await server.identity.registrar.rotateSecret(of: "app", overlap: 60, context: server.context)
        let new = try #require(rotated?.secret)
        #expect(try await server.authenticate(try assertion(old, server, id: "1")).id == "app")
        #expect(try await server.authenticate(try assertion(new, server, id: "2")).id == "app")
        server.clock.advance(by: 60)
        let error = try await oauthError { try await server.authenticate(try assertion(old, server, id: "3")) }
        #expect(error.code == .invalidClient)
        #expect(try await server.authenticate(try assertion(new, server, id: "4")).id == "app")
    }

    /// An assertion that the server cannot verify is not invalid.
    @Test func returnsServerErrorIfSecretCannotBeOpened() async throws {
        let server = try ServerHarness()
        let secret = try await register(at: server)
        var client = try #require(try await server.store.client("app"))
        client.sealedSecret = Data(repeating: 0, count: 100)
        client.revision += 1
        try await server.store.commit([.client(.update(client, ifRevision: client.revision - 1))])
        let error = try await oauthError { try await server.authenticate(try assertion(secret, server)) }
        #expect(error.code == .temporarilyUnavailable)
    }

    @Test func changesMethodWithNewSecretOnlyIfNeeded() async throws {
        let server = try ServerHarness()
        let registrar = server.identity.registrar
        let (first, second) = (
            OpaqueToken(random: server.identity.environment.random),
            OpaqueToken(random: server.identity.environment.random)
        )
        var client = try await server.addClient(method: .clientSecretBasic)
        try registrar.setAuthenticationMethod(.clientSecretJWT, of: &client, newSecret: first)
        #expect(client.secretHash == first.hash)
        #expect(client.sealedSecret != nil)
        try registrar.setAuthenticationMethod(.clientSecretPost, of: &client, newSecret: second)
        #expect(client.secretHash == first.hash)
        #expect(client.sealedSecret == nil)
        try registrar.setAuthenticationMethod(.privateKeyJWT, of: &client, newSecret: second)
        #expect(client.secretHash == nil)
        client.keys = try SigningClient().keys
        try registrar.setAuthenticationMethod(.clientSecretBasic, of: &client, newSecret: second)
        #expect(client.secretHash == second.hash)
    }
}
