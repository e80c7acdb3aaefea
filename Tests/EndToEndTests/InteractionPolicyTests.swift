import Foundation
import Gatehouse
import GatehouseTesting
import Testing

@Suite(.timeLimit(.minutes(2))) struct InteractionPolicyTests {
    private let authorizationPath = "/oauth2/authorize"
    private let tokenPath = "/oauth2/token"

    @Test(arguments: Backend.allCases)
    func returnsStoredSessionAndRefreshesExpiredTokenIfNeeded(backend: Backend) async throws {
        let world = try await World(on: backend)
        let device = world.device()
        let first = try await device.app.signIn(scopes: [.email])
        let mails = try await world.server.mailCount

        let stored = try await device.relaunched().signIn(scopes: [.email])
        #expect(device.requests(for: tokenPath) == 1)
        #expect(try await stored.accessToken() == first.accessToken())

        world.server.clock.advance(by: 3_600)
        let refreshed = try await device.relaunched().signIn(scopes: [.email])
        #expect(device.requests(for: tokenPath) == 2)
        #expect(refreshed.account.id == first.account.id)
        #expect(try await refreshed.accessToken().expiresAt == world.server.clock.now + 3_600)
        #expect(try await refreshed.user().email == "ada@example.com")
        #expect(try await world.server.mailCount == mails)
    }

    @Test func requestsMissingScopesIfNeeded() async throws {
        let world = try await World()
        let device = world.device()
        let first = try await device.app.signIn(scopes: [.email])
        #expect(try await first.user().claims.phoneNumber == nil)
        let second = try await device.app.signIn(scopes: [.phone])
        #expect(second.account.id == first.account.id)
        #expect(second.scopes == [.openid, .offlineAccess, .phone, .email])
        for await path in device.recorder.answered where path == "/oauth2/revoke" { break }
        #expect(try await world.liveSessions() == 1)
    }

    @Test func failsWithNeverInteractionWhenInteractionIsRequired() async throws {
        let world = try await World()
        let device = world.device()
        let error = try await failure { try await device.app.signIn(interaction: .never) }
        #expect(error.code == .interactionRequired)
        #expect(error.recovery == .signInAgain)
        #expect(try await world.server.mailCount == 0)

        let session = try await device.app.signIn()
        world.server.clock.advance(by: 3_600)
        #expect(try await device.app.signIn(interaction: .never).account.id == session.account.id)
        #expect(try await failure { try await device.app.signIn(scopes: [.phone], interaction: .never) } == error)
    }

    @Test func signsInAgainAndRevokesPreviousSessionWithAlwaysInteraction() async throws {
        let world = try await World()
        let device = world.device()
        let first = try await device.app.signIn()
        let mails = try await world.server.mailCount
        world.server.clock.advance(by: 60)
        let second = try await device.app.signIn(interaction: .always)
        #expect(try await world.server.mailCount == mails + 1)
        #expect(second.account.id == first.account.id)
        #expect(try await failure { try await first.accessToken() }.code == .signedOut)
        for await path in device.recorder.answered where path == "/oauth2/revoke" { break }
        #expect(try await world.liveSessions() == 1)
        #expect(try await second.user().id == first.account.id)
    }
}
