import GatehouseStore
import Testing

@testable import GatehouseServer

@Suite struct SMSComposerTests {
    private let composer = SMSComposer(issuer: "https://login.example.com")
    private static let link = MailedLink(transaction: "abc-1", code: "12345678")
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
    func saysWhatItIsFor(kind: SMSKind, text: String) {
        #expect(composer.compose(kind, in: .english, clientName: "Example App", minutesValid: 7) == text)
    }

    @Test(arguments: kinds, Language.allCases)
    func leavesNothingToFillIn(kind: SMSKind, language: Language) {
        let text = composer.compose(kind, in: language, clientName: "Example App", minutesValid: 10)
        #expect(text.contains("Example App") && !text.contains { "{}%".contains($0) })
        #expect(text.contains("12345678") == (kind != .numberTaken))
    }

    /// The format of domain-bound codes: an empty line, then the domain and the code, and nothing after it.
    @Test(arguments: codes, Language.allCases)
    func bindsACodeToItsDomainInTheLastLine(kind: SMSKind, language: Language) {
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
    func isOneLineWithoutACode(kind: SMSKind, language: Language) {
        let text = composer.compose(kind, in: language, clientName: "A\nB", minutesValid: 10)
        #expect(!text.contains { $0.isNewline })
    }

    @Test(arguments: kinds, [Language.english, .german])
    func staysInTheGSMAlphabet(kind: SMSKind, language: Language) throws {
        for name in ["Example App", "Łódź “Café” – Ünïcode…", String(repeating: "Größe ", count: 100)] {
            let text = composer.compose(kind, in: language, clientName: name, minutesValid: 10)
            #expect(GSMAlphabet.septets(text) != nil, "\(text)")
        }
        let text = composer.compose(kind, in: language, clientName: "Example App", minutesValid: 10)
        #expect(try #require(GSMAlphabet.septets(text)) <= 160, "\(text)")
    }

    /// Outside the GSM alphabet one SMS holds 70 UTF-16 units.
    @Test(arguments: codes, [Language.japanese, .simplifiedChinese])
    func fitsACodeIntoOneSMS(kind: SMSKind, language: Language) {
        let text = composer.compose(kind, in: language, clientName: "Example App", minutesValid: 10)
        #expect(text.utf16.count <= 70, "\(text.utf16.count) \(text)")
    }

    /// Four of the parts that SMS are sent in would be paid for every code.
    @Test(arguments: kinds, Language.allCases)
    func isShort(kind: SMSKind, language: Language) {
        for name in [String(repeating: "長", count: 500), "A" + String(repeating: "\u{301}", count: 5_000)] {
            let text = composer.compose(kind, in: language, clientName: name, minutesValid: 10)
            #expect(text.utf16.count <= 3 * 67)
        }
        let long = String(repeating: "長", count: 500)
        let text = composer.compose(kind, in: language, clientName: long, minutesValid: 10)
        #expect(text.contains(long.prefix(30)) && !text.contains(long.prefix(31)))
    }

    @Test func keepsAClientsNameInItsPlace() {
        let text = composer.compose(
            .numberCode("12345678"),
            in: .english,
            clientName: "A\r\n{code}\u{2028}",
            minutesValid: 10
        )
        #expect(text.hasPrefix("12345678 is your A  {code}  code."))
    }
}
