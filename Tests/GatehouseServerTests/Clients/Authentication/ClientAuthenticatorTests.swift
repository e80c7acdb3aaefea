import Foundation
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import Testing

@Suite struct ClientAuthenticatorTests {
    /// A client's registered authentication method and the credentials that it presents.
    struct Attempt: Sendable, CustomTestStringConvertible {
        let registered: ClientAuthenticationMethod
        let presented: ClientAuthentication
        var testDescription: String { "\(registered) by \(presented.method)" }
    }

    private static let secret = Secret(ServerHarness.clientSecret)

    @Test(arguments: [
        Attempt(registered: .none, presented: .none(clientID: "app")),
        Attempt(registered: .clientSecretBasic, presented: .basic(clientID: "app", clientSecret: secret)),
        Attempt(registered: .clientSecretPost, presented: .post(clientID: "app", clientSecret: secret)),
        Attempt(registered: .clientSecretBasic, presented: .post(clientID: "app", clientSecret: secret)),
        Attempt(registered: .clientSecretPost, presented: .basic(clientID: "app", clientSecret: secret)),
        Attempt(registered: .none, presented: .basic(clientID: "app", clientSecret: Secret(""))),
    ])
    func acceptsSecretByEitherMethod(_ attempt: Attempt) async throws {
        let server = try ServerHarness()
        let client = try await server.addClient(method: attempt.registered)
        #expect(try await authenticate(attempt.presented, server) == client)
    }

    @Test(arguments: [
        Attempt(registered: .none, presented: .basic(clientID: "app", clientSecret: secret)),
        Attempt(registered: .none, presented: .post(clientID: "app", clientSecret: secret)),
        Attempt(registered: .none, presented: .none(clientID: "other")),
        Attempt(registered: .clientSecretBasic, presented: .none(clientID: "app")),
        Attempt(registered: .clientSecretBasic, presented: .basic(clientID: "app", clientSecret: Secret(""))),
        Attempt(registered: .clientSecretBasic, presented: .post(clientID: "app", clientSecret: Secret("wrong"))),
        Attempt(registered: .clientSecretBasic, presented: .basic(clientID: "app", clientSecret: Secret("wrong"))),
        Attempt(registered: .clientSecretBasic, presented: .basic(clientID: "other", clientSecret: secret)),
        Attempt(registered: .clientSecretPost, presented: .none(clientID: "app")),
        Attempt(registered: .clientSecretPost, presented: .post(clientID: "app", clientSecret: Secret("wrong"))),
    ])
    func rejectsMissingOrWrongSecret(_ attempt: Attempt) async throws {
        let server = try ServerHarness()
        _ = try await server.addClient(method: attempt.registered)
        let error = try await oauthError { try await authenticate(attempt.presented, server) }
        #expect(error.code == .invalidClient)
        #expect(error.status == .unauthorized)
        #expect(error.challenge == WWWAuthenticate(.basic, realm: ServerHarness.issuer))
    }

    @Test func rejectsStoredHashAsSecret() async throws {
        let server = try ServerHarness()
        let client = try await server.addClient(method: .clientSecretPost)
        let hash = Secret(try #require(client.secretHash))
        let error = try await oauthError {
            try await authenticate(.post(clientID: "app", clientSecret: hash), server)
        }
        #expect(error.code == .invalidClient)
    }

    @Test func acceptsPreviousSecretUntilItExpires() async throws {
        let server = try ServerHarness()
        var client = try await server.addClient(method: .clientSecretBasic)
        client.secretHash = OpaqueToken.hash(of: "new secret")
        client.previousSecrets = [
            PreviousSecret(hash: OpaqueToken.hash(of: ServerHarness.clientSecret), expiresAt: server.now + 60)
        ]
        try await server.store.commit([.client(.update(client))])
        let new = ClientAuthentication.basic(clientID: "app", clientSecret: Secret("new secret"))
        let old = ClientAuthentication.post(clientID: "app", clientSecret: Self.secret)
        let wrong = ClientAuthentication.basic(clientID: "app", clientSecret: Secret("wrong"))
        server.clock.advance(by: 59.999)
        #expect(try await authenticate(new, server) == client)
        #expect(try await authenticate(old, server) == client)
        #expect(try await oauthError { try await authenticate(wrong, server) }.code == .invalidClient)
        server.clock.advance(by: 0.001)
        #expect(try await authenticate(new, server) == client)
        #expect(try await oauthError { try await authenticate(old, server) }.code == .invalidClient)
    }

    @Test func rejectsPreviousSecretOfPublicClient() async throws {
        let server = try ServerHarness()
        var client = try await server.addClient()
        client.previousSecrets = [
            PreviousSecret(hash: OpaqueToken.hash(of: ServerHarness.clientSecret), expiresAt: server.now + 60)
        ]
        try await server.store.commit([.client(.update(client))])
        let old = ClientAuthentication.post(clientID: "app", clientSecret: Self.secret)
        #expect(try await oauthError { try await authenticate(old, server) }.code == .invalidClient)
    }

    @Test func rejectsTwoMethodsAtOnce() async throws {
        let server = try ServerHarness()
        _ = try await server.addClient(method: .clientSecretBasic)
        let field = AuthorizationHeader.basic(clientID: "app", clientSecret: Self.secret).encoded
        let form = ClientCredentials(clientID: "app", clientSecret: Self.secret)
        let error = try await oauthError {
            try await server.identity.clients.authenticate(
                form,
                authorization: field,
                context: server.context
            )
        }
        #expect(error.code == .invalidRequest)
        #expect(error.challenge == nil)
    }

    @Test(arguments: ["Basic", "Basic !!!", "Bearer abc", "Basic " + "YXBw", ""])
    func challengesMalformedAuthorizationHeader(_ field: String) async throws {
        let server = try ServerHarness()
        _ = try await server.addClient(method: .clientSecretBasic)
        let error = try await oauthError {
            try await server.identity.clients
                .authenticate(ClientCredentials(), authorization: field, context: server.context)
        }
        #expect(error.code == .invalidClient)
        #expect(error.challenge?.encoded == "Basic realm=\"https://id.example.com\"")
    }

    @Test func rejectsPublicClientWhereConfidentialIsRequired() async throws {
        let server = try ServerHarness()
        _ = try await server.addClient()
        let error = try await oauthError {
            try await server.identity.clients
                .authenticateConfidential(
                    ClientCredentials(clientID: "app"),
                    authorization: nil,
                    context: server.context
                )
        }
        #expect(error.code == .invalidClient)
        #expect(error.status == .unauthorized)
        #expect(error.challenge == WWWAuthenticate(.basic, realm: ServerHarness.issuer))
    }

    @Test func returnsServerErrorWhenStoreFails() async throws {
        let server = try ServerHarness()
        _ = try await server.addClient()
        server.store.isDown = true
        let error = try await oauthError { try await authenticate(.none(clientID: "app"), server) }
        #expect(error.code == .temporarilyUnavailable)
        #expect(error.retryAfter == .seconds(5))
    }

    private func authenticate(
        _ presented: ClientAuthentication,
        _ server: ServerHarness
    ) async throws(OAuthError)
        -> Client
    {
        try await server.identity.clients
            .authenticate(presented.form, authorization: presented.fields[.authorization], context: server.context)
    }
}
