import Foundation
import Gatehouse
import GatehouseStore
import GatehouseTestSupport
import GatehouseTesting
import GatehouseWire
import LoginWithAmazon
import Testing

/// The bridge from the vendor's API to Gatehouse's own.
@Suite(.serialized, .ownState, .timeLimit(.minutes(3))) struct GatehouseSessionTests {
    // The sample of the documentation.
    func deleteAccount() async throws -> Date? {
        try await AMZNAuthorizationManager.shared().gatehouseSession()?.account.delete()
    }

    /// Returns a world whose app may manage accounts.
    private func world() async throws -> GatehouseWorld {
        let world = try await GatehouseWorld()
        var client = try #require(try await world.server.store.client(Client.ID(world.apiKey.clientID)))
        client.scopes.insert(.account)
        try await world.server.store.commit([.client(.update(client))])
        world.launch()
        return world
    }

    private let scopes = [AMZNProfileScope.profile(), AMZNScopeFactory.scope(withName: "account")]

    @Test func deletesAccountOfSignedInUser() async throws {
        let world = try await world()
        #expect(try await AMZNAuthorizationManager.shared().gatehouseSession() == nil)
        #expect(await Calls.authorize(scopes).token != nil)
        let session = try #require(try await AMZNAuthorizationManager.shared().gatehouseSession())
        #expect(try await session.account.details().addresses.map(\.value) == ["ada@example.com"])
        #expect(try #require(try await deleteAccount()) > world.server.clock.now)
        #expect(try await AMZNAuthorizationManager.shared().gatehouseSession() == nil)
    }

    @Test func reportsMissingScope() async throws {
        _ = try await world()
        #expect(await Calls.authorize().token != nil)
        let error = await #expect(throws: AuthError.self) { try await deleteAccount() }
        #expect(error?.code == .insufficientScope)
    }

    @Test func matchesSampleInDocumentation() throws {
        let file = URL(filePath: #filePath)
        let root = file.deletingLastPathComponent().appending(path: "../../..").standardized
        let page = try String(
            contentsOf: root.appending(path: "Sources/LoginWithAmazon/LoginWithAmazon.docc/LoginWithAmazon.md"),
            encoding: .utf8
        )
        let section = try #require(page.components(separatedBy: "### Managing the account").last)
        let sample = try #require(section.components(separatedBy: "```").dropFirst().first)
        let lines = sample.split(separator: "\n").dropFirst()
        #expect(lines.count == 3)
        let source = try String(contentsOf: file, encoding: .utf8)
        for line in lines { #expect(source.contains("    " + line + "\n")) }
    }
}
