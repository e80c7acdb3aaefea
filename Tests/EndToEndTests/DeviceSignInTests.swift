import Foundation
import Gatehouse
import GatehouseHTTP
import GatehouseTesting
import Testing

@Suite struct DeviceSignInTests {
    /// Enters the user code in a second browser and signs in there.
    private func authorize(
        _ prompt: DeviceAuthorizationPrompt,
        as user: ScriptedUser,
        on server: TestServer
    ) async throws -> ScriptedBrowser {
        let browser = ScriptedBrowser(on: server, address: "198.51.100.99")
        await browser.open(prompt.verificationURI)
        try await browser.submit([PageInput.userCode.rawValue: prompt.userCode])
        try await user.signIn(in: browser, on: server)
        return browser
    }

    @Test(arguments: Backend.allCases)
    func signsInAfterApprovalOnAnotherDevice(backend: Backend) async throws {
        let world = try await World(on: backend)
        let television = world.device()
        let server = world.server
        let session = try await television.app.signInWithDeviceCode(scopes: [.email]) { prompt in
            await #expect(throws: Never.self) {
                let phone = try await authorize(prompt, as: .ada, on: server)
                #expect(await phone.location.path() == "/device/connected")
            }
        }
        #expect(try await session.user().email == "ada@example.com")
        #expect(television.requests(for: "/oauth2/token") == 1)
        world.server.clock.advance(by: 3_600)
        #expect(try await television.relaunched().signIn(interaction: .never).account.id == session.account.id)
    }

    @Test func reportsDeniedApprovalAsCancellation() async throws {
        let world = try await World()
        let server = world.server
        let television = world.device()
        let user = ScriptedUser(email: "ada@example.com", agrees: false)
        let error = try await failure {
            try await television.app.signInWithDeviceCode { prompt in
                await #expect(throws: Never.self) { _ = try await authorize(prompt, as: user, on: server) }
            }
        }
        #expect(error.code == .cancelled)
        #expect(error.response?.error == "access_denied")
        #expect(try await television.app.session() == nil)
    }

    @Test func stopsPollingWhenUserCodeExpires() async throws {
        let world = try await World()
        let television = world.device()
        let error = try await failure { try await television.app.signInWithDeviceCode { _ in } }
        #expect(error.code == .flowExpired)
        #expect(error.recovery == .signInAgain)
        #expect(
            television.requests(for: "/oauth2/token") == 119,
            "One request every five seconds for ten minutes, except at expiry."
        )
    }
}
