import Foundation
import Testing

@testable import GatehouseHTTP

@Suite struct DateFieldTests {
    /// The example of RFC 9110 §5.6.7, and what has one digit.
    @Test(arguments: [
        (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"), (0, "Thu, 01 Jan 1970 00:00:00 GMT"),
        (1_709_251_199.999, "Thu, 29 Feb 2024 23:59:59 GMT"),
    ])
    func aTimeIsWrittenAsHTTPHasIt(seconds: TimeInterval, text: String) {
        #expect(DateField().text(at: Date(timeIntervalSince1970: seconds)) == text)
    }

    @Test func theNextSecondIsAnotherText() {
        let field = DateField()
        let now = Date(timeIntervalSince1970: 784_111_777)
        #expect(field.text(at: now) == field.text(at: now + 0.9))
        #expect(field.text(at: now + 1) == "Sun, 06 Nov 1994 08:49:38 GMT")
        #expect(field.text(at: now) == "Sun, 06 Nov 1994 08:49:37 GMT")
    }
}
