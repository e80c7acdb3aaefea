import Foundation
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import Testing

/// Two servers on one store, which tell each other what they count when the test says so.
@Suite struct LimitSharingTests {
    private struct Node {
        let server: TestServer
        let sharing: LimitSharing

        init(_ limits: Limits, _ store: SpyStore, _ clock: TestClock) throws {
            server = try TestServer(limits: limits, store: store, clock: clock)
            sharing = LimitSharing(core: server.core, wait: { _ in })
        }

        /// Counts so many requests; answers how many were let through.
        func ask(_ count: Int, as subject: RateLimiter.Subject = .address("192.0.2.1")) -> Int {
            (0..<count).count { _ in
                do throws(OAuthError) {
                    try server.core.limiter.count(subject, at: server.now)
                    return true
                } catch {
                    return false
                }
            }
        }

        /// How long one more has to wait.
        func wait() async throws -> Duration? {
            try await refusal { try server.core.limiter.count(.address("192.0.2.1"), at: server.now) }.retryAfter
        }
    }

    private let store = SpyStore()
    private let clock = TestClock()

    private func nodes(_ limit: Int = 32) throws -> (Node, Node) {
        var limits = Limits()
        limits.requestsPerAddress = .init(limit, per: 60)
        limits.requestsPerClient = .init(limit, per: 60)
        return (try Node(limits, store, clock), try Node(limits, store, clock))
    }

    @Test func whatBothHaveCountedIsTheCount() async throws {
        let (first, second) = try nodes()
        #expect(first.ask(20) == 20)
        #expect(second.ask(10) == 10)
        try await first.sharing.share()
        try await second.sharing.share()
        #expect(second.ask(5) == 2)
        try await second.sharing.share()
        #expect(first.ask(1) == 1, "It has not heard of the others yet.")
        try await first.sharing.share()
        #expect(first.ask(5) == 0)
    }

    @Test func bothWindowsEndWhenTheFirstDoes() async throws {
        let (first, second) = try nodes()
        #expect(first.ask(30) == 30)
        try await first.sharing.share()
        clock.advance(by: 40)
        #expect(second.ask(10) == 10)
        try await second.sharing.share()
        #expect(try await second.wait() == .seconds(20))
        clock.advance(by: 20)
        #expect(second.ask(40) == 32)
        try await second.sharing.share()
        #expect(first.ask(3) == 3)
        try await first.sharing.share()
        #expect(try await first.wait() == .seconds(60))
    }

    @Test func whoAsksForASixteenthCostsNoTrip() async throws {
        let (first, _) = try nodes()
        for number in 0..<100 { #expect(first.ask(2, as: .address("\(number)")) == 2) }
        try await first.sharing.share()
        #expect(store.operations == [])
        #expect(first.ask(1, as: .address("7")) == 1)
        try await first.sharing.share()
        try await first.sharing.share()
        #expect(store.operations == ["add 1"], "Nothing new, nothing to tell.")
    }

    @Test func ofAFloodNobodyHearsMoreThanThatItIsTooMuch() async throws {
        let (first, second) = try nodes()
        #expect(first.ask(100) == 32)
        try await first.sharing.share()
        #expect(first.ask(100) == 0)
        try await first.sharing.share()
        #expect(store.operations == ["add 1"])
        #expect(second.ask(3) == 3)
        try await second.sharing.share()
        #expect(second.ask(1) == 0)
    }

    @Test func whatIsCountedMeanwhileIsToldTheNextTime() async throws {
        let (first, _) = try nodes()
        let limiter = first.server.core.limiter
        #expect(first.ask(10) == 10)
        let told = try #require(limiter.unshared(at: clock.now, limit: 10).first)
        #expect(told.count == 10)
        #expect(first.ask(4) == 4)
        limiter.learn(25, until: told.end, of: told, at: clock.now)
        #expect(limiter.unshared(at: clock.now, limit: 10).map(\.count) == [4])
        #expect(first.ask(10) == 3, "25, 4 and 3 are 32.")
    }

    @Test func anAnswerAboutAnEarlierWindowIsNotTakenForThisOne() async throws {
        let (first, _) = try nodes()
        let limiter = first.server.core.limiter
        #expect(first.ask(10) == 10)
        let told = try #require(limiter.unshared(at: clock.now, limit: 10).first)
        clock.advance(by: 60)
        #expect(first.ask(5) == 5)
        limiter.learn(99, until: told.end, of: told, at: clock.now)
        #expect(first.ask(30) == 27)
        clock.advance(by: 60)
        #expect(limiter.unshared(at: clock.now, limit: 10) == [], "A window that has ended is of no interest.")
    }

    @Test func whatAServerWithAnotherTimeHasCountedIsPassedOver() async throws {
        let (first, _) = try nodes()
        let limiter = first.server.core.limiter
        #expect(first.ask(10) == 10)
        let told = try #require(limiter.unshared(at: clock.now, limit: 10).first)
        limiter.learn(99, until: told.end + 60, of: told, at: clock.now)
        #expect(first.ask(30) == 22)
        clock.advance(by: 60)
        #expect(first.ask(30) == 30, "The window ends when it would have.")
    }

    @Test func whileTheStoreIsAwayEachCountsAloneAndTellsLater() async throws {
        let (first, second) = try nodes()
        store.isDown = true
        #expect(first.ask(40) == 32)
        await #expect(throws: StoreError.self) { try await first.sharing.share() }
        #expect(first.ask(1) == 0)
        store.isDown = false
        try await first.sharing.share()
        #expect(second.ask(3) == 3)
        try await second.sharing.share()
        #expect(second.ask(1) == 0)
    }

    @Test func callersAreTheSameAtBothAndApartFromEachOther() async throws {
        let (first, second) = try nodes()
        let subjects: [RateLimiter.Subject] = [
            .address("app"), .client("app"), .publicClient("app", address: "192.0.2.1"),
            .publicClient("app", address: "192.0.2.2"), .publicClient("app", address: nil),
        ]
        for (index, subject) in subjects.enumerated() { #expect(first.ask(20 + index, as: subject) == 20 + index) }
        try await first.sharing.share()
        for subject in subjects { #expect(second.ask(3, as: subject) == 3) }
        try await second.sharing.share()
        for (index, subject) in subjects.enumerated() { #expect(second.ask(32, as: subject) == 9 - index) }
    }

    @Test func thoseWhoAskMostAreToldOfFirst() async throws {
        let (first, second) = try nodes()
        for number in 0..<1_200 { #expect(first.ask(3, as: .address("\(number)")) == 3) }
        #expect(first.ask(30, as: .address("busy")) == 30)
        try await first.sharing.share()
        #expect(second.ask(3, as: .address("busy")) == 3)
        try await second.sharing.share()
        #expect(second.ask(1, as: .address("busy")) == 0)
        for _ in 0..<3 { try await first.sharing.share() }
        #expect(store.operations == ["add 500", "add 1", "add 500", "add 201"])
    }

    @Test func itGoesOnEverySecondWhateverTheStoreSays() async throws {
        let (first, second) = try nodes()
        store.isDown = true
        #expect(first.ask(32) == 32)
        let store = store
        let sharing = LimitSharing(core: first.server.core) { duration in
            #expect(duration == .seconds(1))
            guard store.isDown else { throw CancellationError() }
            store.isDown = false
        }
        await sharing.run()
        #expect(second.ask(3) == 3)
        try await second.sharing.share()
        #expect(second.ask(1) == 0)
    }
}
