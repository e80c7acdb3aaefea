import GatehouseWire
import Testing

@Suite struct CodeVerifierTests {
    @Test(arguments: [43, 44, 128]) func accepts43To128Characters(_ length: Int) {
        let text = String("aZ0-._~".repeating(to: length))
        #expect(CodeVerifier(text)?.secret.reveal() == text)
    }

    @Test(arguments: [0, 1, 42, 129, 4096]) func rejectsOtherLengths(_ length: Int) {
        #expect(CodeVerifier("a".repeating(to: length)) == nil)
    }

    @Test(arguments: ["+", "/", "=", " ", "ä", "%", "\n", "\u{0}"]) func rejectsOtherCharacters(_ character: String) {
        #expect(CodeVerifier("a".repeating(to: 50) + character) == nil)
    }

    @Test(arguments: [(32, 43), (96, 128)]) func createsVerifierFromRandomBytes(_ count: Int, _ length: Int) {
        let verifier = CodeVerifier(random: [UInt8](repeating: 0xA5, count: count))
        #expect(verifier.secret.reveal().utf8.count == length)
        #expect(CodeVerifier(verifier.secret.reveal()) == verifier)
    }
}

extension String {
    fileprivate func repeating(to length: Int) -> String {
        String(String(repeating: self, count: length).prefix(length))
    }
}
