import Foundation
import GatehouseWire
import Testing

@testable import Gatehouse

/// The URLs that a server's endpoints may have.
@Suite struct EndpointSafetyTests {
    private static let endpoints: [any WritableKeyPath<ServerMetadata, URL?> & Sendable] = [
        \.authorizationEndpoint, \.tokenEndpoint, \.userInfoEndpoint, \.jwksURI, \.revocationEndpoint,
        \.deviceAuthorizationEndpoint, \.endSessionEndpoint,
    ]

    @Test(arguments: endpoints, ["http://id.example.com/x", "http://localhost:8080/x", "ftp://id.example.com/x", "/x"])
    func rejectsEndpointThatIsNotHTTPS(
        endpoint: any WritableKeyPath<ServerMetadata, URL?> & Sendable,
        address: String
    ) async throws {
        let app = try TestApp()
        var metadata = app.server.metadata
        metadata[keyPath: endpoint] = URL(string: address)
        let response = app.server.ok(metadata)
        app.server.next(OpenIDConfigurationEndpoint.path) { _ in response }
        let error = try await failure { try await app.gatehouse.signIn() }
        #expect((error.code, error.recovery) == (.misconfigured, .fixConfiguration))
        #expect(app.server.paths == [OpenIDConfigurationEndpoint.path])
        // Rejected metadata is not cached.
        try await app.gatehouse.signIn()
    }

    @Test(arguments: [
        ("http://localhost:8080", true), ("http://127.0.0.1:9090", true), ("http://[::1]:8080", true),
        ("https://id.example.com", true), ("http://id.example.com", false),
    ])
    func acceptsHTTPEndpointsOnlyOnLoopbackIssuer(endpoints: String, isAccepted: Bool) async throws {
        let app = try TestApp()
        let issuer = "http://localhost:8080"
        var metadata = app.server.metadata
        metadata.issuer = issuer
        for endpoint in Self.endpoints {
            metadata[keyPath: endpoint] = metadata[keyPath: endpoint].flatMap { URL(string: endpoints + $0.path) }
        }
        let response = app.server.ok(metadata)
        app.server.next(OpenIDConfigurationEndpoint.path) { _ in response }
        var configuration = app.gatehouse.configuration
        configuration.issuer = try #require(URL(string: issuer))
        let gatehouse = GatehouseClient(configuration: configuration)
        let isReached: Bool
        do throws(AuthError) {
            try await gatehouse.checkServer()
            isReached = true
        } catch {
            #expect(error.code == .misconfigured)
            isReached = false
        }
        #expect(isReached == isAccepted)
    }

    /// A gateway's error in the place of metadata must not count as a revoked or rejected token.
    @Test func ignoresErrorInBodyOfMissingMetadata() async throws {
        let app = try TestApp()
        app.server.next(OpenIDConfigurationEndpoint.path, status: 404, body: #"{"error":"invalid_token"}"#)
        let error = try #require(await #expect(throws: AuthError.self) { try await app.gatehouse.checkServer() })
        #expect(error.code == .misconfigured)
        #expect(error.response == AuthError.ServerResponse(httpStatus: 404))
        #expect(!error.isRejection)
    }

    @Test func acceptsUppercaseScheme() throws {
        #expect(try #require(URL(string: "HTTPS://id.example.com/token")).isSafeServer)
        #expect(try #require(URL(string: "HTTP://localhost/token")).isSafeServer)
        #expect(try !#require(URL(string: "HTTP://id.example.com/token")).isSafeServer)
    }
}
