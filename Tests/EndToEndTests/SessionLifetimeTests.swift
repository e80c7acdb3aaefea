import Foundation
import Gatehouse
import GatehouseTesting
import Testing

@Suite(.timeLimit(.minutes(2))) struct SessionLifetimeTests {
    private let day: TimeInterval = 86_400

    @Test(arguments: Backend.allCases)
    func staysSignedInForOneYearOfRegularUse(backend: Backend) async throws {
        let world = try await World(on: backend)
        let device = world.device()
        let session = try await device.app.signIn()
        let mails = try await world.server.mailCount
        for _ in 0..<7 {
            world.server.clock.advance(by: 52 * day)
            #expect(try await session.user().id == session.account.id)
        }
        #expect(try await world.server.mailCount == mails)

        world.server.clock.advance(by: day)
        #expect(try await failure { try await session.user() }.code == .signedOut)
        #expect(
            await device.app.observedStates(until: .signedOut(.endedByServer(errorCode: "invalid_grant"))).count == 1
        )
    }

    @Test func requiresInteractionAfterTwoMonthsOfInactivity() async throws {
        let world = try await World()
        let device = world.device()
        let account = try await device.app.signIn().account.info
        let mails = try await world.server.mailCount
        world.server.clock.advance(by: 60 * day)
        let relaunched = device.relaunched()
        #expect(try await failure { try await relaunched.signIn(interaction: .never) }.code == .interactionRequired)
        #expect(try await relaunched.signIn().account.id == account.id)
        #expect(try await world.server.mailCount == mails + 1)
    }
}
