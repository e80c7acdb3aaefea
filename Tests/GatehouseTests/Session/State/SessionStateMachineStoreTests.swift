import Foundation
import GatehouseWire
import Testing

@testable import Gatehouse

@Suite struct SessionStateMachineStoreTests {
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
}
