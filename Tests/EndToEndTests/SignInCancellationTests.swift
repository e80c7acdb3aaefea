import Gatehouse
import GatehouseStore
import GatehouseTesting
import Testing

@Suite struct SignInCancellationTests {
    @Test(arguments: Backend.allCases)
    func reportsDeniedConsentAsCancellation(backend: Backend) async throws {
        let world = try await World(on: backend)
        let device = world.device(of: ScriptedUser(email: "ada@example.com", agrees: false))
        let error = try await failure { try await device.app.signIn(scopes: [.email]) }
        #expect(error.code == .cancelled)
        #expect(error.recovery == .none)
        #expect(try await device.app.session() == nil)
        #expect(device.requests(for: "/oauth2/token") == 0)
        #expect(try await world.auditKinds().last == .consentDenied)
    }

    @Test func reportsClosedBrowserAsCancellationAndAllowsRetry() async throws {
        let world = try await World()
        let attempts = Attempts()
        let device = world.device { [server = world.server] browser in
            guard await attempts.next() > 1 else { return }
            try await ScriptedUser.ada.signIn(in: browser, on: server)
        }
        #expect(try await failure { try await device.app.signIn() }.code == .cancelled)
        #expect(try await device.app.session() == nil)
        #expect(try await device.app.signIn().account.id.isEmpty == false)
    }

    @Test func reportsCancelButtonAsCancellation() async throws {
        let world = try await World()
        let device = world.device { try await $0.submit(action: "cancel") }
        let error = try await failure { try await device.app.signIn() }
        #expect(error.code == .cancelled)
        #expect(error.response?.error == "access_denied")
    }
}

/// Counts sign-in attempts.
private actor Attempts {
    private var count = 0

    func next() -> Int {
        count += 1
        return count
    }
}
