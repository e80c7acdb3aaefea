import Foundation
import GatehouseWire
import Testing

@Suite struct StreamSafeTextTests {
    private static func marks(_ count: Int) -> String { String(repeating: "\u{0345}", count: count) }

    @Test(arguments: [
        "", "plain", "e\u{301}", "a" + marks(30), String(repeating: "a" + marks(30), count: 200), "日本語", "👨‍👩‍👧‍👦",
        "ज़िन्दगी", "Tiếng Việt",
    ])
    func acceptsNaturalText(text: String) {
        #expect(StreamSafeText.admits(text))
        #expect(StreamSafeText.admits(percentEncoded: FormCoding.encode(text)))
    }

    @Test(arguments: [
        "a" + marks(31), marks(31), "a" + String(repeating: "\u{0345}\u{0315}", count: 16) + "b",
        "a" + String(repeating: "\u{0F73}", count: 31), "a" + String(repeating: "\u{1D165}", count: 31),
    ])
    func rejectsLongRunsOfCombiningMarks(text: String) {
        #expect(!StreamSafeText.admits(text))
        #expect(!StreamSafeText.admits(percentEncoded: FormCoding.encode(text)))
        #expect(throws: WireError("A name or value contains more than 30 combining marks in a row.")) {
            try Parameters(formEncoded: "a=" + FormCoding.encode(text))
        }
        #expect(throws: WireError("A name or value contains more than 30 combining marks in a row.")) {
            try Parameters(formEncoded: FormCoding.encode(text) + "=b")
        }
    }

    @Test(arguments: ["%", "%4", "%zz", "%+1%-1", "a%FF%CD%85", "%%%"])
    func ignoresMalformedEscapes(text: String) {
        #expect(StreamSafeText.admits(percentEncoded: text))
    }
}
