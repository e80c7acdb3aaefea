import GatehouseWire
import Testing

@Suite struct CodeChallengeTests {
    @Test func accepts32Bytes() {
        let text = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
        #expect(CodeChallenge(rawValue: text)?.rawValue == text)
    }

    @Test func validatesPlainChallengeAsVerifier() {
        let text = String(repeating: "~", count: 43)
        #expect(CodeChallenge(rawValue: text, method: .plain)?.rawValue == text)
        #expect(CodeChallenge(rawValue: text) == nil)
        #expect(CodeChallenge(rawValue: String(repeating: "~", count: 42), method: .plain) == nil)
        #expect(CodeChallenge(rawValue: text, method: CodeChallengeMethod(rawValue: "S512")) == nil)
    }

    @Test(arguments: [
        "", "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-c", "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM=",
        "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cN", "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw+cM",
        "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cMA",
    ])
    func rejectsOtherValues(_ text: String) {
        #expect(CodeChallenge(rawValue: text) == nil)
    }
}
