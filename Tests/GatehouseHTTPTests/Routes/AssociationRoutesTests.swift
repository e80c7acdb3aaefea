import Foundation
import GatehouseHTTP
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import Testing

@Suite struct AssociationRoutesTests {
    private static let paths = [
        AppleAppSiteAssociationEndpoint.path, AssetLinksEndpoint.path, RelatedOriginsEndpoint.path,
    ]

    private func send(_ path: String, to server: TestServer) async -> ServerResponse {
        let request = HTTPRequest(method: .get, scheme: "https", authority: "login.example.com", path: path)
        return await server.answer(request, body: Data(), address: "198.51.100.7")
    }

    /// Returns a server with a mobile app and a related origin.
    private func server(issuer: String) async throws -> TestServer {
        let server = TestServer(
            issuer: issuer,
            store: MemoryStore(),
            factors: FactorSettings(relatedOrigins: ["https://example.org"])
        )
        var client = Client.app("app", redirectURIs: [issuer + "/callback"], createdAt: server.clock.now)
        client.mobileApps = MobileApps(
            appleAppIDs: ["A1B2C3D4E5.com.example.app"],
            androidApps: [
                MobileApps.AndroidApp(
                    packageName: "com.example.app",
                    fingerprints: [Array(repeating: "AB", count: 32).joined(separator: ":")]
                )
            ]
        )
        try await server.add(client)
        return server
    }

    @Test(arguments: paths) func isMissingWithoutContent(path: String) async throws {
        let response = await send(path, to: try await ServerFixture().server)
        #expect(response.status == .notFound)
        #expect(response.body.isEmpty)
        #expect(response.fields[.cacheControl] == "no-store")
    }

    /// Phones and browsers look for the files at the root only, and follow no redirects.
    @Test(arguments: paths) func isServedAtTheRootOfTheHost(path: String) async throws {
        for issuer in ["https://login.example.com", "https://login.example.com/auth"] {
            let response = await send(path, to: try await server(issuer: issuer))
            #expect(response.status == .ok)
            #expect(response.fields[.contentType] == "application/json")
        }
        #expect(
            await send("/auth" + path, to: try await server(issuer: "https://login.example.com/auth")).status
                == .notFound
        )
    }

    @Test func linksRedirectURIsBelowIssuerPath() async throws {
        let server = try await server(issuer: "https://login.example.com/auth")
        let file = try AppleAppSiteAssociation(
            body: await send(AppleAppSiteAssociationEndpoint.path, to: server).body,
            fields: [:]
        )
        #expect(file.appLinks?.details.flatMap(\.components).map(\.path) == ["/auth/callback"])
    }

    @Test func listsRelatedOrigins() async throws {
        let server = try await server(issuer: "https://login.example.com")
        let response = await send(RelatedOriginsEndpoint.path, to: server)
        #expect(response.text == #"{"origins":["https://example.org"]}"#)
    }
}
