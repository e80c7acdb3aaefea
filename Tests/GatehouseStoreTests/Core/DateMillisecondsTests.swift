import Foundation
import GatehouseStore
import Testing

@Suite struct DateMillisecondsTests {
    @Test(arguments: [
        (0, 0),
        (1_790_000_000.123, 1_790_000_000_123),
        (1_790_000_000.1239, 1_790_000_000_123),
        (1_790_000_000.999, 1_790_000_000_999),
        (-0.0005, -1),
    ])
    func roundsDown(seconds: TimeInterval, milliseconds: Int64) {
        #expect(Date(timeIntervalSince1970: seconds).milliseconds == milliseconds)
    }

    @Test func distinguishesEveryMillisecond() {
        for milliseconds in Int64(1_790_000_000_000)..<1_790_000_001_000 {
            #expect(Date(milliseconds: milliseconds).milliseconds == milliseconds)
        }
    }

    @Test func roundsOnlyOnce() {
        let once = Date(timeIntervalSince1970: 1_790_000_000.56789).flooredToMilliseconds
        #expect(once.flooredToMilliseconds == once)
    }

    @Test func handlesDistantAndInfiniteDates() {
        #expect(Date.distantFuture.flooredToMilliseconds == .distantFuture)
        #expect(Date(timeIntervalSince1970: .infinity).milliseconds > Date.distantFuture.milliseconds)
    }

    @Test func roundsDatesSetLater() {
        var account = Account(
            id: Account.ID("user"),
            identifiers: [],
            passwordHash: nil,
            attributes: [:],
            createdAt: Date(timeIntervalSince1970: 1.0006),
            updatedAt: Date(timeIntervalSince1970: 1)
        )
        account.updatedAt = Date(timeIntervalSince1970: 2.0009)
        account.disabledAt = Date(timeIntervalSince1970: 3.0009)
        #expect(account.createdAt.milliseconds == 1000)
        #expect(account.updatedAt == Date(timeIntervalSince1970: 2))
        #expect(account.disabledAt == Date(timeIntervalSince1970: 3))
    }
}
