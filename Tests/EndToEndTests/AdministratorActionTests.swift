import Gatehouse
import GatehouseTesting
import Testing

@Suite(.timeLimit(.minutes(2))) struct AdministratorActionTests {
    /// An action of an operator on an account.
    enum AdministratorAction: String, CaseIterable, Sendable {
        case endSessions, disableAccount, deleteAccount

        /// The reason that the app learns.
        var reason: SignedOutReason {
            switch self {
            case .endSessions, .disableAccount: .endedByOperator
            // The session's record, which has the reason, is gone with the account.
            case .deleteAccount: .endedByServer(errorCode: "invalid_grant")
            }
        }

        func perform(in world: World) async throws {
            switch self {
            case .endSessions: try await world.endSessions()
            case .disableAccount: try await world.disable()
            case .deleteAccount: try await world.delete()
            }
        }
    }

    @Test(arguments: Backend.allCases, AdministratorAction.allCases)
    func signsOutOnNextRequest(backend: Backend, action: AdministratorAction) async throws {
        let world = try await World(on: backend)
        let device = world.device()
        let session = try await device.app.signIn()
        let states = device.app.states
        try await action.perform(in: world)

        let error = try await failure { try await session.user() }
        #expect(error.code == .signedOut)
        #expect(error.signedOutReason == action.reason)
        let expected: [SessionState] = [.signedIn(session.account.info), .signedOut(action.reason)]
        #expect(await states.until(.signedOut(action.reason)) == expected)
        #expect(try await device.relaunched().session() == nil)
    }

    @Test func rejectsSignInOfDisabledAccount() async throws {
        let world = try await World()
        try await world.device().app.signIn()
        try await world.disable()
        let device = world.device()
        #expect(try await failure { try await device.app.signIn() }.code == .cancelled)
        #expect(
            try await world.liveSessions() == 1,
            "The session remains stored but is unusable while the account is disabled."
        )
    }

    @Test func createsNewAccountAfterDeletion() async throws {
        let world = try await World()
        let device = world.device()
        let before = try await device.app.signIn().account.info
        try await world.delete()
        let after = try await device.app.signIn(interaction: .always).account.info
        #expect(after.id != before.id)
        #expect(try await device.app.accounts() == [after])
    }
}
