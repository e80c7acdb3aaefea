import GatehouseServer
import Testing

@Suite struct MailComposerTests {
    private let composer = MailComposer(issuer: "https://login.example.com")

    @Test func putsTheCodeFirstInTheSubject() {
        let mail = composer.compose(.signInCode("12345678"), in: .english, clientName: "Example App")
        #expect(mail.subject == "12345678 is your sign-in code")
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
            .alreadyHasAccount("12345678"),
        ],
        Language.allCases
    )
    func carriesACodeInEveryPart(kind: MailKind, language: Language) {
        let mail = composer.compose(kind, in: language, clientName: nil)
        #expect(mail.subject.hasPrefix("12345678"))
        #expect(mail.text.contains("\n\n    12345678\n\n"))
        #expect(mail.html.contains(#"<p class="code">12345678</p>"#))
        #expect(mail.html.contains("<html lang=\"\(language.rawValue)\" dir=\"ltr\">"))
    }

    @Test(arguments: [MailKind.noAccount, .passwordChanged], Language.allCases)
    func leavesNothingToFillIn(kind: MailKind, language: Language) {
        let mail = composer.compose(kind, in: language, clientName: "Example App")
        #expect(!mail.html.contains("%%") && !mail.html.contains("class=\"code\""))
        #expect(!(mail.subject + mail.text).contains { "{}%".contains($0) })
        #expect(mail.subject.contains("Example App"))
    }

    @Test func loadsNothingFromElsewhere() {
        let html = composer.compose(.noAccount, in: .english, clientName: nil).html
        #expect(!html.contains("http") && !html.contains("src=") && !html.contains("url("))
    }

    @Test func keepsAClientsNameInItsPlace() {
        let name = "A\r\nBcc: x@example.com \"<b>%%code%%{code}"
        let mail = composer.compose(.noAccount, in: .english, clientName: name)
        #expect(mail.subject == "No account with A  Bcc: x@example.com \"<b>%%code%%{code} for this address")
        #expect(mail.html.contains("A  Bcc: x@example.com &quot;&lt;b&gt;%%code%%{code}"))
        #expect(!mail.html.contains("<b>"))
    }
}
