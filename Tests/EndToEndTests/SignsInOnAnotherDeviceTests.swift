import Foundation
import Gatehouse
import GatehouseHTTP
import GatehouseTesting
import Testing

@Suite struct SignsInOnAnotherDeviceTests {
    /// What a person does in a browser of theirs with the code that a television shows.
    private func follow(
        _ prompt: DeviceAuthorizationPrompt,
        as person: ScriptedPerson,
        on server: TestServer
    ) async throws -> ScriptedBrowser {
        let browser = ScriptedBrowser(on: server, address: "198.51.100.99")
        await browser.open(prompt.verificationURI)
        try await browser.submit([PageInput.userCode.rawValue: prompt.userCode])
        try await person.walk(browser, on: server)
        return browser
    }

    @Test(arguments: Backend.allCases)
    func theTelevisionIsSignedInOnceThePersonHasSaidYesOnTheirPhone(backend: Backend) async throws {
        let world = try await World(on: backend)
        let television = world.device()
        let server = world.server
        let session = try await television.app.signInWithDevice(scopes: [.email]) { prompt in
            await #expect(throws: Never.self) {
                let phone = try await follow(prompt, as: .ada, on: server)
                #expect(await phone.location.path() == "/device/connected")
            }
        }
        #expect(try await session.user().email == "ada@example.com")
        #expect(television.requests(for: "/oauth2/token") == 1)
        world.server.clock.advance(by: 3_600)
        #expect(try await television.relaunched().signIn(interaction: .never).account.id == session.account.id)
    }

    @Test func aPersonWhoSaysNoHasCancelled() async throws {
        let world = try await World()
        let server = world.server
        let television = world.device()
        let refuser = ScriptedPerson(email: "ada@example.com", agrees: false)
        let refusal = try await failure {
            try await television.app.signInWithDevice { prompt in
                await #expect(throws: Never.self) { _ = try await follow(prompt, as: refuser, on: server) }
            }
        }
        #expect(refusal.code == .cancelled)
        #expect(refusal.serverCode == "access_denied")
        #expect(try await television.app.session() == nil)
    }

    @Test func aCodeThatNobodyTypesExpiresAndIsAskedForNoLonger() async throws {
        let world = try await World()
        let television = world.device()
        let refusal = try await failure { try await television.app.signInWithDevice { _ in } }
        #expect(refusal.code == .expired)
        #expect(refusal.recovery == .interact)
        #expect(television.requests(for: "/oauth2/token") == 119, "Every five seconds of ten minutes, but the last.")
    }
}
