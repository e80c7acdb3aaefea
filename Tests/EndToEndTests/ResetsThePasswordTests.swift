import Gatehouse
import GatehouseTesting
import Testing

@Suite(.timeLimit(.minutes(2))) struct ResetsThePasswordTests {
    private let email = "ada@example.com"
    private let old = "correct horse battery"
    private let new = "purple monkey dishwasher"

    private func forgets(_ browser: ScriptedBrowser, _ server: TestServer) async throws {
        try await browser.submit(["email": email], action: "password")
        try await browser.submit(action: "reset")
        try await browser.submit(["code": try #require(try await server.mailedCode(to: email))])
        try await browser.submit(["password": new])
        try await ScriptedPerson(email: email).walk(browser, on: server)
    }

    @Test(arguments: Backend.allCases)
    func everyDeviceTheOldPasswordOpenedIsSignedOutAndTheNewOneGoesOn(backend: Backend) async throws {
        let world = try await World(on: backend)
        let phone = world.device(of: ScriptedPerson(email: email, password: old, isNew: true))
        let session = try await phone.app.signIn(scopes: [.email])
        let tablet = world.device(of: ScriptedPerson(email: email, password: old))
        try await tablet.app.signIn()
        #expect(try await world.liveSessions() == 2)

        world.server.clock.advance(by: 60)
        let laptop = world.device { [server = world.server] in try await forgets($0, server) }
        let anew = try await laptop.app.signIn()
        #expect(anew.account.id == session.account.id)
        #expect(try await world.liveSessions() == 1)

        // The access token dies at once, not with its hour.
        let refusal = try await failure { try await session.user() }
        #expect(refusal.code == .signedOut)
        #expect(refusal.serverCode == "invalid_grant")
        #expect(await phone.app.told(.signedOut(.refused("invalid_grant"))).count == 1)
        #expect(try await anew.user().id == session.account.id)

        let again = world.device(of: ScriptedPerson(email: email, password: new))
        #expect(try await again.app.signIn().account.id == session.account.id)
        let late = world.device(of: ScriptedPerson(email: email, password: old))
        #expect(try await failure { try await late.app.signIn() }.code == .cancelled)
    }
}
