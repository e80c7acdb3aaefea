import Foundation
import GatehouseStore
import Testing

@Suite struct MonthTests {
    @Test(arguments: [
        ("2026-11-27T14:00:00Z", "202611", "2611-", "202612"), ("2026-12-31T23:59:59Z", "202612", "2612-", "202701"),
        ("2027-01-01T00:00:00Z", "202701", "2701-", "202702"), ("2032-02-29T12:00:00Z", "203202", "3202-", "203203"),
    ])
    func namesMonthsInUTC(date: String, name: String, prefix: String, next: String) throws {
        let month = Month(of: try Date(date, strategy: .iso8601))
        #expect(month.name == name)
        #expect(month.sessionPrefix == prefix)
        #expect(month.next.name == next)
        #expect(Month(name: name) == month)
        #expect(Month(of: month.start) == month)
        #expect(Month(of: month.start - 0.001) != month)
        #expect(Month(of: month.next.start - 0.001) == month)
    }

    @Test(arguments: ["default", "202613", "202600", "20261", ""])
    func rejectsOtherNames(name: String) {
        #expect(Month(name: name) == nil)
    }

    @Test func beginsSessionIDsWithTheirMonth() throws {
        let date = try Date("2026-11-27T14:00:00Z", strategy: .iso8601)
        #expect(Session.ID(random: "BykeiEA8S7VjgRBZvx-CPA", startingAt: date) == "2611-BykeiEA8S7VjgRBZvx-CPA")
    }
}
