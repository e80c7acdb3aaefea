import Foundation
import GatehouseWire
import Testing

@testable import Gatehouse

/// Where a server may have its endpoints.
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
        let answer = app.server.ok(metadata)
        app.server.next(OpenIDConfigurationEndpoint.path) { _ in answer }
        let error = try await failure { try await app.gatehouse.signIn() }
        #expect((error.code, error.recovery) == (.misconfigured, .fixConfiguration))
        #expect(app.server.paths == [OpenIDConfigurationEndpoint.path])
        // Metadata that was refused is not kept.
        try await app.gatehouse.signIn()
    }

    @Test(arguments: [
        ("http://localhost:8080", true), ("http://127.0.0.1:9090", true), ("http://[::1]:8080", true),
        ("https://id.example.com", true), ("http://id.example.com", false),
    ])
    func acceptsHTTPOnThisMachineWhereTheIssuerIsThere(endpoints: String, isAccepted: Bool) async throws {
        let app = try TestApp()
        let issuer = "http://localhost:8080"
        var metadata = app.server.metadata
        metadata.issuer = issuer
        for endpoint in Self.endpoints {
            metadata[keyPath: endpoint] = metadata[keyPath: endpoint].flatMap { URL(string: endpoints + $0.path) }
        }
        let answer = app.server.ok(metadata)
        app.server.next(OpenIDConfigurationEndpoint.path) { _ in answer }
        var configuration = app.gatehouse.configuration
        configuration.issuer = try #require(URL(string: issuer))
        let gatehouse = GatehouseClient(configuration)
        let isReached: Bool
        do throws(AuthError) {
            try await gatehouse.reachServer()
            isReached = true
        } catch {
            #expect(error.code == .misconfigured)
            isReached = false
        }
        #expect(isReached == isAccepted)
    }

    @Test func acceptsSchemeInCapitals() throws {
        #expect(try #require(URL(string: "HTTPS://id.example.com/token")).isSafeServer)
        #expect(try #require(URL(string: "HTTP://localhost/token")).isSafeServer)
        #expect(try !#require(URL(string: "HTTP://id.example.com/token")).isSafeServer)
    }
}
