import Foundation
import Gatehouse
import GatehouseTesting
import MSAL
import Testing

/// The bridge from the vendor's API to Gatehouse's own.
@Suite(.timeLimit(.minutes(3))) struct GatehouseSessionTests {
    // The sample of the documentation.
    func deleteAccount(of result: MSALNativeAuthUserAccountResult) async throws -> Date {
        try await result.gatehouseSession.account.delete()
    }

    @Test func deletesAccountOfSignedInUser() async throws {
        let world = try await GatehouseWorld()
        let result = try await world.signUpAndIn()
        let details = try await result.gatehouseSession.account.details()
        #expect(details.addresses.map(\.value) == [GatehouseWorld.email])
        #expect(try await deleteAccount(of: result) > world.server.clock.now)
        #expect(world.app.getNativeAuthUserAccount() == nil)
    }

    @Test func requiresSignInOnScreensOfAppWithoutRedirectURI() async throws {
        let world = try await GatehouseWorld()
        let result = try await world.signUpAndIn()
        world.server.clock.advance(by: 11 * 60)
        let error = await #expect(throws: AuthError.self) { try await deleteAccount(of: result) }
        #expect(error?.code == .reauthenticationRequired)
        #expect(world.app.getNativeAuthUserAccount() != nil)
    }

    @Test func matchesSampleInDocumentation() throws {
        let file = URL(filePath: #filePath)
        let root = file.deletingLastPathComponent().appending(path: "../../..").standardized
        let page = try String(
            contentsOf: root.appending(path: "Sources/MSAL/MSAL.docc/MSAL.md"),
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
