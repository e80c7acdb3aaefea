import Foundation
import Gatehouse
import GatehouseStore
import GatehouseTesting
import Testing

@Suite(.timeLimit(.minutes(2))) struct LosesAnAnswerTests {
    @Test(arguments: Backend.allCases)
    func aRefreshWhoseAnswerIsLostSignsNobodyOut(backend: Backend) async throws {
        let world = try await World(on: backend)
        let device = world.device()
        let session = try await device.app.signIn()
        let before = try await device.copiedRefreshToken()

        world.server.clock.advance(by: 3_600)
        device.network.failNext("/oauth2/token", with: .losesAnswer)
        let loss = try await failure { try await session.accessToken() }
        #expect(loss.code == .network)
        #expect(try await device.copiedRefreshToken() == before, "The app still has the token that is spent.")
        #expect(await device.app.told(.signedInOffline(session.account)).count == 1)

        // Long after: the person was on a flight, not on a blink of the network.
        world.server.clock.advance(by: 86_400)
        let token = try await session.accessToken()
        #expect(token.expiresAt == world.server.clock.now + 3_600)
        // What a refresh brought is stored before the next look into the store.
        #expect(try await device.app.accounts().count == 1)
        #expect(try await device.copiedRefreshToken() != before)
        #expect(await device.app.told(.signedIn(session.account)).count == 1)
        #expect(try await !world.audited().contains(.refreshReplayed))
    }

    @Test func aProcessThatDiesBeforeItKeepsTheAnswerLosesNobodyEither() async throws {
        let world = try await World()
        let device = world.device()
        let account = try await device.app.signIn().account
        world.server.clock.advance(by: 3_600)
        device.network.failNext("/oauth2/token", with: .losesAnswer)
        _ = try await failure { try await device.app.session()?.accessToken() }

        let relaunched = device.relaunched()
        #expect(try await relaunched.signIn(interaction: .never).account.id == account.id)
    }

    @Test func aSignInWhoseAnswerIsLostIsAnErrorAndTheNextOneWorks() async throws {
        let world = try await World()
        let device = world.device()
        device.network.failNext("/oauth2/token", with: .losesAnswer)
        #expect(try await failure { try await device.app.signIn() }.code == .network)
        #expect(try await device.app.session() == nil)
        #expect(try await device.app.signIn().user().id.isEmpty == false)
    }
}
