import Foundation
import GatehouseJOSE
import Testing

@Suite struct ConstantTimeTests {
    @Test(arguments: [
        ("", "", true), ("a", "a", true), ("a", "b", false), ("a", "", false), ("abc", "abd", false),
        ("abc", "ab", false),
        ("\u{E9}", "e\u{301}", false),
    ])
    func comparesEveryByte(_ left: String, _ right: String, _ equal: Bool) {
        #expect(ConstantTime.equal(left, right) == equal)
        #expect(ConstantTime.equal(Data(left.utf8), Array(right.utf8)) == equal)
    }
}
