import GatehouseStore
import Testing

@testable import GatehouseServer

@Suite struct SMSComposerTests {
    private let composer = SMSComposer(issuer: "https://login.example.com")
    private static let link = MessageLink(flow: "abc-1", code: "12345678")
    private static let kinds: [SMSKind] = [
        .numberCode("12345678"), .passwordResetCode("12345678"), .passwordResetLink(link), .numberTaken,
    ]
    private static let codes = Array(kinds.prefix(2))
    private static let binding = "\n\n@login.example.com #12345678"

    @Test(arguments: [
        (
            kinds[0],
            "12345678 is your Example App code. It works for 7 minutes. Don't share it with anyone." + binding
        ),
        (
            kinds[1],
            "12345678 is your Example App password reset code. It works for 7 minutes. Don't share it with anyone."
                + binding
        ),
        (
            kinds[2],
            "Reset your Example App password within 7 minutes: https://login.example.com/link?token=abc-1.12345678"
        ),
        (
            kinds[3],
            "Someone, probably you, entered this number for an account with Example App. You already have one: sign in to that account."
        ),
    ])
    func composesEnglishText(kind: SMSKind, text: String) {
        #expect(composer.compose(kind, in: .english, clientName: "Example App", minutesValid: 7) == text)
    }

    @Test(arguments: kinds, Language.allCases)
    func replacesAllPlaceholders(kind: SMSKind, language: Language) {
        let text = composer.compose(kind, in: language, clientName: "Example App", minutesValid: 10)
        #expect(text.contains("Example App") && !text.contains { "{}%".contains($0) })
        #expect(text.contains("12345678") == (kind != .numberTaken))
    }

    /// Domain-bound code format: an empty line, then the domain and the code as the last line.
    @Test(arguments: codes, Language.allCases)
    func endsWithDomainBoundCode(kind: SMSKind, language: Language) {
        func lines(_ domain: String?) -> [Substring] {
            composer.compose(
                kind,
                in: language,
                clientName: "A\n@evil.example #1",
                minutesValid: 10,
                codeDomain: domain
            )
            .split(separator: "\n", omittingEmptySubsequences: false)
        }
        #expect(lines(nil).dropFirst() == ["", "@login.example.com #12345678"])
        #expect(lines("app.example.com").dropFirst() == ["", "@app.example.com #12345678"])
    }

    @Test(arguments: kinds.dropFirst(2), Language.allCases)
    func composesSingleLineWithoutCode(kind: SMSKind, language: Language) {
        let text = composer.compose(kind, in: language, clientName: "A\nB", minutesValid: 10)
        #expect(!text.contains { $0.isNewline })
    }

    @Test(arguments: kinds, [Language.english, .german])
    func usesGSMAlphabet(kind: SMSKind, language: Language) throws {
        for name in ["Example App", "Łódź “Café” – Ünïcode…", String(repeating: "Größe ", count: 100)] {
            let text = composer.compose(kind, in: language, clientName: name, minutesValid: 10)
            #expect(GSMAlphabet.septets(text) != nil, "\(text)")
        }
        let text = composer.compose(kind, in: language, clientName: "Example App", minutesValid: 10)
        #expect(try #require(GSMAlphabet.septets(text)) <= 160, "\(text)")
    }

    /// In UCS-2, an SMS holds 70 UTF-16 code units.
    @Test(arguments: codes, [Language.japanese, .simplifiedChinese])
    func fitsCodeIntoOneSMS(kind: SMSKind, language: Language) {
        let text = composer.compose(kind, in: language, clientName: "Example App", minutesValid: 10)
        #expect(text.utf16.count <= 70, "\(text.utf16.count) \(text)")
    }

    /// At most three segments, because each segment is billed.
    @Test(arguments: kinds, Language.allCases)
    func limitsLength(kind: SMSKind, language: Language) {
        for name in [String(repeating: "長", count: 500), "A" + String(repeating: "\u{301}", count: 5_000)] {
            let text = composer.compose(kind, in: language, clientName: name, minutesValid: 10)
            #expect(text.utf16.count <= 3 * 67)
        }
        let long = String(repeating: "長", count: 500)
        let text = composer.compose(kind, in: language, clientName: long, minutesValid: 10)
        #expect(text.contains(long.prefix(30)) && !text.contains(long.prefix(31)))
    }

    @Test func escapesClientName() {
        let text = composer.compose(
            .numberCode("12345678"),
            in: .english,
            clientName: "A\r\n{code}\u{2028}",
            minutesValid: 10
        )
        #expect(text.hasPrefix("12345678 is your A  {code}  code."))
    }
}

@Suite struct GSMAlphabetTests {
    @Test(
        arguments: [
            ("Example App", "Example App"), ("Größe & Café", "Größe & Café"), ("“Łódź” – it’s…", "\"Lodz\" - it's..."),
            ("Cafe\u{301} Crème", "Café Crème"), ("Přítel", "Pritel"), ("Œuvre", "OEuvre"), ("{Σ} €5", "{Σ} €5"),
            ("Acme™ Pro", "Acme Pro"), ("", ""),
        ]
    )
    func transliteratesTypographyAndAccents(text: String, transliterated: String) {
        #expect(GSMAlphabet.transliterated(text) == transliterated)
    }

    @Test(arguments: ["日本", "Яндекс", "App 🎉", "عربي", "A\u{202E}B"])
    func rejectsOtherScripts(text: String) {
        #expect(GSMAlphabet.transliterated(text) == nil)
        #expect(GSMAlphabet.septets(text) == nil)
    }

    @Test func countsEscapedCharactersTwice() {
        #expect(GSMAlphabet.septets("abc@ß") == 5)
        #expect(GSMAlphabet.septets("€[~]") == 8)
        #expect(GSMAlphabet.septets("") == 0)
    }
}
