import Testing

@testable import GatehouseWire

@Suite struct ValidUTF8Tests {
    @Test(arguments: ["", "a", "ä€😀", "\u{FFFD}", "\u{FEFF}a\0b", "e\u{301}"])
    func readsValidText(text: String) {
        #expect(String(validUTF8: text.utf8).map { Array($0.utf8) } == Array(text.utf8))
        #expect(String(decodingValidUTF8: Array(text.utf8)).map { Array($0.utf8) } == Array(text.utf8))
    }

    @Test(
        arguments: [
            [0x80], [0xC3], [0x61, 0xC3, 0x28], [0xC0, 0xAF], [0xE2, 0x82], [0xED, 0xA0, 0x80],
            [0xF4, 0x90, 0x80, 0x80],
            [0xFF], [0xEF, 0xBF, 0xBD, 0x80],
        ] as [[UInt8]]
    )
    func rejectsMalformedBytes(bytes: [UInt8]) {
        #expect(String(validUTF8: bytes) == nil)
        #expect(String(decodingValidUTF8: bytes) == nil)
    }
}
