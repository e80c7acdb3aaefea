import Foundation
import GatehouseWire
import Testing

@testable import Gatehouse

/// What a server's no to a refresh ends, and what it does not.
struct RefusedRefreshTests {
    private static let stored = StoredSessions(generation: 1, grants: [.sample("a", expires: 0)], current: "a")

    @Test func aRefusalThatIsStoredAfterAnotherProcesssTokensEndsNothing() throws {
        var (machine, attempt) = try SessionMachine.asking()
        #expect(machine.handle(.answer(grant: "a", attempt: attempt, .refused(.invalidGrant), now: .at(20))) == [.read])
        let reason = SignedOutReason.refused("invalid_grant")
        let end = StoreChange.endRefused("a", spent: Secret("refresh-a"), because: reason)
        #expect(
            machine.handle(.read(.success(Self.stored))) == [
                .resume(1, .failure(.signedOut(reason))), .save([end]), .happened("a", .signedOut(reason)),
                .publish(.signedOut(reason)),
            ]
        )
        // Before that is written, another process stores what it was given.
        let theirs = StoredGrant.sample("a", token: "theirs", refresh: "r2", expires: 9_000)
        var saved = StoredSessions(generation: 2, grants: [theirs], current: "a").applying([end])
        #expect(saved.grants == [theirs] && saved.lastEnding == nil)
        saved.generation = 3
        #expect(
            machine.handle(.saved(saved)) == [
                .happened("a", .signedIn), .happened("a", .renewed), .happened("a", .becameCurrent),
                .publish(.signedIn(.sample("a"))),
            ]
        )
        #expect(machine.handle(.want(.by(2, "a", now: 30))) == [.resume(2, .success(theirs))])
    }

    @Test func aRefusalThatCouldNotBeStoredDoesNotOutliveAnotherProcesssTokens() throws {
        var (machine, attempt) = try SessionMachine.asking()
        _ = machine.handle(.answer(grant: "a", attempt: attempt, .refused(.invalidGrant), now: .at(20)))
        _ = machine.handle(.read(.success(Self.stored)))
        _ = machine.handle(.saveFailed(TokenStoreError(.unavailable, "full")))
        #expect(machine.sessions.grants.isEmpty)
        _ = machine.handle(.look(ticket: 5))
        _ = machine.handle(.saveFailed(TokenStoreError(.unavailable, "full")))
        let theirs = StoredGrant.sample("a", token: "theirs", refresh: "r2", expires: 9_000)
        let effects = machine.handle(
            .read(.success(StoredSessions(generation: 2, grants: [theirs], current: "a")))
        )
        #expect(effects.contains(.publish(.signedIn(.sample("a")))))
        #expect(machine.state == .signedIn(.sample("a")))
    }

    @Test func aClientThatTheServerDoesNotKnowIsNotAskedAboutForEachCall() throws {
        var (machine, attempt) = try SessionMachine.asking()
        let error = AuthError(.refused, "?", recovery: .fixConfiguration, httpStatus: 401, serverCode: "invalid_client")
        for failures in 1...2 {
            let effects = machine.handle(.answer(grant: "a", attempt: attempt, .failed(error), now: .at(100)))
            #expect(effects == [.resume(failures, .failure(error))])
            guard failures == 1 else { break }
            #expect(machine.handle(.want(.by(2, "a", now: 100))) == [.read])
            attempt = try machine.readsAndAsks()
        }
        // The second failure in a row makes a pause, and nobody tries by himself.
        guard case .resume(3, .failure(let refusal))? = machine.handle(.want(.by(3, "a", now: 101))).first else {
            Issue.record("asked again")
            return
        }
        #expect(refusal == error)
        #expect(machine.handle(.want(.by(4, "a", now: 110))) == [.read])
        #expect(machine.state == .signedIn(.sample("a")))
    }
}
