import Foundation
import Gatehouse
import GatehouseTesting
import Testing

@Suite(.timeLimit(.minutes(2))) struct AsksOnlyWhenItMustTests {
    private let pages = "/oauth2/authorize"
    private let tokens = "/oauth2/token"

    @Test(arguments: Backend.allCases)
    func automaticAnswersFromWhatIsStoredAndRefreshesWhatHasExpired(backend: Backend) async throws {
        let world = try await World(on: backend)
        let device = world.device()
        let first = try await device.app.signIn(scopes: [.email])
        let mails = try await world.server.mailCount

        let stored = try await device.relaunched().signIn(scopes: [.email])
        #expect(device.requests(for: tokens) == 1)
        #expect(try await stored.accessToken() == first.accessToken())

        world.server.clock.advance(by: 3_600)
        let refreshed = try await device.relaunched().signIn(scopes: [.email])
        #expect(device.requests(for: tokens) == 2)
        #expect(refreshed.account.id == first.account.id)
        #expect(try await refreshed.accessToken().expiresAt == world.server.clock.now + 3_600)
        #expect(try await refreshed.user().email == "ada@example.com")
        #expect(try await world.server.mailCount == mails)
    }

    @Test func automaticAsksForMoreThanWasGranted() async throws {
        let world = try await World()
        let device = world.device()
        let less = try await device.app.signIn(scopes: [.email])
        #expect(try await less.user().claims.phoneNumber == nil)
        let more = try await device.app.signIn(scopes: [.phone])
        #expect(more.account.id == less.account.id)
        #expect(more.scopes == [.openid, .offlineAccess, .phone, .email])
        for await path in device.wiretap.answered where path == "/oauth2/revoke" { break }
        #expect(try await world.liveSessions() == 1)
    }

    @Test func neverIsAnErrorWhereAPageWouldBeNeeded() async throws {
        let world = try await World()
        let device = world.device()
        let refusal = try await failure { try await device.app.signIn(interaction: .never) }
        #expect(refusal.code == .interactionRequired)
        #expect(refusal.recovery == .interact)
        #expect(try await world.server.mailCount == 0)

        let session = try await device.app.signIn()
        world.server.clock.advance(by: 3_600)
        #expect(try await device.app.signIn(interaction: .never).account.id == session.account.id)
        #expect(try await failure { try await device.app.signIn(scopes: [.phone], interaction: .never) } == refusal)
    }

    @Test func alwaysAsksAgainAndLeavesOneSessionBehind() async throws {
        let world = try await World()
        let device = world.device()
        let first = try await device.app.signIn()
        let mails = try await world.server.mailCount
        world.server.clock.advance(by: 60)
        let second = try await device.app.signIn(interaction: .always)
        #expect(try await world.server.mailCount == mails + 1)
        #expect(second.account.id == first.account.id)
        #expect(try await failure { try await first.accessToken() }.code == .signedOut)
        for await path in device.wiretap.answered where path == "/oauth2/revoke" { break }
        #expect(try await world.liveSessions() == 1)
        #expect(try await second.user().id == first.account.id)
    }
}
