import Foundation
import Testing

@testable import GatehouseWire

struct HTTPDateTests {
    /// The example of RFC 9110 §5.6.7, single digits, a leap day and a fraction of a second.
    @Test(arguments: [
        (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"), (0, "Thu, 01 Jan 1970 00:00:00 GMT"),
        (1_709_251_199.999, "Thu, 29 Feb 2024 23:59:59 GMT"), (253_402_300_799, "Fri, 31 Dec 9999 23:59:59 GMT"),
        (-2_208_988_800, "Mon, 01 Jan 1900 00:00:00 GMT"),
    ])
    func writesAndReadsDates(seconds: TimeInterval, text: String) {
        let date = Date(timeIntervalSince1970: seconds)
        #expect(HTTPDate(date).text == text)
        #expect(HTTPDate(text)?.date == Date(timeIntervalSince1970: seconds.rounded(.down)))
    }

    @Test(arguments: [
        "", "now", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994", "Sun, 6 Nov 1994 08:49:37 GMT",
        "Mon, 06 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37 UTC", "Sun, 06 Nov 1994 08:49:37 GMT ",
        "Sun, 06  Nov 1994 08:49:37 GMT", "Sun, 06 nov 1994 08:49:37 GMT", "Sun, 31 Feb 1994 08:49:37 GMT",
        "Sun, 06 Nov 1994 24:49:37 GMT", "Sun, 06 Nov 1994 08:-9:37 GMT", "Sun, 06 Nov 1994 +8:49:37 GMT",
        "Sun, 06 Nov 99999999999999999999 08:49:37 GMT", "Sun, 06 Nov 9223372036854775807 08:49:37 GMT",
        "Sun, 9223372036854775807 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 9223372036854775807:49:37 GMT",
    ])
    func rejectsOtherFormats(text: String) {
        #expect(HTTPDate(text) == nil)
    }
}
