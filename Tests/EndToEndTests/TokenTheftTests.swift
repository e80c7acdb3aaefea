import Gatehouse
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import Testing

/// Stolen bearer credentials; `BoundSessionTests` has those that are bound to a key.
@Suite(.timeLimit(.minutes(2))) struct TokenTheftTests {
    @Test(arguments: Backend.allCases)
    func endsSessionWhenReplacedRefreshTokenIsReplayed(backend: Backend) async throws {
        let world = try await World(on: backend)
        let device = world.device { $0.dpop = .off }
        let session = try await device.app.signIn()
        let stolen = try await device.copiedRefreshToken()
        for _ in 0..<2 {
            world.server.clock.advance(by: 3_600)
            _ = try await session.accessToken()
        }
        world.server.clock.advance(by: 60)
        let states = device.app.states

        let attacker = Attacker(server: world.server)
        await #expect { try await attacker.refresh(with: stolen) } throws: {
            ($0 as? OAuthError)?.code == .invalidGrant
        }
        #expect(try await world.auditKinds().last == .refreshReplayed)
        #expect(try await world.liveSessions() == 0)

        #expect(try await failure { try await session.user() }.code == .signedOut)
        let expected: [SessionState] = [
            .signedIn(session.account.info), .signedOut(.endedByServer(errorCode: "invalid_grant")),
        ]
        #expect(await states.until(.signedOut(.endedByServer(errorCode: "invalid_grant"))) == expected)
        #expect(try await device.app.signIn().account.id == session.account.id)
    }

    @Test func endsSessionWhenAppPresentsTokenReplacedTwice() async throws {
        let world = try await World()
        let device = world.device { $0.dpop = .off }
        let session = try await device.app.signIn()
        let stolen = try await device.copiedRefreshToken()

        // The attacker refreshes first, and twice: the app then presents a token that was replaced twice.
        world.server.clock.advance(by: 3_600)
        let attacker = Attacker(server: world.server)
        let second = try #require(try await attacker.refresh(with: stolen).refreshToken)
        let third = try #require(try await attacker.refresh(with: second).refreshToken)
        world.server.clock.advance(by: 60)
        #expect(try await failure { try await session.accessToken() }.code == .signedOut)
        await #expect { try await attacker.refresh(with: third) } throws: { ($0 as? OAuthError)?.code == .invalidGrant }
        #expect(
            await device.app.observedStates(until: .signedOut(.endedByServer(errorCode: "invalid_grant"))).count == 1
        )
    }

    @Test(arguments: Backend.allCases)
    func revokesSessionWhenAuthorizationCodeIsReplayed(backend: Backend) async throws {
        let world = try await World(on: backend)
        let device = world.device { $0.dpop = .off }
        let session = try await device.app.signIn()
        let captured = try #require(device.recorder.last("/oauth2/token"))

        let attacker = Attacker(server: world.server)
        await #expect { try await attacker.replay(captured) } throws: { ($0 as? OAuthError)?.code == .invalidGrant }
        #expect(try await world.auditKinds().last == .codeReplayed)
        let error = try await failure { try await session.user() }
        #expect(error.code == .signedOut)
        #expect(
            await device.app.observedStates(until: .signedOut(.endedByServer(errorCode: "invalid_grant"))).count == 1
        )
    }
}
