import Foundation
import GatehouseWire
import Testing

@testable import Gatehouse

/// The effects of a refresh that the server rejects.
struct RejectedRefreshTests {
    private static let stored = StoredSessions(generation: 1, sessions: [.sample("a", expires: 0)], current: "a")

    @Test func ignoresRejectionSavedAfterTokensOfAnotherProcess() throws {
        var (machine, attempt) = try SessionStateMachine.refreshing()
        #expect(
            machine.process(.refreshCompleted(session: "a", attempt: attempt, .rejected(.invalidGrant), now: .at(20)))
                == [.readStore]
        )
        let reason = SignedOutReason.endedByServer(errorCode: "invalid_grant")
        let end = StoreMutation.endRejected("a", spent: Secret("refresh-a"), because: reason)
        #expect(
            machine.process(.storeRead(.success(Self.stored))) == [
                .resumeWaiter(1, .failure(.signedOut(reason))), .writeStore([end]), .happened("a", .signedOut(reason)),
                .publishState(.signedOut(reason)),
            ]
        )
        // Another process saves its tokens first.
        let theirs = StoredSession.sample("a", token: "theirs", refresh: "r2", expires: 9_000)
        var saved = StoredSessions(generation: 2, sessions: [theirs], current: "a").applying([end])
        #expect(saved.sessions == [theirs] && saved.lastEndReason == nil)
        saved.generation = 3
        #expect(
            machine.process(.storeWritten(saved)) == [
                .happened("a", .signedIn), .happened("a", .refreshed), .happened("a", .becameCurrent),
                .publishState(.signedIn(.sample("a"))),
            ]
        )
        #expect(machine.process(.tokenRequested(.by(2, "a", now: 30))) == [.resumeWaiter(2, .success(theirs))])
    }

    @Test func discardsUnsavedRejectionWhenAnotherProcessHasRefreshed() throws {
        var (machine, attempt) = try SessionStateMachine.refreshing()
        _ = machine.process(.refreshCompleted(session: "a", attempt: attempt, .rejected(.invalidGrant), now: .at(20)))
        _ = machine.process(.storeRead(.success(Self.stored)))
        _ = machine.process(.storeWriteFailed(TokenStoreError(.unavailable, "full")))
        #expect(machine.effectiveSessions.sessions.isEmpty)
        _ = machine.process(.readRequested(requestID: 5))
        _ = machine.process(.storeWriteFailed(TokenStoreError(.unavailable, "full")))
        let theirs = StoredSession.sample("a", token: "theirs", refresh: "r2", expires: 9_000)
        let effects = machine.process(
            .storeRead(.success(StoredSessions(generation: 2, sessions: [theirs], current: "a")))
        )
        #expect(effects.contains(.publishState(.signedIn(.sample("a")))))
        #expect(machine.state == .signedIn(.sample("a")))
    }

    @Test func backsOffAfterRepeatedInvalidClientErrors() throws {
        var (machine, attempt) = try SessionStateMachine.refreshing()
        let error = AuthError(
            .requestRejected,
            "?",
            recovery: .fixConfiguration,
            response: AuthError.ServerResponse(httpStatus: 401, error: "invalid_client")
        )
        for failures in 1...2 {
            let effects = machine.process(
                .refreshCompleted(session: "a", attempt: attempt, .failed(error), now: .at(100))
            )
            #expect(effects == [.resumeWaiter(failures, .failure(error))])
            guard failures == 1 else { break }
            #expect(machine.process(.tokenRequested(.by(2, "a", now: 100))) == [.readStore])
            attempt = try machine.readAndStartRefresh()
        }
        // The second consecutive failure starts a backoff, without a retry in the background.
        guard
            case .resumeWaiter(3, .failure(let repeatedError))? = machine.process(
                .tokenRequested(.by(3, "a", now: 101))
            )
            .first
        else {
            Issue.record("no error")
            return
        }
        #expect(repeatedError == error)
        #expect(machine.process(.tokenRequested(.by(4, "a", now: 110))) == [.readStore])
        #expect(machine.state == .signedIn(.sample("a")))
    }
}
