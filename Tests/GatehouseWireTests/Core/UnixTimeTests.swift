import Foundation
import GatehouseWire
import Testing

@Suite struct UnixTimeTests {
    @Test(arguments: [
        ("1700000000", 1_700_000_000), ("1700000000.9", 1_700_000_000), ("1.7e9", 1_700_000_000), ("0", 0),
        ("-1.5", -2),
    ])
    func readsNumberOfSeconds(_ json: String, _ seconds: Int64) throws {
        #expect(try JSONCoding.decode([UnixTime].self, from: Data("[\(json)]".utf8)) == [UnixTime(seconds: seconds)])
    }

    @Test(arguments: ["\"1700000000\"", "null", "true", "1e300"])
    func rejectsOtherValues(_ json: String) {
        #expect(throws: WireError.self) { try JSONCoding.decode([UnixTime].self, from: Data("[\(json)]".utf8)) }
    }

    @Test func writesInteger() {
        let time = UnixTime(Date(timeIntervalSince1970: 1_700_000_000.75))
        #expect(String(decoding: JSONCoding.encode([time]), as: UTF8.self) == "[1700000000]")
        #expect(time.date == Date(timeIntervalSince1970: 1_700_000_000))
    }

    @Test func clampsInfiniteDates() {
        #expect(UnixTime(Date(timeIntervalSince1970: .infinity)).seconds == .max)
        #expect(UnixTime(Date(timeIntervalSince1970: -.infinity)).seconds == .min)
    }
}
