import Foundation
import GatehouseWire
import Testing

@testable import Gatehouse

struct SessionStateMachineTests {
    @Test func returnsValidTokenWithoutRefreshing() {
        var machine = SessionStateMachine.holding(.sample("a"))
        #expect(machine.process(.tokenRequested(.by(1, "a"))) == [.resumeWaiter(1, .success(.sample("a")))])
    }

    @Test func refreshesExpiredTokenOnceForConcurrentCallers() {
        var machine = SessionStateMachine.holding(.sample("a", expires: 0))
        #expect(machine.process(.tokenRequested(.by(1, "a"))) == [.readStore])
        #expect(machine.process(.tokenRequested(.by(2, "a"))) == [])
        let stored = StoredSessions(generation: 1, sessions: [.sample("a", expires: 0)], current: "a")
        let effects = machine.process(.storeRead(.success(stored)))
        guard case .refreshTokens(let grant, let attempt, _)? = effects.first else {
            Issue.record("no refresh: \(effects)")
            return
        }
        #expect(effects.count == 1 && grant == .sample("a", expires: 0))
        #expect(machine.process(.tokenRequested(.by(3, "a"))) == [])
        let renewed = StoredSession.sample("a", token: "new", refresh: "r2", expires: 9_000)
        #expect(
            machine.process(
                .refreshCompleted(session: "a", attempt: attempt, .refreshed(.to("new", "r2")), now: .at(100))
            ) == [
                .resumeWaiter(1, .success(renewed)), .resumeWaiter(2, .success(renewed)),
                .resumeWaiter(3, .success(renewed)),
                .writeStore([.updateTokens(renewed, spent: Secret("refresh-a"))]),
            ]
        )
        // The event follows the save, so that its observers find the tokens stored.
        let saved = StoredSessions(generation: 2, sessions: [renewed], current: "a")
        #expect(machine.process(.storeWritten(saved)) == [.happened("a", .refreshed)])
    }

    @Test func usesTokenRefreshedByAnotherProcess() {
        var machine = SessionStateMachine.holding(.sample("a", expires: 0))
        _ = machine.process(.tokenRequested(.by(1, "a")))
        let theirs = StoredSession.sample("a", token: "theirs", refresh: "r9", expires: 9_000)
        let stored = StoredSessions(generation: 5, sessions: [theirs], current: "a")
        #expect(
            machine.process(.storeRead(.success(stored))) == [
                .resumeWaiter(1, .success(theirs)), .happened("a", .refreshed),
            ]
        )
    }

    @Test func returnsExpiringTokenAndRefreshesInBackground() throws {
        var machine = SessionStateMachine.holding(.sample("a", expires: 130))
        let old = StoredSession.sample("a", expires: 130)
        #expect(
            machine.process(.tokenRequested(.by(1, "a", now: 100))) == [.resumeWaiter(1, .success(old)), .readStore]
        )
        #expect(machine.process(.tokenRequested(.by(2, "a", now: 100))) == [.resumeWaiter(2, .success(old))])
        let attempt = try machine.readAndStartRefresh()
        let renewed = StoredSession.sample("a", token: "new", refresh: "r2", expires: 9_000)
        #expect(
            machine.process(
                .refreshCompleted(session: "a", attempt: attempt, .refreshed(.to("new", "r2")), now: .at(101))
            ) == [
                .writeStore([.updateTokens(renewed, spent: Secret("refresh-a"))])
            ]
        )
    }

    @Test func refreshesTokenThatExpiresInTransit() {
        var machine = SessionStateMachine.holding(.sample("a", expires: 105))
        #expect(machine.process(.tokenRequested(.by(1, "a", now: 100))) == [.readStore])
    }

    @Test func returnsExpiringTokenWithoutRefreshingWhileStoreIsLocked() {
        var machine = SessionStateMachine.holding(.sample("a", expires: 105))
        _ = machine.process(.tokenRequested(.by(1, "a", now: 100)))
        _ = machine.process(.tokenRequested(.by(2, "a", refused: "access-a", now: 100)))
        let locked = TokenStoreError(.locked, "before first unlock")
        #expect(
            machine.process(.storeRead(.failure(locked))) == [
                .resumeWaiter(1, .success(.sample("a", expires: 105))), .resumeWaiter(2, .failure(locked.authError)),
                .scheduleStoreRetry(after: 1),
            ]
        )
        #expect(machine.state == .signedIn(.sample("a")))
    }

    @Test(arguments: [AuthError.Code.network, .serverUnavailable, .rateLimited])
    func keepsSessionAfterServerError(code: AuthError.Code) throws {
        var (machine, attempt) = try SessionStateMachine.refreshing()
        let error = AuthError(code, "no", recovery: .retry(after: nil))
        let effects = machine.process(.refreshCompleted(session: "a", attempt: attempt, .failed(error), now: .at(100)))
        guard case .scheduleRefreshRetry("a", failures: 1, let pause)? = effects.first else {
            Issue.record("no scheduled retry: \(effects)")
            return
        }
        #expect(0.75...1.25 ~= pause)
        #expect(
            effects.dropFirst() == [
                .resumeWaiter(1, .failure(error)), .happened("a", .wentOffline),
                .publishState(.signedInOffline(.sample("a"))),
            ]
        )
        #expect(machine.effectiveSessions.currentSession == .sample("a", expires: 0))
        #expect(machine.process(.tokenRequested(.by(2, "a", now: 100))) == [.readStore])
    }

    @Test func staysOnlineAfterConfigurationError() throws {
        var (machine, attempt) = try SessionStateMachine.refreshing()
        let error = AuthError(
            .requestRejected,
            "unknown client",
            recovery: .fixConfiguration,
            response: AuthError.ServerResponse(error: "invalid_client")
        )
        #expect(
            machine.process(.refreshCompleted(session: "a", attempt: attempt, .failed(error), now: .at(100))) == [
                .resumeWaiter(1, .failure(error))
            ]
        )
        #expect(machine.state == .signedIn(.sample("a")))
    }

    @Test func publishesReturnToOnline() throws {
        var (machine, attempt) = try SessionStateMachine.refreshing()
        let down = AuthError(.network, "no", recovery: .retry(after: nil))
        _ = machine.process(.refreshCompleted(session: "a", attempt: attempt, .failed(down), now: .at(100)))
        _ = machine.process(.tokenRequested(.by(2, "a", now: 100)))
        let again = try machine.readAndStartRefresh()
        let effects = machine.process(
            .refreshCompleted(session: "a", attempt: again, .refreshed(.to("new", "r2")), now: .at(200))
        )
        #expect(effects.last == .publishState(.signedIn(.sample("a"))))
    }

    @Test func ignoresRejectionOfSupersededToken() throws {
        var (machine, attempt) = try SessionStateMachine.refreshing()
        #expect(
            machine.process(.refreshCompleted(session: "a", attempt: attempt, .rejected(.invalidGrant), now: .at(100)))
                == [.readStore]
        )
        let theirs = StoredSession.sample("a", token: "theirs", refresh: "r9", expires: 9_000)
        let stored = StoredSessions(generation: 5, sessions: [theirs], current: "a")
        #expect(
            machine.process(.storeRead(.success(stored))) == [
                .resumeWaiter(1, .success(theirs)), .happened("a", .refreshed),
            ]
        )
        #expect(machine.state == .signedIn(.sample("a")))
    }

    @Test func endsSessionAfterRejectionOfStoredToken() throws {
        var (machine, attempt) = try SessionStateMachine.refreshing()
        _ = machine.process(.refreshCompleted(session: "a", attempt: attempt, .rejected(.invalidGrant), now: .at(100)))
        let stored = StoredSessions(generation: 1, sessions: [.sample("a", expires: 0)], current: "a")
        #expect(
            machine.process(.storeRead(.success(stored))) == [
                .resumeWaiter(1, .failure(.signedOut(.endedByServer(errorCode: "invalid_grant")))),
                .writeStore([
                    .endRejected("a", spent: Secret("refresh-a"), because: .endedByServer(errorCode: "invalid_grant"))
                ]),
                .happened("a", .signedOut(.endedByServer(errorCode: "invalid_grant"))),
                .publishState(.signedOut(.endedByServer(errorCode: "invalid_grant"))),
            ]
        )
        #expect(
            machine.process(.tokenRequested(.by(2, "a"))) == [
                .resumeWaiter(2, .failure(.signedOut(.endedByServer(errorCode: "invalid_grant"))))
            ]
        )
    }

    @Test func rereadsStoreAfterSaveStartedBeforeRejection() throws {
        var (machine, attempt) = try SessionStateMachine.refreshing()
        let renamed = Account(id: "person-a", name: "New", email: "a@example.com")
        let change = StoreMutation.updateAccount("a", renamed)
        #expect(
            machine.process(.mutationRequested(change, requestID: nil)) == [
                .writeStore([change]), .publishState(.signedIn(renamed)),
            ]
        )
        #expect(
            machine.process(.refreshCompleted(session: "a", attempt: attempt, .rejected(.invalidGrant), now: .at(1)))
                == []
        )
        var stored = StoredSessions(generation: 2, sessions: [.sample("a", expires: 0)], current: "a")
        stored.sessions[0].account = renamed
        #expect(machine.process(.storeWritten(stored)) == [.readStore])
    }

    @Test func requiresInteractionWithoutRefreshToken() {
        var grant = StoredSession.sample("a", expires: 0)
        grant.refreshToken = nil
        var machine = SessionStateMachine.holding(grant)
        _ = machine.process(.tokenRequested(.by(1, "a")))
        let stored = StoredSessions(generation: 1, sessions: [grant], current: "a")
        #expect(machine.process(.storeRead(.success(stored))) == [.resumeWaiter(1, .failure(.missingRefreshToken))])
        #expect(machine.state == .signedIn(.sample("a")))
    }

    @Test func continuesRefreshAfterCallerCancels() throws {
        var (machine, attempt) = try SessionStateMachine.refreshing()
        _ = machine.process(.tokenRequested(.by(2, "a")))
        #expect(
            machine.process(.waiterCancelled(caller: 1)) == [
                .resumeWaiter(1, .failure(.cancelled("The wait for an access token was cancelled.")))
            ]
        )
        #expect(machine.process(.waiterCancelled(caller: 1)) == [])
        let effects = machine.process(
            .refreshCompleted(session: "a", attempt: attempt, .refreshed(.to("new", "r2")), now: .at(100))
        )
        let renewed = StoredSession.sample("a", token: "new", refresh: "r2", expires: 9_000)
        #expect(effects.first == .resumeWaiter(2, .success(renewed)))
    }
}
