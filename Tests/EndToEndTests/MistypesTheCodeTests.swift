import Gatehouse
import GatehouseStore
import GatehouseTesting
import Testing

@Suite struct MistypesTheCodeTests {
    @Test(arguments: Backend.allCases)
    func aWrongCodeIsSaidToBeWrongAndTheRightOneStillOpens(backend: Backend) async throws {
        let world = try await World(on: backend)
        let device = world.device { [server = world.server] browser in
            try await browser.submit(["email": "ada@example.com"])
            let code = try #require(try await server.mailedCode(to: "ada@example.com"))
            try await browser.submit(["code": code == "12345678" ? "87654321" : "12345678"])
            #expect(await browser.heading == "Check your e-mail")
            #expect(await browser.problems.count == 2, "The problem stands above the form and beside the field.")
            try await browser.submit(["code": code])
            try await ScriptedPerson.ada.walk(browser, on: server)
        }
        let session = try await device.app.signIn(scopes: [.email])
        #expect(try await session.user().email == "ada@example.com")
        #expect(
            try await world.audited().filter { $0 == .codeRejected || $0 == .signedIn } == [.codeRejected, .signedIn]
        )
    }
}
