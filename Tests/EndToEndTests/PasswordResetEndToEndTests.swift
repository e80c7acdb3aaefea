import Gatehouse
import GatehouseTesting
import Testing

@Suite(.timeLimit(.minutes(2))) struct PasswordResetEndToEndTests {
    private let email = "ada@example.com"
    private let old = "correct horse battery"
    private let new = "purple monkey dishwasher"

    private func recoverPassword(_ browser: ScriptedBrowser, _ server: TestServer) async throws {
        try await browser.submit(["email": email], action: "password")
        try await browser.submit(action: "reset")
        try await browser.submit(["code": try #require(try await server.mailedCode(to: email))])
        try await browser.submit(["password": new])
        try await ScriptedUser(email: email).signIn(in: browser, on: server)
    }

    @Test(arguments: Backend.allCases)
    func endsSessionsOfOldPasswordAndKeepsNewSession(backend: Backend) async throws {
        let world = try await World(on: backend)
        let phone = world.device(of: ScriptedUser(email: email, password: old, isNew: true))
        let session = try await phone.app.signIn(scopes: [.email])
        let tablet = world.device(of: ScriptedUser(email: email, password: old))
        try await tablet.app.signIn()
        #expect(try await world.liveSessions() == 2)

        world.server.clock.advance(by: 60)
        let laptop = world.device { [server = world.server] in try await recoverPassword($0, server) }
        let renewed = try await laptop.app.signIn()
        #expect(renewed.account.id == session.account.id)
        #expect(try await world.liveSessions() == 1)

        // The access token is rejected immediately, before it expires.
        let error = try await failure { try await session.user() }
        #expect(error.code == .signedOut)
        #expect(error.signedOutReason == .credentialsChanged)
        #expect(await phone.app.observedStates(until: .signedOut(.credentialsChanged)).count == 1)
        #expect(try await renewed.user().id == session.account.id)

        let again = world.device(of: ScriptedUser(email: email, password: new))
        #expect(try await again.app.signIn().account.id == session.account.id)
        let late = world.device(of: ScriptedUser(email: email, password: old))
        #expect(try await failure { try await late.app.signIn() }.code == .cancelled)
    }
}
