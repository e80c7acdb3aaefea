import Gatehouse
import GatehouseTesting
import Testing

@Suite(.timeLimit(.minutes(2))) struct IsShutOutTests {
    /// What an operator does, by its name.
    enum Measure: String, CaseIterable, Sendable {
        case endsTheSessions, disablesTheAccount, deletesTheAccount

        func take(in world: World) async throws {
            switch self {
            case .endsTheSessions: try await world.endSessions()
            case .disablesTheAccount: try await world.disable()
            case .deletesTheAccount: try await world.delete()
            }
        }
    }

    @Test(arguments: Backend.allCases, Measure.allCases)
    func theAppHearsOfItWithTheNextQuestion(backend: Backend, measure: Measure) async throws {
        let world = try await World(on: backend)
        let device = world.device()
        let session = try await device.app.signIn()
        let states = device.app.states
        try await measure.take(in: world)

        let refusal = try await failure { try await session.user() }
        #expect(refusal.code == .signedOut)
        #expect(refusal.serverCode == "invalid_grant")
        let told: [SessionState] = [.signedIn(session.account), .signedOut(.refused("invalid_grant"))]
        #expect(await states.until(.signedOut(.refused("invalid_grant"))) == told)
        #expect(try await device.relaunched().session() == nil)
    }

    @Test func whoIsDisabledCannotSignInAgain() async throws {
        let world = try await World()
        try await world.device().app.signIn()
        try await world.disable()
        let device = world.device()
        #expect(try await failure { try await device.app.signIn() }.code == .cancelled)
        #expect(
            try await world.liveSessions() == 1,
            "The session stays, and is worth nothing while the account is shut."
        )
    }

    @Test func whoIsDeletedComesBackAsSomebodyNew() async throws {
        let world = try await World()
        let device = world.device()
        let before = try await device.app.signIn().account
        try await world.delete()
        let after = try await device.app.signIn(interaction: .always).account
        #expect(after.id != before.id)
        #expect(try await device.app.accounts() == [after])
    }
}
