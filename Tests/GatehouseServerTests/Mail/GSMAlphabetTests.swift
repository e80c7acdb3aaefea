import Testing

@testable import GatehouseServer

@Suite struct GSMAlphabetTests {
    @Test(
        arguments: [
            ("Example App", "Example App"), ("Größe & Café", "Größe & Café"), ("“Łódź” – it’s…", "\"Lodz\" - it's..."),
            ("Cafe\u{301} Crème", "Café Crème"), ("Přítel", "Pritel"), ("Œuvre", "OEuvre"), ("{Σ} €5", "{Σ} €5"),
            ("Acme™ Pro", "Acme Pro"), ("", ""),
        ]
    )
    func writesTypographyAndAccentsPlainly(text: String, spelled: String) {
        #expect(GSMAlphabet.spelled(text) == spelled)
    }

    @Test(arguments: ["日本", "Яндекс", "App 🎉", "عربي", "A\u{202E}B"])
    func leavesOtherScriptsToTheirOwnAlphabet(text: String) {
        #expect(GSMAlphabet.spelled(text) == nil)
        #expect(GSMAlphabet.septets(text) == nil)
    }

    @Test func countsEscapedCharactersTwice() {
        #expect(GSMAlphabet.septets("abc@ß") == 5)
        #expect(GSMAlphabet.septets("€[~]") == 8)
        #expect(GSMAlphabet.septets("") == 0)
    }
}
