import Foundation
import Gatehouse
import GatehouseTestSupport
import GatehouseTesting
import KiiSDK
import Testing

/// The bridge from the vendor's API to Gatehouse's own.
@Suite(.serialized, .ownState, .timeLimit(.minutes(3))) struct GatehouseSessionTests {
    // The sample of the documentation.
    func deleteAccount() async throws -> Date? {
        try await KiiUser.current()?.gatehouseSession?.account.delete()
    }

    @Test func deletesAccountOfLoggedInUser() async throws {
        let world = try await GatehouseWorld()
        world.launch()
        let user = try await world.register("ada")
        let details = try #require(try await user.gatehouseSession?.account.details())
        #expect(details.username == "ada")
        #expect(details.subject == user.userID)
        #expect(try #require(try await deleteAccount()) >= world.server.clock.now)
        #expect(KiiUser.current() == nil)
        #expect(user.gatehouseSession == nil)
    }

    @Test func requiresLogInIfLastOneIsNotRecent() async throws {
        let world = try await GatehouseWorld()
        world.launch()
        try await world.register("ada")
        world.server.clock.advance(by: 11 * 60)
        let error = await #expect(throws: AuthError.self) { try await deleteAccount() }
        #expect(error?.code == .reauthenticationRequired)
        try await KiiUser.authenticate("ada", withPassword: GatehouseWorld.password)
        #expect(try await deleteAccount() != nil)
    }

    @Test func matchesSampleInDocumentation() throws {
        let file = URL(filePath: #filePath)
        let root = file.deletingLastPathComponent().appending(path: "../../..").standardized
        let page = try String(
            contentsOf: root.appending(path: "Sources/KiiSDK/KiiSDK.docc/KiiSDK.md"),
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
