import Foundation
import GatehouseServer
import GatehouseStore
import Testing

@Suite struct MailComposerTests {
    private let composer = MailComposer(issuer: "https://login.example.com")

    @Test func putsTheCodeFirstInTheSubject() {
        let mail = composer.compose(.signInCode("12345678"), in: .english, clientName: "Example App")
        #expect(mail.subject == "12345678 is your Example App sign-in code")
        #expect(
            mail.text == """
                Use this code to sign in to Example App:

                    12345678

                The code is valid for 10 minutes. Never tell it to anybody: we will not ask you for it.

                If this was not you, you can ignore this e-mail. Nothing will happen.

                --\u{20}
                Sent by login.example.com

                """
        )
    }

    @Test(
        arguments: [
            MailKind.signInCode("12345678"), .signUpCode("12345678"), .passwordResetCode("12345678"),
            .alreadyHasAccount("12345678"), .accountExists("12345678"), .addressCode("12345678", nil),
        ],
        Language.allCases
    )
    func carriesACodeInEveryPart(kind: MailKind, language: Language) {
        let mail = composer.compose(kind, in: language, clientName: nil)
        #expect(mail.subject.contains("12345678") && mail.subject.contains("login.example.com"))
        #expect(mail.text.contains("\n\n    12345678\n\n"))
        #expect(mail.html.contains(/<p class="code" style="[^"]+">12345678<\/p>/))
        #expect(mail.html.contains("<html lang=\"\(language.rawValue)\" dir=\"ltr\">"))
    }

    @Test(arguments: [MailKind.noAccount, .passwordChanged, .addressChanged, .addressTaken], Language.allCases)
    func leavesNothingToFillIn(kind: MailKind, language: Language) {
        let mail = composer.compose(kind, in: language, clientName: "Example App")
        #expect(!mail.html.contains("%%") && !mail.html.contains("<p class=\"code\""))
        #expect(!(mail.subject + mail.text).contains { "{}%".contains($0) })
        #expect(mail.subject.contains("Example App"))
    }

    private static let link = MailedLink(transaction: "abc-1", code: "12345678")
    private static let address = "https://login.example.com/link?token=abc-1.12345678"

    @Test func saysHowToConfirmAnAddress() {
        let mail = composer.compose(
            .addressCode("12345678", Self.link),
            in: .english,
            clientName: "Example App",
            minutesValid: 7
        )
        #expect(mail.subject == "12345678 is your Example App confirmation code")
        #expect(
            mail.text == """
                Use this code to confirm your e-mail address for Example App:

                    12345678

                Or open this page and confirm it there with your password:

                    https://login.example.com/link?token=abc-1.12345678

                The code is valid for 7 minutes. Never tell it to anybody: we will not ask you for it.

                If this was not you, you can ignore this e-mail. Nothing will happen.

                --\u{20}
                Sent by login.example.com

                """
        )
    }

    @Test(
        arguments: [MailKind.addressCode("12345678", link), .passwordResetCodeAndLink("12345678", link)],
        Language.allCases
    )
    func leadsToItsPageOnce(kind: MailKind, language: Language) {
        let mail = composer.compose(kind, in: language, clientName: "Example App")
        #expect(mail.subject.contains("12345678") && mail.subject.contains("Example App"))
        #expect(mail.text.contains("\n\n    12345678\n\n") && mail.text.contains("\n\n    \(Self.address)\n\n"))
        #expect(mail.html.contains(/<p class="code" style="[^"]+">12345678<\/p>/))
        #expect(mail.html.split(separator: "http").count == 2)
        #expect(mail.html.contains(#"<a class="action" href="\#(Self.address)" style=""#))
        #expect(!mail.html.contains("%%") && !(mail.subject + mail.text).contains { "{}%".contains($0) })
    }

    @Test func linksBelowTheIssuersPath() {
        let below = MailComposer(issuer: "https://example.com/auth")
        let mail = below.compose(.passwordResetCodeAndLink("12345678", Self.link), in: .german, clientName: nil)
        #expect(mail.text.contains("    https://example.com/auth/link?token=abc-1.12345678\n"))
        #expect(mail.text.hasSuffix("example.com\n"))
    }

    @Test func loadsNothingFromElsewhere() {
        let html = composer.compose(.noAccount, in: .english, clientName: nil).html
        #expect(!html.contains("http") && !html.contains("src=") && !html.contains("url("))
    }

    /// Mail programs that drop the stylesheet show every text and the button as they are meant to look.
    @Test func stylesEachElementInPlace() throws {
        let mail = composer.compose(.addressCode("12345678", Self.link), in: .english, clientName: nil)
        let body = try #require(mail.html.components(separatedBy: "<body").last)
        for tag in body.matches(of: /<(h1|p|a|div)\b[^>]*>/) {
            #expect(tag.output.0.contains(/\sstyle="[^"]+"/), "\(tag.output.0)")
        }
        // What is left in the stylesheet has to win over what stands at the element.
        let rules = mail.html.matches(of: /(background|color): #\w{6} !important/)
        #expect(rules.count == 8)
    }

    @Test func keepsAClientsNameInItsPlace() {
        let name = "A\r\nBcc: x@example.com \"<b>%%code%%{code}"
        let mail = composer.compose(.noAccount, in: .english, clientName: name)
        #expect(mail.subject == "No account with A  Bcc: x@example.com \"<b>%%code%%{code} for this address")
        #expect(mail.html.contains("A  Bcc: x@example.com &quot;&lt;b&gt;%%code%%{code}"))
        #expect(!mail.html.contains("<b>"))
    }
}
