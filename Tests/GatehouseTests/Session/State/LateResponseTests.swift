import Foundation
import GatehouseWire
import Testing

@testable import Gatehouse

@Suite struct LateResponseTests {
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
}
