import Gatehouse
import GatehouseStore
import GatehouseTesting
import Testing

@Suite struct WrongCodeTests {
    @Test(arguments: Backend.allCases)
    func reportsWrongCodeAndAcceptsCorrectCodeAfterwards(backend: Backend) async throws {
        let world = try await World(on: backend)
        let device = world.device { [server = world.server] browser in
            try await browser.submit(["email": "ada@example.com"])
            let code = try #require(try await server.mailedCode(to: "ada@example.com"))
            try await browser.submit(["code": code == "12345678" ? "87654321" : "12345678"])
            #expect(await browser.heading == "Check your email")
            #expect(await browser.problems.count == 2, "The error is shown above the form and next to the field.")
            try await browser.submit(["code": code])
            try await ScriptedUser.ada.signIn(in: browser, on: server)
        }
        let session = try await device.app.signIn(scopes: [.email])
        #expect(try await session.user().email == "ada@example.com")
        #expect(
            try await world.auditKinds().filter { $0 == .codeRejected || $0 == .signedIn } == [
                .codeRejected, .signedIn,
            ]
        )
    }
}
