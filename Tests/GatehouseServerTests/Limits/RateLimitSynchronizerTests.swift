import Foundation
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import Testing

/// Two servers over one store, synchronized explicitly by the test.
@Suite struct RateLimitSynchronizerTests {
    private struct Node {
        let server: ServerHarness
        let synchronizer: RateLimitSynchronizer

        init(_ limits: RateLimits, _ store: SpyStore, _ clock: TestClock) throws {
            server = try ServerHarness(limits: limits, store: store, clock: clock)
            synchronizer = server.identity.jobs.rateLimitSynchronizer(wait: { _ in })
        }

        /// Sends requests and returns how many were accepted.
        func send(_ count: Int, as subject: RateLimiter.Subject = .address("192.0.2.1")) -> Int {
            (0..<count).count { _ in
                do throws(OAuthError) {
                    try server.identity.requests.limiter.count(subject, at: server.now)
                    return true
                } catch {
                    return false
                }
            }
        }

        /// Returns the delay of a rejected request.
        func retryAfter() async throws -> Duration? {
            try await oauthError { try server.identity.requests.limiter.count(.address("192.0.2.1"), at: server.now) }
                .retryAfter
        }
    }

    private let store = SpyStore()
    private let clock = TestClock()

    private func nodes(_ limit: Int = 32) throws -> (Node, Node) {
        var limits = RateLimits()
        limits.requestsPerAddress = .init(limit, per: 60)
        limits.requestsPerClient = .init(limit, per: 60)
        return (try Node(limits, store, clock), try Node(limits, store, clock))
    }

    @Test func addsCountsOfBothNodes() async throws {
        let (first, second) = try nodes()
        #expect(first.send(20) == 20)
        #expect(second.send(10) == 10)
        try await first.synchronizer.synchronize()
        try await second.synchronizer.synchronize()
        #expect(second.send(5) == 2)
        try await second.synchronizer.synchronize()
        #expect(first.send(1) == 1, "The node has not read the other counts yet.")
        try await first.synchronizer.synchronize()
        #expect(first.send(5) == 0)
    }

    @Test func endsBothWindowsWithTheFirst() async throws {
        let (first, second) = try nodes()
        #expect(first.send(30) == 30)
        try await first.synchronizer.synchronize()
        clock.advance(by: 40)
        #expect(second.send(10) == 10)
        try await second.synchronizer.synchronize()
        #expect(try await second.retryAfter() == .seconds(20))
        clock.advance(by: 20)
        #expect(second.send(40) == 32)
        try await second.synchronizer.synchronize()
        #expect(first.send(3) == 3)
        try await first.synchronizer.synchronize()
        #expect(try await first.retryAfter() == .seconds(60))
    }

