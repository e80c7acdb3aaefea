import Gatehouse
import GatehouseStore
import GatehouseTesting
import Testing

@Suite struct ChangesTheirMindTests {
    @Test(arguments: Backend.allCases)
    func whoDoesNotAgreeHasCancelledAndNothingHasFailed(backend: Backend) async throws {
        let world = try await World(on: backend)
        let device = world.device(of: ScriptedPerson(email: "ada@example.com", agrees: false))
        let refusal = try await failure { try await device.app.signIn(scopes: [.email]) }
        #expect(refusal.code == .cancelled)
        #expect(refusal.recovery == .none)
        #expect(try await device.app.session() == nil)
        #expect(device.requests(for: "/oauth2/token") == 0)
        #expect(try await world.audited().last == .consentRefused)
    }

    @Test func whoClosesThePageHasCancelledAndMayComeBack() async throws {
        let world = try await World()
        let attempts = Attempts()
        let device = world.device { [server = world.server] browser in
            guard await attempts.next() > 1 else { return }
            try await ScriptedPerson.ada.walk(browser, on: server)
        }
        #expect(try await failure { try await device.app.signIn() }.code == .cancelled)
        #expect(try await device.app.session() == nil)
        #expect(try await device.app.signIn().account.id.isEmpty == false)
    }

    @Test func whoPressesCancelOnTheFirstPageHasCancelledToo() async throws {
        let world = try await World()
        let device = world.device { try await $0.submit(action: "cancel") }
        let refusal = try await failure { try await device.app.signIn() }
        #expect(refusal.code == .cancelled)
        #expect(refusal.serverCode == "access_denied")
    }
}

/// Counts how often a person has tried.
private actor Attempts {
    private var count = 0

    func next() -> Int {
        count += 1
        return count
    }
}
