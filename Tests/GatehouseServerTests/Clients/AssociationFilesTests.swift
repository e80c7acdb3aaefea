import Foundation
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import Testing

@Suite struct AssociationFilesTests {
    private let server: ServerHarness
    private let files: AssociationFiles

    init() throws {
        server = try ServerHarness()
        files = AssociationFiles(
            issuer: ServerHarness.issuer,
            records: server.identity.records,
            environment: server.identity.environment
        )
    }

    @Test func createsNoFileWithoutMobileApps() async throws {
        _ = try await server.addClient()
        #expect(try await files.appleAppSiteAssociation() == nil)
        #expect(try await files.assetLinks() == nil)
    }

    @Test func listsEachAppleAppOnceWithLinksOfTheHost() async throws {
        _ = try await server.addClient("one") {
            $0.mobileApps = MobileApps(appleAppIDs: ["A1B2C3D4E5.com.example.one", "A1B2C3D4E5.com.example.shared"])
            $0.redirectURIs = [
                "https://id.example.com/one?from=app", "https://ID.example.com:443/two", "https://id.example.com",
                "https://other.example.com/one", "https://id.example.com:8443/one", "com.example.one:/callback",
            ]
        }
        _ = try await server.addClient("two") {
            $0.mobileApps = MobileApps(appleAppIDs: ["A1B2C3D4E5.com.example.shared"])
            $0.redirectURIs = ["com.example.two:/callback"]
        }
        let file = try #require(try await files.appleAppSiteAssociation())
        #expect(file.webCredentials.apps == ["A1B2C3D4E5.com.example.one", "A1B2C3D4E5.com.example.shared"])
        #expect(
            file.appLinks?.details == [
                AppleAppSiteAssociation.Detail(
                    appIDs: ["A1B2C3D4E5.com.example.one", "A1B2C3D4E5.com.example.shared"],
                    components: ["/one", "/two", "/"].map { AppleAppSiteAssociation.Component(path: $0) }
                )
            ]
        )
        #expect(try await files.assetLinks() == nil)
    }

    @Test func mergesFingerprintsOfOneAndroidApp() async throws {
        for (id, fingerprints) in [("one", ["AA", "BB"]), ("two", ["BB", "CC"])] {
            _ = try await server.addClient(id) {
                $0.mobileApps = MobileApps(androidApps: [
                    MobileApps.AndroidApp(packageName: "com.example.app", fingerprints: fingerprints)
                ])
            }
        }
        let statements = try #require(try await files.assetLinks()).statements
        #expect(statements.map(\.target.packageName) == ["com.example.app"])
        #expect(statements.map(\.target.fingerprints) == [["AA", "BB", "CC"]])
        #expect(try await files.appleAppSiteAssociation() == nil)
    }

    @Test func excludesClientsOfDevelopmentMode() async throws {
        _ = try await server.addClient {
            $0.mobileApps = MobileApps(appleAppIDs: ["A1B2C3D4E5.com.example.app"])
            $0.isForDevelopment = true
        }
        #expect(try await files.appleAppSiteAssociation() == nil)
    }

    @Test func readsClientsAgainAfterTenSeconds() async throws {
        #expect(try await files.appleAppSiteAssociation() == nil)
        _ = try await server.addClient { $0.mobileApps = MobileApps(appleAppIDs: ["A1B2C3D4E5.com.example.app"]) }
        server.clock.advance(by: 9)
        #expect(try await files.appleAppSiteAssociation() == nil)
        server.clock.advance(by: 1)
        #expect(try await files.appleAppSiteAssociation() != nil)
    }
}