    @Test func countsLocallyBelowOneSixteenthOfTheLimit() async throws {
        let (first, _) = try nodes()
        for number in 0..<100 { #expect(first.send(2, as: .address("\(number)")) == 2) }
        try await first.synchronizer.synchronize()
        #expect(store.operations == [])
        #expect(first.send(1, as: .address("7")) == 1)
        try await first.synchronizer.synchronize()
        try await first.synchronizer.synchronize()
        #expect(store.operations == ["add 1"], "Unchanged counts are not written again.")
    }

    @Test func publishesNothingBeyondExhaustedLimit() async throws {
        let (first, second) = try nodes()
        #expect(first.send(100) == 32)
        try await first.synchronizer.synchronize()
        #expect(first.send(100) == 0)
        try await first.synchronizer.synchronize()
        #expect(store.operations == ["add 1"])
        #expect(second.send(3) == 3)
        try await second.synchronizer.synchronize()
        #expect(second.send(1) == 0)
    }

    @Test func publishesCountsSinceLastSynchronization() async throws {
        let (first, _) = try nodes()
        let limiter = first.server.identity.requests.limiter
        #expect(first.send(10) == 10)
        let published = try #require(limiter.unpublishedCounts(at: clock.now, limit: 10).first)
        #expect(published.count == 10)
        #expect(first.send(4) == 4)
        limiter.merge(25, until: published.end, of: published, at: clock.now)
        #expect(limiter.unpublishedCounts(at: clock.now, limit: 10).map(\.count) == [4])
        #expect(first.send(10) == 3, "25, 4 and 3 are 32.")
    }

    @Test func ignoresResultOfPreviousWindow() async throws {
        let (first, _) = try nodes()
        let limiter = first.server.identity.requests.limiter
        #expect(first.send(10) == 10)
        let published = try #require(limiter.unpublishedCounts(at: clock.now, limit: 10).first)
        clock.advance(by: 60)
        #expect(first.send(5) == 5)
        limiter.merge(99, until: published.end, of: published, at: clock.now)
        #expect(first.send(30) == 27)
        clock.advance(by: 60)
        #expect(limiter.unpublishedCounts(at: clock.now, limit: 10) == [], "An ended window is not published.")
    }

    @Test func ignoresCountsOfNodeWithDifferentClock() async throws {
        let (first, _) = try nodes()
        let limiter = first.server.identity.requests.limiter
        #expect(first.send(10) == 10)
        let published = try #require(limiter.unpublishedCounts(at: clock.now, limit: 10).first)
        limiter.merge(99, until: published.end + 60, of: published, at: clock.now)
        #expect(first.send(30) == 22)
        clock.advance(by: 60)
        #expect(first.send(30) == 30, "The end of the window is unchanged.")
    }

    @Test func countsLocallyDuringStoreFailureAndPublishesLater() async throws {
        let (first, second) = try nodes()
        store.isDown = true
        #expect(first.send(40) == 32)
        await #expect(throws: StoreError.self) { try await first.synchronizer.synchronize() }
        #expect(first.send(1) == 0)
        store.isDown = false
        try await first.synchronizer.synchronize()
        #expect(second.send(3) == 3)
        try await second.synchronizer.synchronize()
        #expect(second.send(1) == 0)
    }

    @Test func separatesSubjectsAndMatchesThemAcrossNodes() async throws {
        let (first, second) = try nodes()
        let subjects: [RateLimiter.Subject] = [
            .address("app"), .secrets(address: "app"), .client("app"), .publicClient("app", address: "192.0.2.1"),
            .publicClient("app", address: "192.0.2.2"), .publicClient("app", address: nil),
        ]
        for (index, subject) in subjects.enumerated() { #expect(first.send(20 + index, as: subject) == 20 + index) }
        try await first.synchronizer.synchronize()
        for subject in subjects { #expect(second.send(3, as: subject) == 3) }
        try await second.synchronizer.synchronize()
        for (index, subject) in subjects.enumerated() { #expect(second.send(32, as: subject) == 9 - index) }
    }

    @Test func publishesLargestCountsFirst() async throws {
        let (first, second) = try nodes()
        for number in 0..<1_200 { #expect(first.send(3, as: .address("\(number)")) == 3) }
        #expect(first.send(30, as: .address("busy")) == 30)
        try await first.synchronizer.synchronize()
        #expect(second.send(3, as: .address("busy")) == 3)
        try await second.synchronizer.synchronize()
        #expect(second.send(1, as: .address("busy")) == 0)
        for _ in 0..<3 { try await first.synchronizer.synchronize() }
        #expect(store.operations == ["add 500", "add 1", "add 500", "add 201"])
    }

    @Test func synchronizesEverySecondDespiteFailures() async throws {
        let (first, second) = try nodes()
        store.isDown = true
        #expect(first.send(32) == 32)
        let store = store
        let synchronizer = first.server.identity.jobs.rateLimitSynchronizer { duration in
            #expect(duration == .seconds(1))
            guard store.isDown else { throw CancellationError() }
            store.isDown = false
        }
        await synchronizer.run()
        #expect(second.send(3) == 3)
        try await second.synchronizer.synchronize()
        #expect(second.send(1) == 0)
    }
}
