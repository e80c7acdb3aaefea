import Foundation
import Testing

@testable import GatehouseHTTP

@Suite struct DateFieldTests {
    @Test func theNextSecondIsAnotherText() {
        let field = DateField()
        let now = Date(timeIntervalSince1970: 784_111_777)
        #expect(field.text(at: now) == "Sun, 06 Nov 1994 08:49:37 GMT")
        #expect(field.text(at: now + 0.9) == "Sun, 06 Nov 1994 08:49:37 GMT")
        #expect(field.text(at: now + 1) == "Sun, 06 Nov 1994 08:49:38 GMT")
        #expect(field.text(at: now) == "Sun, 06 Nov 1994 08:49:37 GMT")
    }
}
