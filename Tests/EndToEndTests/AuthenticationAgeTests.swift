import Foundation
import Gatehouse
import GatehouseJOSE
import GatehouseServer
import GatehouseTesting
import GatehouseWire
import Testing

@Suite struct AuthenticationAgeTests {
    /// Returns the `auth_time` of the session's ID token.
    private func authenticated(_ session: Session, _ world: World) async throws -> Date? {
        let token = Secret(try #require(try await session.idToken()))
        let verifier = try await world.server.identity.keyring.verifier()
        return try verifier.verify(token, as: IDTokenClaims.self, kind: .idToken).claims.authenticatedAt?.date
    }

    @Test(arguments: Backend.allCases)
    func reauthenticatesOnlyWhenMaxAgeIsExceeded(backend: Backend) async throws {
        let world = try await World(on: backend)
        let start = world.server.clock.now
        let device = world.device()
        try await device.app.signIn()
        let mails = try await world.server.mailCount
        world.server.clock.advance(by: 300)

        let recent = try await device.app.signIn(
            interaction: .addAccount,
            options: SignInOptions(maxAge: .seconds(600))
        )
        #expect(try await authenticated(recent, world) == start)
        #expect(try await world.server.mailCount == mails)

        let fresh = try await device.app.signIn(
            interaction: .addAccount,
            options: SignInOptions(maxAge: .seconds(60))
        )
        #expect(try await authenticated(fresh, world) == start + 300)
        #expect(try await world.server.mailCount == mails + 1)
        #expect(fresh.account.id == recent.account.id)
    }

    @Test func reauthenticatesWithAlwaysInteraction() async throws {
        let world = try await World()
        let device = world.device()
        try await device.app.signIn()
        world.server.clock.advance(by: 300)
        let session = try await device.app.signIn(interaction: .always)
        #expect(try await authenticated(session, world) == world.server.clock.now)

        // A refresh keeps the `auth_time` of the sign-in.
        world.server.clock.advance(by: 3_600)
        _ = try await session.accessToken()
        #expect(try await authenticated(session, world) == world.server.clock.now - 3_600)
    }

    @Test func prefillsLoginHint() async throws {
        let world = try await World()
        let device = world.device { [server = world.server] browser in
            try await browser.submit()
            try await ScriptedUser.ada.signIn(in: browser, on: server)
        }
        let session = try await device.app.signIn(
            scopes: [.email],
            options: SignInOptions(loginHint: "ada@example.com", languages: ["de"])
        )
        #expect(try await session.user().email == "ada@example.com")
    }
}
