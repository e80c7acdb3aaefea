import GatehouseServer
import GatehouseStore
import Testing

@Suite struct SMSComposerTests {
    private let composer = SMSComposer(issuer: "https://login.example.com")
    private static let link = MailedLink(transaction: "abc-1", code: "12345678")
    private static let kinds: [SMSKind] = [
        .numberCode("12345678"), .passwordResetCode("12345678"), .passwordResetLink(link), .numberTaken,
    ]

    @Test(arguments: [
        (kinds[0], "12345678 is your code for Example App. It is valid for 7 minutes. Never tell it to anybody."),
        (
            kinds[1],
            "12345678 is your code for a new password for Example App. It is valid for 7 minutes. Never tell it to anybody."
        ),
        (
            kinds[2],
            "Choose a new password for Example App within 7 minutes: https://login.example.com/link?token=abc-1.12345678"
        ),
        (
            kinds[3],
            "Somebody, probably you, gave this number to Example App. You already have an account with it: sign in to that one."
        ),
    ])
    func saysWhatItIsFor(kind: SMSKind, text: String) {
        #expect(composer.compose(kind, in: .english, clientName: "Example App", minutesValid: 7) == text)
    }

    @Test(arguments: kinds, Language.allCases)
    func isOneLineWithNothingToFillIn(kind: SMSKind, language: Language) {
        let text = composer.compose(kind, in: language, clientName: "Example App", minutesValid: 10)
        #expect(text.contains("Example App") && !text.contains { $0.isNewline || "{}%".contains($0) })
        #expect(text.contains("12345678") == (kind != .numberTaken))
    }

    /// Four of the parts that SMS are sent in would be paid for every code.
    @Test(arguments: kinds, Language.allCases)
    func isShort(kind: SMSKind, language: Language) {
        let text = composer.compose(
            kind,
            in: language,
            clientName: String(repeating: "長", count: 500),
            minutesValid: 10
        )
        #expect(text.utf16.count <= 3 * 67)
        #expect(text.contains(String(repeating: "長", count: 29) + "…"))
    }

    @Test func keepsAClientsNameInItsPlace() {
        let text = composer.compose(
            .numberCode("12345678"),
            in: .english,
            clientName: "A\r\n{code}\u{2028}",
            minutesValid: 10
        )
        #expect(text.hasPrefix("12345678 is your code for A  {code} ."))
    }
}
