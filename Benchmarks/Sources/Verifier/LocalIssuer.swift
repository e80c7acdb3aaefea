import Foundation
import GatehouseJOSE
import GatehouseVerifier
import GatehouseWire
import HTTPTypes

/// An issuer in this process, with one key for ES256.
struct LocalIssuer: VerifierTransport {
    static let url = "https://login.example.com"
    static let audience = "https://api.example.com"
    private static let keySet = url + "/keys"

    private let key: SigningKey

    init() throws {
        key = try SigningKey.generate(.es256)
    }

    /// Returns an access token with the claims that the server's tokens of users have, valid for an hour.
    func token() throws -> String {
        let now = UnixTime(Date())
        let claims = AccessTokenClaims(
            issuer: Self.url,
            subject: "4mZyWg3rSPq9vXk2bTn8Aw",
            audience: [Self.audience],
            expiresAt: UnixTime(seconds: now.seconds + 3_600),
            issuedAt: now,
            tokenID: "Vd7cQm2xRk6tYb9nHs4jLg",
            clientID: "shop",
            scope: ["orders:read", "orders:write"],
            sessionID: "pF5wJz8aKe3uNc6hXr9tDs",
            authenticatedAt: now
        )
        return try key.sign(claims, as: .accessToken).reveal()
    }

    func send(_ request: HTTPRequest, body: Data?) async throws -> (HTTPResponse, Data) {
        switch request.path {
        case AuthorizationServerMetadataEndpoint.path:
            var metadata = ServerMetadata(issuer: Self.url)
            metadata.jwksURI = URL(string: Self.keySet)
            return (HTTPResponse(status: .ok), metadata.body())
        case "/keys":
            return (HTTPResponse(status: .ok), JSONWebKeySet(keys: [key.publicJWK]).body())
        default:
            return (HTTPResponse(status: .notFound), Data())
        }
    }
}
