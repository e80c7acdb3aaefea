import Foundation
import GatehouseWire
import Testing

@testable import Gatehouse

struct SessionStateMachineTests {
    // MARK: Refresh

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

    @Test func replacesAllSessionsWithoutRevokingInSingleAccountMode() {
        var machine = SessionStateMachine.holding(.sample("a"), .sample("b"))
        let change = StoreMutation.replaceAll(.sample("c"), revocationTime: nil)
        #expect(machine.process(.mutationRequested(change, requestID: 1)) == [.writeStore([change])])
        #expect(machine.state == .signedIn(.sample("b")))
        let stored = StoredSessions(generation: 1, sessions: [.sample("a"), .sample("b")], current: "b").applying([
            change
        ]
        )
        #expect(stored.sessions == [.sample("c")])
        #expect((stored.current, stored.pendingRevocations) == ("c", []))
        #expect(
            machine.process(.storeWritten(stored)) == [
                .completeRequest(1, nil), .happened("a", .signedOut(.requested)),
                .happened("b", .signedOut(.requested)),
                .happened("c", .signedIn), .happened("c", .becameCurrent), .publishState(.signedIn(.sample("c"))),
            ]
        )
        #expect(machine.process(.tokenRequested(.by(2, "a"))) == [.resumeWaiter(2, .failure(.signedOut(.requested)))])
    }

    @Test func keepsCachedProfileUntilScopesChange() throws {
        var claims = StandardClaims()
        claims.name = "New"
        let profile = CachedProfile(claims: claims, fetchedAt: .at(1))
        let stored = StoredSessions(generation: 1, sessions: [.sample("a")], current: "a")
            .applying([.cacheProfile("a", profile), .cacheProfile("b", profile)])
        let grant = try #require(stored.sessions.first)
        #expect(grant.profile == profile)
        #expect(grant.account == Account(id: "person-a", name: "New"))
        var tokens = RefreshedTokens.to("new", "r2")
        #expect(grant.applying(tokens, requestedBy: AccessTokenRequest().resolved(for: grant)).profile == profile)
        tokens.scopes = [.openid]
        #expect(grant.applying(tokens, requestedBy: AccessTokenRequest().resolved(for: grant)).profile == nil)
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

    // MARK: Late responses

    @Test func revokesTokensReceivedAfterSignOut() throws {
        var (machine, attempt) = try SessionStateMachine.refreshing()
        #expect(
            machine.process(.endRequested(["a"], .requested, requestID: 9, now: .at(50))) == [
                .resumeWaiter(1, .failure(.signedOut(.requested))), .writeStore([.end(["a"], revocationTime: .at(50))]),
                .happened("a", .signedOut(.requested)), .publishState(.signedOut(.requested)),
            ]
        )
        let signedOut = StoredSessions(generation: 2).applying([.end(["a"], revocationTime: .at(50))])
        #expect(machine.process(.storeWritten(signedOut)) == [.completeRequest(9, nil)])
        let late = PendingRevocation(id: "a/\(attempt)", token: Secret("r2"), since: .at(60))
        #expect(
            machine.process(
                .refreshCompleted(session: "a", attempt: attempt, .refreshed(.to("new", "r2")), now: .at(60))
            ) == [
                .writeStore([.enqueueRevocation(late)])
            ]
        )
        #expect(machine.effectiveSessions.sessions.isEmpty)
    }

    @Test func keepsNewSessionAfterLateResponse() throws {
        var (machine, attempt) = try SessionStateMachine.refreshing()
        let next = StoredSession.sample("b", userID: "person-a")
        let change = StoreMutation.add(next, revocationTime: .at(50))
        #expect(machine.process(.mutationRequested(change, requestID: 9)) == [.writeStore([change])])
        let before = StoredSessions(generation: 1, sessions: [.sample("a", expires: 0)], current: "a")
        var after = before.applying([change])
        after.generation = 2
        #expect(
            machine.process(.storeWritten(after)) == [
                .completeRequest(9, nil), .resumeWaiter(1, .failure(.signedOut(.requested))),
                .happened("a", .signedOut(.requested)),
                .publishEvent(SessionEvent(account: next.account, kind: .signedIn)),
                .publishEvent(SessionEvent(account: next.account, kind: .becameCurrent)),
                .publishState(.signedIn(next.account)),
            ]
        )
        _ = machine.process(
            .refreshCompleted(session: "a", attempt: attempt, .refreshed(.to("new", "r2")), now: .at(60))
        )
        #expect(machine.effectiveSessions.sessions == [next])
        #expect(machine.effectiveSessions.pendingRevocations.map(\.token) == [Secret("refresh-a"), Secret("r2")])
    }

    @Test func doesNotReplaceSessionStoredSinceSignInBegan() {
        var machine = SessionStateMachine.holding(.sample("a"))
        let change = StoreMutation.ifCurrent(in: ["a"], .replaceAll(.sample("b"), revocationTime: .at(50)))
        #expect(machine.process(.mutationRequested(change, requestID: 9)) == [.writeStore([change])])
        // Another process has signed in meanwhile.
        let stored = StoredSessions(generation: 2, sessions: [.sample("a"), .sample("c")], current: "c")
        #expect(stored.applying([change]) == stored)
        _ = machine.process(.storeWritten(stored))
        #expect(machine.effectiveSessions.sessions.map(\.id) == ["a", "c"])
        #expect(machine.endReasons.isEmpty)
        let expected = StoredSessions(generation: 1, sessions: [.sample("a")], current: "a")
        #expect(expected.applying([change]).current == "b")
    }

    @Test func appliesLateResponseToItsOwnAccountAfterSwitch() throws {
        let other = StoredSession.sample("b")
        var machine = SessionStateMachine.holding(.sample("a", expires: 0), other)
        _ = machine.process(.mutationRequested(.select("a"), requestID: nil))
        _ = machine.process(
            .storeWritten(StoredSessions(generation: 2, sessions: machine.effectiveSessions.sessions, current: "a"))
        )
        _ = machine.process(.tokenRequested(.by(1, "a")))
        let attempt = try machine.readAndStartRefresh()
        _ = machine.process(.mutationRequested(.select("b"), requestID: nil))
        _ = machine.process(
            .storeWritten(StoredSessions(generation: 3, sessions: machine.effectiveSessions.sessions, current: "b"))
        )
        _ = machine.process(
            .refreshCompleted(session: "a", attempt: attempt, .refreshed(.to("new", "r2")), now: .at(60))
        )
        #expect(machine.effectiveSessions.currentSession == other)
        #expect(machine.effectiveSessions.session("a")?.accessToken == Secret("new"))
        #expect(machine.state == .signedIn(other.account))
    }

    // MARK: Store

    @Test(arguments: [TokenStoreError.Code.locked, .corrupt, .denied, .unavailable])
    func reportsUnknownWhenStoreIsUnreadable(kind: TokenStoreError.Code) {
        var machine = SessionStateMachine()
        let error = TokenStoreError(kind, "no")
        #expect(machine.process(.readRequested(requestID: 1)) == [.readStore])
        #expect(
            machine.process(.storeRead(.failure(error))) == [
                .completeRequest(1, error), .scheduleStoreRetry(after: 1), .publishState(.unknown(error)),
            ]
        )
        #expect(machine.process(.readRequested(requestID: 2)) == [.readStore])
        let stored = StoredSessions(generation: 1, sessions: [.sample("a")], current: "a")
        #expect(
            machine.process(.storeRead(.success(stored))) == [
                .completeRequest(2, nil), .publishState(.signedIn(.sample("a"))),
            ]
        )
        #expect(machine.process(.readRequested(requestID: 3)) == [.readStore])
        // The retry that is already scheduled suffices.
        #expect(machine.process(.storeRead(.failure(error))) == [.completeRequest(3, error)])
    }

    @Test func retriesUnreadableStoreWithBackoff() {
        var machine = SessionStateMachine()
        _ = machine.process(.readRequested(requestID: 1))
        var pauses: [TimeInterval] = []
        for _ in 0..<8 {
            for case .scheduleStoreRetry(let pause) in machine.process(
                .storeRead(.failure(TokenStoreError(.locked, "no")))
            ) {
                pauses.append(pause)
            }
            #expect(machine.process(.storeRetryDue) == [.readStore])
        }
        #expect(pauses == [1, 2, 4, 8, 16, 32, 60, 60])
        #expect(machine.process(.storeRead(.success(nil))) == [.publishState(.signedOut(.noSession))])
        #expect(machine.process(.storeRetryDue) == [])
    }

    @Test func failsSignInWhenSessionCannotBeSaved() {
        var machine = SessionStateMachine.holding()
        let change = StoreMutation.add(.sample("a"), revocationTime: .at(1))
        let full = TokenStoreError(.unavailable, "disk full")
        #expect(machine.process(.mutationRequested(change, requestID: 4)) == [.writeStore([change])])
        #expect(machine.process(.storeWriteFailed(full)) == [.completeRequest(4, full)])
        #expect(machine.state == .signedOut(.noSession))
        #expect(machine.process(.readRequested(requestID: 5)) == [.readStore])
    }

    @Test func keepsRefreshedTokensAndRetriesFailedSave() throws {
        var (machine, attempt) = try SessionStateMachine.refreshing()
        _ = machine.process(
            .refreshCompleted(session: "a", attempt: attempt, .refreshed(.to("new", "r2")), now: .at(100))
        )
        let failed = machine.process(.storeWriteFailed(TokenStoreError(.unavailable, "disk full")))
        #expect(failed == [.scheduleStoreRetry(after: 1)])
        let renewed = StoredSession.sample("a", token: "new", refresh: "r2", expires: 9_000)
        #expect(
            machine.process(.tokenRequested(.by(2, "a", now: 100))) == [
                .resumeWaiter(2, .success(renewed)), .writeStore([.updateTokens(renewed, spent: Secret("refresh-a"))]),
            ]
        )
    }

    @Test func appliesAndReportsSignOutThatCannotBeSaved() {
        var machine = SessionStateMachine.holding(.sample("a"))
        let locked = TokenStoreError(.locked, "no")
        _ = machine.process(.endRequested(["a"], .requested, requestID: 3, now: .at(5)))
        #expect(
            machine.process(.storeWriteFailed(locked)) == [.completeRequest(3, locked), .scheduleStoreRetry(after: 1)]
        )
        #expect(machine.state == .signedOut(.requested))
        #expect(machine.effectiveSessions.pendingRevocations.map(\.token) == [Secret("refresh-a")])
        #expect(machine.process(.readRequested(requestID: 6)) == [.writeStore([.end(["a"], revocationTime: .at(5))])])
    }

    @Test func reportsSessionEndedByAnotherProcess() {
        var machine = SessionStateMachine.holding(.sample("a"))
        _ = machine.process(.readRequested(requestID: 1))
        #expect(
            machine.process(.storeRead(.success(StoredSessions(generation: 2)))) == [
                .completeRequest(1, nil), .happened("a", .signedOut(.endedByAnotherProcess)),
                .publishState(.signedOut(.endedByAnotherProcess)),
            ]
        )
        #expect(
            machine.process(.tokenRequested(.by(2, "a"))) == [
                .resumeWaiter(2, .failure(.signedOut(.endedByAnotherProcess)))
            ]
        )
    }
}
