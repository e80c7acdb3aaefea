import Foundation
import Gatehouse
import GatehouseTesting
import Testing

/// The reasons with which sessions end, as the app learns them.
@Suite(.timeLimit(.minutes(3))) struct SessionEndReasonTests {
    /// Returns the reason that the next refresh of a session reports.
    private func reason(of session: Session, _ world: World) async throws -> SignedOutReason? {
        world.server.clock.advance(by: 3_600)
        let error = try #require(await #expect(throws: AuthError.self) { try await session.accessToken() })
        #expect(error.code == .signedOut)
        return error.signedOutReason
    }

    @Test(arguments: Backend.allCases)
    func deletesAccountAndEndsSessionAtOnce(backend: Backend) async throws {
        let world = try await World(on: backend)
        let (device, other) = (world.device(), world.device())
        let session = try await device.app.signIn(scopes: [.account])
        let otherSession = try await other.app.signIn()
        var states = device.app.states.makeAsyncIterator()
        #expect(await states.next() == .signedIn(session.account.info))
        var events = device.app.events.makeAsyncIterator()

        let erasedAt = try await session.account.delete()
        #expect(erasedAt.timeIntervalSince(world.server.clock.now).rounded() == 14 * 24 * 60 * 60)
        #expect(await states.next() == .signedOut(.accountDeleted))
        #expect(await events.next()?.kind == .signedOut(.accountDeleted))
        let error = try #require(await #expect(throws: AuthError.self) { try await session.account.details() })
        #expect(error.signedOutReason == .accountDeleted)
        #expect(try await reason(of: otherSession, world) == .accountDeleted)
        // A relaunched app still knows the reason.
        let relaunched = device.relaunched()
        #expect(await relaunched.observedStates(until: .signedOut(.accountDeleted)).count == 1)

        try await world.server.eraseDeletedAccounts()
        let renewed = try await world.device().app.signIn()
        #expect(renewed.account.id != session.account.id)
    }

    @Test func reportsDeletionToOtherProcess() async throws {
        let world = try await World()
        let device = world.device()
        let session = try await device.app.signIn(scopes: [.account])
        let other = device.relaunched()
        var states = other.states.makeAsyncIterator()
        #expect(await states.next() == .signedIn(session.account.info))
        try await session.account.delete()
        _ = try await other.session()
        #expect(await states.next() == .signedOut(.accountDeleted))
    }

    @Test func reportsEndByUser() async throws {
        let world = try await World()
        let session = try await world.device().app.signIn(scopes: [.account])
        let other = try await world.device().app.signIn()
        try await session.account.endOthers()
        #expect(try await reason(of: other, world) == .endedByUser)
    }

    @Test func endsOwnSessionLocally() async throws {
        let world = try await World()
        let device = world.device()
        let session = try await device.app.signIn(scopes: [.account])
        let current = try #require(try await session.account.sessions().all().first(where: \.isCurrent))
        try await session.account.end(current)
        var states = device.app.states.makeAsyncIterator()
        #expect(await states.next() == .signedOut(.endedByUser))
        #expect(try await world.liveSessions() == 0)
    }

    @Test func reportsWithdrawnConsent() async throws {
        let world = try await World()
        let device = world.device()
        let session = try await device.app.signIn(scopes: [.account])
        let other = try await world.device().app.signIn()
        let app = try #require(try await session.account.apps().all().first)
        try await session.account.withdraw(app)
        var states = device.app.states.makeAsyncIterator()
        #expect(await states.next() == .signedOut(.consentWithdrawn))
        #expect(try await reason(of: other, world) == .consentWithdrawn)
    }

    @Test func reportsChangedCredentials() async throws {
        let world = try await World()
        let session = try await world.device().app.signIn(scopes: [.account])
        let other = try await world.device().app.signIn()
        try await session.account.changePassword(to: "purple monkey dishwasher")
        #expect(try await reason(of: other, world) == .credentialsChanged)
        _ = try await session.accessToken()
    }

    @Test func reportsEndByOperator() async throws {
        let world = try await World()
        let session = try await world.device().app.signIn()
        try await world.endSessions()
        #expect(try await reason(of: session, world) == .endedByOperator)
    }

    /// A copied token that was replaced before the session ended learns the reason, but a forged one does not.
    @Test func keepsReasonFromForgedTokens() async throws {
        let world = try await World()
        let device = world.device()
        _ = try await device.app.signIn()
        let token = try await device.copiedRefreshToken()
        try await world.endSessions()
        let forged = String(token.reveal().dropLast(2)) + (token.reveal().hasSuffix("AA") ? "BB" : "AA")
        let attacker = try await importing(forged, in: world)
        #expect(attacker == .endedByServer(errorCode: "invalid_grant"))
    }

    /// Returns the reason that the server reports for a refresh token.
    private func importing(_ token: String, in world: World) async throws -> SignedOutReason? {
        let thief = world.device()
        _ = try await thief.app.signIn()
        let configuration = thief.app.configuration
        let key = TokenStoreKey(issuer: configuration.issuer.absoluteString, clientID: configuration.clientID)
        _ = try await SessionStore(key, in: configuration.tokenStore).update { found in
            var next = found
            next?.sessions[0].refreshToken = Secret(token)
            return next
        }
        let session = try #require(try await thief.relaunched().session())
        return try await reason(of: session, world)
    }

    @Test func deletesOnceForConcurrentCalls() async throws {
        let world = try await World()
        let session = try await world.device().app.signIn(scopes: [.account])
        let outcomes = await withTaskGroup(of: String.self) { group in
            for _ in 0..<50 {
                group.addTask {
                    do throws(AuthError) {
                        return "\(try await session.account.delete().timeIntervalSince1970)"
                    } catch {
                        return error.code.rawValue
                    }
                }
            }
            return await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(outcomes.subtracting(["signedOut"]).count == 1)
        #expect(try await world.liveSessions() == 0)
        #expect(try await world.auditKinds().filter { "\($0)".contains("account.deletion_requested") }.count == 1)
    }
}
