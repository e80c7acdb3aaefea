import Foundation
import GatehouseWire
import Testing

@testable import Gatehouse

struct SessionMachineTests {
    // MARK: Refresh

    @Test func aFreshTokenIsGivenOutWithoutAnyEffect() {
        var machine = SessionMachine.holding(.sample("a"))
        #expect(machine.handle(.want(.by(1, "a"))) == [.resume(1, .success(.sample("a")))])
    }

    @Test func anExpiredTokenIsRefreshedOnceForAllWhoAsk() {
        var machine = SessionMachine.holding(.sample("a", expires: 0))
        #expect(machine.handle(.want(.by(1, "a"))) == [.read])
        #expect(machine.handle(.want(.by(2, "a"))) == [])
        let stored = StoredSessions(generation: 1, grants: [.sample("a", expires: 0)], current: "a")
        let effects = machine.handle(.read(.success(stored)))
        guard case .refresh(let grant, let attempt, _)? = effects.first else {
            Issue.record("no refresh: \(effects)")
            return
        }
        #expect(effects.count == 1 && grant == .sample("a", expires: 0))
        #expect(machine.handle(.want(.by(3, "a"))) == [])
        let renewed = StoredGrant.sample("a", token: "new", refresh: "r2", expires: 9_000)
        #expect(
            machine.handle(.answer(grant: "a", attempt: attempt, .renewed(.to("new", "r2")), now: .at(100))) == [
                .resume(1, .success(renewed)), .resume(2, .success(renewed)), .resume(3, .success(renewed)),
                .save([.renew(renewed, spent: Secret("refresh-a"))]),
            ]
        )
        // Whoever acts on the news must not see the tokens lost: they are stored first.
        let saved = StoredSessions(generation: 2, grants: [renewed], current: "a")
        #expect(machine.handle(.saved(saved)) == [.happened("a", .renewed)])
    }

    @Test func whatAnotherProcessHasRefreshedIsUsedInstead() {
        var machine = SessionMachine.holding(.sample("a", expires: 0))
        _ = machine.handle(.want(.by(1, "a")))
        let theirs = StoredGrant.sample("a", token: "theirs", refresh: "r9", expires: 9_000)
        let stored = StoredSessions(generation: 5, grants: [theirs], current: "a")
        #expect(machine.handle(.read(.success(stored))) == [.resume(1, .success(theirs)), .happened("a", .renewed)])
    }

    @Test func aTokenThatIsAboutToExpireIsGivenOutAndRenewedMeanwhile() throws {
        var machine = SessionMachine.holding(.sample("a", expires: 130))
        let old = StoredGrant.sample("a", expires: 130)
        #expect(machine.handle(.want(.by(1, "a", now: 100))) == [.resume(1, .success(old)), .read])
        #expect(machine.handle(.want(.by(2, "a", now: 100))) == [.resume(2, .success(old))])
        let attempt = try machine.readsAndAsks()
        let renewed = StoredGrant.sample("a", token: "new", refresh: "r2", expires: 9_000)
        #expect(
            machine.handle(.answer(grant: "a", attempt: attempt, .renewed(.to("new", "r2")), now: .at(101))) == [
                .save([.renew(renewed, spent: Secret("refresh-a"))])
            ]
        )
    }

    @Test func aTokenThatWouldExpireOnItsWayIsWaitedFor() {
        var machine = SessionMachine.holding(.sample("a", expires: 105))
        #expect(machine.handle(.want(.by(1, "a", now: 100))) == [.read])
    }

    @Test func aLockedStoreForbidsARefreshButLendsTheOldTokenWhileItLasts() {
        var machine = SessionMachine.holding(.sample("a", expires: 105))
        _ = machine.handle(.want(.by(1, "a", now: 100)))
        _ = machine.handle(.want(.by(2, "a", refused: "access-a", now: 100)))
        let locked = TokenStoreError(.locked, "before first unlock")
        #expect(
            machine.handle(.read(.failure(locked))) == [
                .resume(1, .success(.sample("a", expires: 105))), .resume(2, .failure(AuthError(locked))),
                .useStoreLater(after: 1),
            ]
        )
        #expect(machine.state == .signedIn(.sample("a")))
    }

    @Test(arguments: [AuthError.Code.network, .serverUnavailable, .rateLimited])
    func aFailureOfTheServerNeverEndsASession(code: AuthError.Code) throws {
        var (machine, attempt) = try SessionMachine.asking()
        let error = AuthError(code, "no", recovery: .retry(after: nil))
        let effects = machine.handle(.answer(grant: "a", attempt: attempt, .failed(error), now: .at(100)))
        guard case .retryLater("a", failures: 1, let pause)? = effects.first else {
            Issue.record("no next try: \(effects)")
            return
        }
        #expect(0.75...1.25 ~= pause)
        #expect(
            effects.dropFirst() == [
                .resume(1, .failure(error)), .happened("a", .wentOffline), .publish(.signedInOffline(.sample("a"))),
            ]
        )
        #expect(machine.sessions.currentGrant == .sample("a", expires: 0))
        #expect(machine.handle(.want(.by(2, "a", now: 100))) == [.read])
    }

    @Test func anotherErrorOfTheServerDoesNotEvenCountAsOffline() throws {
        var (machine, attempt) = try SessionMachine.asking()
        let error = AuthError(.refused, "unknown client", recovery: .fixConfiguration, serverCode: "invalid_client")
        #expect(
            machine.handle(.answer(grant: "a", attempt: attempt, .failed(error), now: .at(100))) == [
                .resume(1, .failure(error))
            ]
        )
        #expect(machine.state == .signedIn(.sample("a")))
    }

    @Test func onlineAgainIsPublished() throws {
        var (machine, attempt) = try SessionMachine.asking()
        let down = AuthError(.network, "no", recovery: .retry(after: nil))
        _ = machine.handle(.answer(grant: "a", attempt: attempt, .failed(down), now: .at(100)))
        _ = machine.handle(.want(.by(2, "a", now: 100)))
        let again = try machine.readsAndAsks()
        let effects = machine.handle(.answer(grant: "a", attempt: again, .renewed(.to("new", "r2")), now: .at(200)))
        #expect(effects.last == .publish(.signedIn(.sample("a"))))
    }

    @Test func aRefusalIsBelievedOnlyOfTheTokenThatIsStillStored() throws {
        var (machine, attempt) = try SessionMachine.asking()
        #expect(
            machine.handle(.answer(grant: "a", attempt: attempt, .refused(.invalidGrant), now: .at(100))) == [.read]
        )
        let theirs = StoredGrant.sample("a", token: "theirs", refresh: "r9", expires: 9_000)
        let stored = StoredSessions(generation: 5, grants: [theirs], current: "a")
        #expect(machine.handle(.read(.success(stored))) == [.resume(1, .success(theirs)), .happened("a", .renewed)])
        #expect(machine.state == .signedIn(.sample("a")))
    }

    @Test func aRefusalOfTheStoredTokenEndsTheSession() throws {
        var (machine, attempt) = try SessionMachine.asking()
        _ = machine.handle(.answer(grant: "a", attempt: attempt, .refused(.invalidGrant), now: .at(100)))
        let stored = StoredSessions(generation: 1, grants: [.sample("a", expires: 0)], current: "a")
        #expect(
            machine.handle(.read(.success(stored))) == [
                .resume(1, .failure(.signedOut(.refused("invalid_grant")))),
                .save([.endRefused("a", spent: Secret("refresh-a"), because: .refused("invalid_grant"))]),
                .happened("a", .signedOut(.refused("invalid_grant"))),
                .publish(.signedOut(.refused("invalid_grant"))),
            ]
        )
        #expect(
            machine.handle(.want(.by(2, "a"))) == [.resume(2, .failure(.signedOut(.refused("invalid_grant"))))]
        )
    }

    @Test func aSaveBegunBeforeARefusalDoesNotConfirmIt() throws {
        var (machine, attempt) = try SessionMachine.asking()
        let renamed = Account(id: "person-a", name: "New", email: "a@example.com")
        let change = StoreChange.describe("a", renamed)
        #expect(machine.handle(.change(change, ticket: nil)) == [.save([change]), .publish(.signedIn(renamed))])
        #expect(machine.handle(.answer(grant: "a", attempt: attempt, .refused(.invalidGrant), now: .at(1))) == [])
        var stored = StoredSessions(generation: 2, grants: [.sample("a", expires: 0)], current: "a")
        stored.grants[0].account = renamed
        #expect(machine.handle(.saved(stored)) == [.read])
    }

    @Test func whereThereIsOneSessionASignInTakesThePlaceOfAllAndTheServerIsNotTold() {
        var machine = SessionMachine.holding(.sample("a"), .sample("b"))
        let change = StoreChange.replaceAll(.sample("c"), tellServerSince: nil)
        #expect(machine.handle(.change(change, ticket: 1)) == [.save([change])])
        #expect(machine.state == .signedIn(.sample("b")))
        let stored = StoredSessions(generation: 1, grants: [.sample("a"), .sample("b")], current: "b").applying([change]
        )
        #expect(stored.grants == [.sample("c")])
        #expect((stored.current, stored.outbox) == ("c", []))
        #expect(
            machine.handle(.saved(stored)) == [
                .settle(1, nil), .happened("a", .signedOut(.requested)), .happened("b", .signedOut(.requested)),
                .happened("c", .signedIn), .happened("c", .becameCurrent), .publish(.signedIn(.sample("c"))),
            ]
        )
        #expect(machine.handle(.want(.by(2, "a"))) == [.resume(2, .failure(.signedOut(.requested)))])
    }

    @Test func aProfileIsRememberedUntilTheScopesChange() throws {
        var claims = StandardClaims()
        claims.name = "New"
        let profile = StoredProfile(claims: claims, fetchedAt: .at(1))
        let stored = StoredSessions(generation: 1, grants: [.sample("a")], current: "a")
            .applying([.remember("a", profile), .remember("b", profile)])
        let grant = try #require(stored.grants.first)
        #expect(grant.profile == profile)
        #expect(grant.account == Account(id: "person-a", name: "New"))
        var tokens = RenewedTokens.to("new", "r2")
        #expect(grant.renewed(by: tokens, for: TokenWish().asked(for: grant)).profile == profile)
        tokens.scopes = [.openid]
        #expect(grant.renewed(by: tokens, for: TokenWish().asked(for: grant)).profile == nil)
    }

    @Test func withoutARefreshTokenTheAppHasToAsk() {
        var grant = StoredGrant.sample("a", expires: 0)
        grant.refreshToken = nil
        var machine = SessionMachine.holding(grant)
        _ = machine.handle(.want(.by(1, "a")))
        let stored = StoredSessions(generation: 1, grants: [grant], current: "a")
        #expect(machine.handle(.read(.success(stored))) == [.resume(1, .failure(.cannotRenew))])
        #expect(machine.state == .signedIn(.sample("a")))
    }

    @Test func whoStopsWaitingIsAnsweredAndTheRefreshGoesOn() throws {
        var (machine, attempt) = try SessionMachine.asking()
        _ = machine.handle(.want(.by(2, "a")))
        #expect(
            machine.handle(.abandon(caller: 1)) == [
                .resume(1, .failure(.cancelled("The wait for an access token was cancelled.")))
            ]
        )
        #expect(machine.handle(.abandon(caller: 1)) == [])
        let effects = machine.handle(.answer(grant: "a", attempt: attempt, .renewed(.to("new", "r2")), now: .at(100)))
        let renewed = StoredGrant.sample("a", token: "new", refresh: "r2", expires: 9_000)
        #expect(effects.first == .resume(2, .success(renewed)))
    }

    // MARK: Late answers

    @Test func anAnswerAfterSignOutIsRevokedAndNeverStored() throws {
        var (machine, attempt) = try SessionMachine.asking()
        #expect(
            machine.handle(.end(["a"], .requested, ticket: 9, now: .at(50))) == [
                .resume(1, .failure(.signedOut(.requested))), .save([.end(["a"], tellServerSince: .at(50))]),
                .happened("a", .signedOut(.requested)), .publish(.signedOut(.requested)),
            ]
        )
        let signedOut = StoredSessions(generation: 2).applying([.end(["a"], tellServerSince: .at(50))])
        #expect(machine.handle(.saved(signedOut)) == [.settle(9, nil)])
        let late = PendingRevocation(id: "a/\(attempt)", token: Secret("r2"), since: .at(60))
        #expect(
            machine.handle(.answer(grant: "a", attempt: attempt, .renewed(.to("new", "r2")), now: .at(60))) == [
                .save([.revoke(late)])
            ]
        )
        #expect(machine.sessions.grants.isEmpty)
    }

    @Test func anAnswerAfterAnotherSignInNeverTouchesIt() throws {
        var (machine, attempt) = try SessionMachine.asking()
        let next = StoredGrant.sample("b", person: "person-a")
        let change = StoreChange.add(next, tellServerSince: .at(50))
        #expect(machine.handle(.change(change, ticket: 9)) == [.save([change])])
        let before = StoredSessions(generation: 1, grants: [.sample("a", expires: 0)], current: "a")
        var after = before.applying([change])
        after.generation = 2
        #expect(
            machine.handle(.saved(after)) == [
                .settle(9, nil), .resume(1, .failure(.signedOut(.requested))),
                .happened("a", .signedOut(.requested)), .announce(SessionEvent(account: next.account, kind: .signedIn)),
                .announce(SessionEvent(account: next.account, kind: .becameCurrent)), .publish(.signedIn(next.account)),
            ]
        )
        _ = machine.handle(.answer(grant: "a", attempt: attempt, .renewed(.to("new", "r2")), now: .at(60)))
        #expect(machine.sessions.grants == [next])
        #expect(machine.sessions.outbox.map(\.token) == [Secret("refresh-a"), Secret("r2")])
    }

    @Test func anAnswerAfterASwitchGoesToItsOwnAccountAlone() throws {
        let other = StoredGrant.sample("b")
        var machine = SessionMachine.holding(.sample("a", expires: 0), other)
        _ = machine.handle(.change(.select("a"), ticket: nil))
        _ = machine.handle(.saved(StoredSessions(generation: 2, grants: machine.sessions.grants, current: "a")))
        _ = machine.handle(.want(.by(1, "a")))
        let attempt = try machine.readsAndAsks()
        _ = machine.handle(.change(.select("b"), ticket: nil))
        _ = machine.handle(.saved(StoredSessions(generation: 3, grants: machine.sessions.grants, current: "b")))
        _ = machine.handle(.answer(grant: "a", attempt: attempt, .renewed(.to("new", "r2")), now: .at(60)))
        #expect(machine.sessions.currentGrant == other)
        #expect(machine.sessions.grant("a")?.accessToken == Secret("new"))
        #expect(machine.state == .signedIn(other.account))
    }

    // MARK: The store

    @Test(arguments: [TokenStoreError.Kind.locked, .corrupt, .denied, .unavailable])
    func whatCannotBeReadIsUnknownAndNotSignedOut(kind: TokenStoreError.Kind) {
        var machine = SessionMachine()
        let error = TokenStoreError(kind, "no")
        #expect(machine.handle(.look(ticket: 1)) == [.read])
        #expect(
            machine.handle(.read(.failure(error))) == [
                .settle(1, error), .useStoreLater(after: 1), .publish(.unknown(error)),
            ]
        )
        #expect(machine.handle(.look(ticket: 2)) == [.read])
        let stored = StoredSessions(generation: 1, grants: [.sample("a")], current: "a")
        #expect(machine.handle(.read(.success(stored))) == [.settle(2, nil), .publish(.signedIn(.sample("a")))])
        #expect(machine.handle(.look(ticket: 3)) == [.read])
        // The pause that is under way is enough.
        #expect(machine.handle(.read(.failure(error))) == [.settle(3, error)])
    }

    @Test func aStoreThatCannotBeReadIsReadAgainAfterLongerAndLongerPauses() {
        var machine = SessionMachine()
        _ = machine.handle(.look(ticket: 1))
        var pauses: [TimeInterval] = []
        for _ in 0..<8 {
            for case .useStoreLater(let pause) in machine.handle(.read(.failure(TokenStoreError(.locked, "no")))) {
                pauses.append(pause)
            }
            #expect(machine.handle(.useStoreAgain) == [.read])
        }
        #expect(pauses == [1, 2, 4, 8, 16, 32, 60, 60])
        #expect(machine.handle(.read(.success(nil))) == [.publish(.signedOut(.notSignedIn))])
        #expect(machine.handle(.useStoreAgain) == [])
    }

    @Test func aSignInThatCannotBeKeptHasNotHappened() {
        var machine = SessionMachine.holding()
        let change = StoreChange.add(.sample("a"), tellServerSince: .at(1))
        let full = TokenStoreError(.unavailable, "disk full")
        #expect(machine.handle(.change(change, ticket: 4)) == [.save([change])])
        #expect(machine.handle(.saveFailed(full)) == [.settle(4, full)])
        #expect(machine.state == .signedOut(.notSignedIn))
        #expect(machine.handle(.look(ticket: 5)) == [.read])
    }

    @Test func aRenewalThatCannotBeStoredIsKeptAndTriedAgain() throws {
        var (machine, attempt) = try SessionMachine.asking()
        _ = machine.handle(.answer(grant: "a", attempt: attempt, .renewed(.to("new", "r2")), now: .at(100)))
        let failed = machine.handle(.saveFailed(TokenStoreError(.unavailable, "disk full")))
        #expect(failed == [.useStoreLater(after: 1)])
        let renewed = StoredGrant.sample("a", token: "new", refresh: "r2", expires: 9_000)
        #expect(
            machine.handle(.want(.by(2, "a", now: 100))) == [
                .resume(2, .success(renewed)), .save([.renew(renewed, spent: Secret("refresh-a"))]),
            ]
        )
    }

    @Test func aSignOutThatCannotBeStoredCountsAllTheSameAndIsReported() {
        var machine = SessionMachine.holding(.sample("a"))
        let locked = TokenStoreError(.locked, "no")
        _ = machine.handle(.end(["a"], .requested, ticket: 3, now: .at(5)))
        #expect(machine.handle(.saveFailed(locked)) == [.settle(3, locked), .useStoreLater(after: 1)])
        #expect(machine.state == .signedOut(.requested))
        #expect(machine.sessions.outbox.map(\.token) == [Secret("refresh-a")])
        #expect(machine.handle(.look(ticket: 6)) == [.save([.end(["a"], tellServerSince: .at(5))])])
    }

    @Test func aSessionThatAnotherProcessEndedIsSaidToHaveEndedElsewhere() {
        var machine = SessionMachine.holding(.sample("a"))
        _ = machine.handle(.look(ticket: 1))
        #expect(
            machine.handle(.read(.success(StoredSessions(generation: 2)))) == [
                .settle(1, nil), .happened("a", .signedOut(.elsewhere)), .publish(.signedOut(.elsewhere)),
            ]
        )
        #expect(machine.handle(.want(.by(2, "a"))) == [.resume(2, .failure(.signedOut(.elsewhere)))])
    }
}
