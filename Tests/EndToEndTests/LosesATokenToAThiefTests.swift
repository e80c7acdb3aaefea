import Gatehouse
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import Testing

@Suite(.timeLimit(.minutes(2))) struct LosesATokenToAThiefTests {
    @Test(arguments: Backend.allCases)
    func anOldRefreshTokenInOtherHandsEndsTheSessionAndTheAppIsTold(backend: Backend) async throws {
        let world = try await World(on: backend)
        let device = world.device()
        let session = try await device.app.signIn()
        let stolen = try await device.copiedRefreshToken()
        for _ in 0..<2 {
            world.server.clock.advance(by: 3_600)
            _ = try await session.accessToken()
        }
        world.server.clock.advance(by: 60)
        let states = device.app.states

        let thief = Thief(server: world.server)
        await #expect { try await thief.refresh(with: stolen) } throws: { ($0 as? OAuthError)?.code == .invalidGrant }
        #expect(try await world.audited().last == .refreshReplayed)
        #expect(try await world.liveSessions() == 0)

        #expect(try await failure { try await session.user() }.code == .signedOut)
        let told: [SessionState] = [.signedIn(session.account), .signedOut(.refused("invalid_grant"))]
        #expect(await states.until(.signedOut(.refused("invalid_grant"))) == told)
        #expect(try await device.app.signIn().account.id == session.account.id)
    }

    @Test func whoFallsTwoBehindGivesTheTheftAway() async throws {
        let world = try await World()
        let device = world.device()
        let session = try await device.app.signIn()
        let stolen = try await device.copiedRefreshToken()

        // The thief is first, and twice: the app, which still has the token both began with, is the one that is late.
        world.server.clock.advance(by: 3_600)
        let thief = Thief(server: world.server)
        let second = try #require(try await thief.refresh(with: stolen).refreshToken)
        let third = try #require(try await thief.refresh(with: second).refreshToken)
        world.server.clock.advance(by: 60)
        #expect(try await failure { try await session.accessToken() }.code == .signedOut)
        await #expect { try await thief.refresh(with: third) } throws: { ($0 as? OAuthError)?.code == .invalidGrant }
        #expect(await device.app.told(.signedOut(.refused("invalid_grant"))).count == 1)
    }

    @Test(arguments: Backend.allCases)
    func aCodeThatIsSentAgainTakesBackWhatItGave(backend: Backend) async throws {
        let world = try await World(on: backend)
        let device = world.device()
        let session = try await device.app.signIn()
        let overheard = try #require(device.wiretap.last("/oauth2/token"))

        let thief = Thief(server: world.server)
        await #expect { try await thief.replay(overheard) } throws: { ($0 as? OAuthError)?.code == .invalidGrant }
        #expect(try await world.audited().last == .codeReplayed)
        let refusal = try await failure { try await session.user() }
        #expect(refusal.code == .signedOut)
        #expect(await device.app.told(.signedOut(.refused("invalid_grant"))).count == 1)
    }
}
