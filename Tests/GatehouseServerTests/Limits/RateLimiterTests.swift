import Foundation
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import Testing

@Suite struct RateLimiterTests {
    private let now = TestClock().now

    private func limiter(_ count: Int = 1, capacity: Int = 100) -> RateLimiter {
        var limits = RateLimits()
        limits.requestsPerAddress = .init(count, per: 60)
        limits.requestsPerClient = .init(count, per: 60)
        return RateLimiter(limits: limits, capacity: capacity)
    }

    private func isRejected(_ subject: RateLimiter.Subject, by limiter: RateLimiter, at now: Date) -> Bool {
        do throws(OAuthError) {
            try limiter.count(subject, at: now)
            return false
        } catch {
            return true
        }
    }

    @Test func reportsRemainingTimeOfExhaustedWindow() async throws {
        let limiter = limiter(2)
        for _ in 0..<2 { try limiter.count(.address("192.0.2.1"), at: now) }
        let error = try await oauthError { try limiter.count(.address("192.0.2.1"), at: now + 20.5) }
        #expect(error.status == .tooManyRequests)
        #expect(error.code == .temporarilyUnavailable)
        #expect(error.retryAfter == .seconds(40))
        #expect(!isRejected(.address("192.0.2.1"), by: limiter, at: now + 60))
    }

    @Test func prunesEndedWindows() throws {
        let limiter = limiter()
        for number in 0..<10 { try limiter.count(.address("192.0.2.\(number)"), at: now) }
        try limiter.count(.client("web"), at: now + 30)
        try limiter.count(.publicClient("app", address: nil), at: now + 30)
        #expect(limiter.size == 12)
        limiter.prune(at: now + 59.999)
        #expect(limiter.size == 12)
        limiter.prune(at: now + 60)
        #expect(limiter.size == 2)
        limiter.prune(at: now + 90)
        #expect(limiter.size == 0)
    }

    @Test func prunesEndedWindowsDuringCleanup() async throws {
        let server = try ServerHarness()
        try server.identity.requests.limiter.count(.address("192.0.2.1"), at: server.now)
        let cleanup = server.identity.jobs.cleanup(wait: { _ in })
        _ = try await cleanup.deleteExpired()
        #expect(server.identity.requests.limiter.size == 1)
        server.clock.advance(by: 60)
        _ = try await cleanup.deleteExpired()
        #expect(server.identity.requests.limiter.size == 0)
    }

    @Test func evictsOldestAddressesAtCapacity() throws {
        let limiter = limiter(capacity: 80)
        try limiter.count(.client("web"), at: now)
        for number in 0..<80 { try limiter.count(.address("\(number)"), at: now + Double(number) / 100) }
        #expect(limiter.size == 81)
        try limiter.count(.address("new"), at: now + 1)
        #expect(limiter.size == 72)
        #expect(!isRejected(.address("9"), by: limiter, at: now + 2))
        #expect(isRejected(.address("10"), by: limiter, at: now + 2))
        #expect(isRejected(.address("79"), by: limiter, at: now + 2))
        for number in 100..<10_000 { try limiter.count(.address("\(number)"), at: now + 2) }
        #expect(limiter.size <= 81)
        #expect(isRejected(.client("web"), by: limiter, at: now + 3))
    }

    @Test func evictsEndedWindowsFirst() throws {
        let limiter = limiter(capacity: 8)
        for number in 0..<4 { try limiter.count(.address("old \(number)"), at: now) }
        for number in 0..<4 { try limiter.count(.address("\(number)"), at: now + 30) }
        try limiter.count(.address("new"), at: now + 60)
        #expect(limiter.size == 5)
        for number in 0..<4 { #expect(isRejected(.address("\(number)"), by: limiter, at: now + 60)) }
    }

    @Test func treatsZeroAsUnlimited() throws {
        let limiter = limiter(0)
        for _ in 0..<100 { try limiter.count(.address("192.0.2.1"), at: now) }
        #expect(limiter.size == 0)
    }
}
