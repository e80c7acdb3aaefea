import Foundation
import GatehouseWire
import Testing

@Suite struct TimestampTests {
    /// The epoch, a leap day, the ends of the range, and years around a leap cycle.
    @Test(arguments: [
        (0, "1970-01-01T00:00:00Z"), (1_709_251_199, "2024-02-29T23:59:59Z"), (-1, "1969-12-31T23:59:59Z"),
        (951_782_400, "2000-02-29T00:00:00Z"), (978_220_800, "2000-12-31T00:00:00Z"),
        (-2_203_891_200, "1900-03-01T00:00:00Z"), (253_402_300_799, "9999-12-31T23:59:59Z"),
        (-62_135_596_800, "0001-01-01T00:00:00Z"), (1_767_225_599, "2025-12-31T23:59:59Z"),
    ])
    func writesAndReadsTimes(seconds: Int64, text: String) {
        #expect(Timestamp(seconds: seconds).text == text)
        #expect(Timestamp(text)?.seconds == seconds)
        #expect(Timestamp(seconds: seconds).date == Date(timeIntervalSince1970: TimeInterval(seconds)))
    }

    /// Compares with Foundation's calendar on every 97th day of 400 years.
    @Test func agreesWithCalendar() {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        for day in stride(from: -60_000, to: 86_000, by: 97) {
            let time = Timestamp(seconds: Int64(day) * 86_400 + 12_345)
            let parts = calendar.dateComponents([.year, .month, .day], from: time.date)
            let digits = time.text.prefix(10).split(separator: "-").compactMap { Int($0) }
            #expect(digits == [parts.year, parts.month, parts.day].compactMap(\.self), "\(day)")
            #expect(Timestamp(time.text) == time)
        }
    }

    @Test(arguments: [
        ("2026-03-01T10:30:00+01:00", "2026-03-01T09:30:00Z"), ("2026-03-01t09:30:00.999z", "2026-03-01T09:30:00Z"),
        ("2026-02-28T23:30:00-01:30", "2026-03-01T01:00:00Z"), ("2016-12-31T23:59:60Z", "2016-12-31T23:59:59Z"),
        ("2026-03-01T09:30:00-00:00", "2026-03-01T09:30:00Z"),
    ])
    func readsOffsetsAndFractions(text: String, expected: String) {
        #expect(Timestamp(text)?.text == expected)
    }

    @Test(arguments: [
        "", "2026", "2026-03-01", "2026-03-01 09:30:00Z", "2026-03-01T09:30:00", "2026-03-01T09:30Z",
        "2026-02-29T00:00:00Z", "2026-13-01T00:00:00Z", "2026-00-01T00:00:00Z", "0000-01-01T00:00:00Z",
        "2026-03-01T24:00:00Z", "2026-03-01T09:60:00Z", "2026-03-01T09:30:61Z", "2026-03-01T09:30:00.Z",
        "2026-03-01T09:30:00+1:00", "2026-03-01T09:30:00+24:00", "2026-03-01T09:30:00Z ", "+026-03-01T09:30:00Z",
        "２026-03-01T09:30:00Z", "0001-01-01T00:00:00+01:00", "9999-12-31T23:59:59-01:00",
        "2026-03-01T09:30:00." + String(repeating: "1", count: 100) + "Z",
    ])
    func rejectsOtherTexts(text: String) {
        #expect(Timestamp(text) == nil)
    }

    @Test func clampsToRepresentableYears() {
        #expect(Timestamp(seconds: .max).text == "9999-12-31T23:59:59Z")
        #expect(Timestamp(.distantFuture).text == "4001-01-01T00:00:00Z")
        #expect(Timestamp(Date(timeIntervalSince1970: -1e18)).text == "0001-01-01T00:00:00Z")
        #expect(Timestamp(Date(timeIntervalSince1970: 1.999)).seconds == 1)
    }

    @Test func rejectsOtherJSON() throws {
        let body = JSONCoding.encode([Timestamp(seconds: 0)])
        #expect(String(decoding: body, as: UTF8.self) == #"["1970-01-01T00:00:00Z"]"#)
        #expect(try JSONCoding.decode([Timestamp].self, from: body) == [Timestamp(seconds: 0)])
        for text in [#"["yesterday"]"#, "[0]", "[null]"] {
            #expect(throws: WireError.self) { try JSONCoding.decode([Timestamp].self, from: Data(text.utf8)) }
        }
    }
}
