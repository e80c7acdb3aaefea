import Testing

@testable import GatehousePasswords

@Suite struct PasswordTests {
    @Test func normalizesComposedAndDecomposedForms() {
        #expect(Array(Password("ü").text.unicodeScalars) == ["\u{FC}"])
        #expect(Array(Password("u\u{308}").text.unicodeScalars) == ["\u{FC}"])
    }

    @Test(arguments: ["\u{A0}", "\u{3000}", "\u{2003}", " "])
    func replacesSpacesWithASCIISpace(space: String) {
        #expect(Password("a\(space)b").text == "a b")
    }

    @Test func keepsCompatibilityFormsCaseAndOuterSpaces() {
        #expect(Password(" x²ﬁＡ ").text.unicodeScalars.elementsEqual(" x²ﬁＡ ".unicodeScalars))
    }

    @Test func redactsDescription() {
        let password = Password("correct horse")
        var dumped = ""
        dump(password, to: &dumped)
        #expect("\(password)" == "•••")
        #expect(String(reflecting: password) == "•••")
        #expect(!dumped.contains("horse"))
    }
}
