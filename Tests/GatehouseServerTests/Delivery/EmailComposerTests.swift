import Foundation
import GatehouseServer
import GatehouseStore
import Testing

@Suite struct EmailComposerTests {
    private let composer = EmailComposer(issuer: "https://login.example.com")

    @Test func startsSubjectWithCode() {
        let mail = composer.compose(
            .signInCode("12345678"),
            in: .english,
            clientName: "Example App",
            date: .distantPast
        )
        #expect(mail.subject == "12345678 is your Example App sign-in code")
        #expect(
            mail.text == """
                Use this code to sign in to Example App:

                    12345678

                The code works for 10 minutes. Don’t share it with anyone. We’ll never ask you for it.

                If this wasn’t you, you can ignore this email. Nothing will change.

                --\u{20}
                Sent by login.example.com

                """
        )
    }

    @Test(
        arguments: [
            EmailKind.signInCode("12345678"), .signUpCode("12345678"), .passwordResetCode("12345678"),
            .alreadyHasAccount("12345678"), .accountExists("12345678"), .addressCode("12345678", nil),
        ],
        Language.allCases
    )
    func includesCodeInEveryPart(kind: EmailKind, language: Language) {
        let mail = composer.compose(kind, in: language, clientName: nil, date: .distantPast)
        #expect(mail.subject.contains("12345678") && mail.subject.contains("login.example.com"))
        #expect(mail.text.contains("\n\n    12345678\n\n"))
        #expect(mail.html.contains(/<p class="code" style="[^"]+">1234<span style="[^"]+">5678<\/span><\/p>/))
        #expect(mail.html.contains("<html lang=\"\(language.rawValue)\" dir=\"ltr\">"))
    }

    @Test(arguments: [EmailKind.noAccount, .addressTaken] + Self.notices, Language.allCases)
    func replacesAllPlaceholders(kind: EmailKind, language: Language) {
        let mail = composer.compose(kind, in: language, clientName: "Example App", date: .distantPast)
        #expect(!mail.html.contains("%%") && !mail.html.contains("<p class=\"code\""))
        #expect(!(mail.subject + mail.text).contains { "{}%".contains($0) })
        #expect(mail.subject.contains("Example App"))
    }

    @Test(arguments: [
        (Language.english, "was changed on 3 March 2026 at 16:08 UTC."),
        (.german, "wurde am 3. März 2026 um 16:08 Uhr (UTC) geändert."),
        (.japanese, "2026年3月3日16:08（UTC）に変更されました。"),
        (.simplifiedChinese, "已于 2026 年 3 月 3 日 16:08（UTC）更改。"),
    ])
    func includesTimeOfChange(language: Language, time: String) {
        let date = Date(timeIntervalSince1970: 1_772_554_080)
        for kind in [EmailKind.notice(.passwordChanged, nil), .notice(.addressReplaced, nil)] {
            let mail = composer.compose(kind, in: language, clientName: "Example App", date: date)
            #expect(mail.text.contains(time), "\(mail.text)")
        }
    }

    /// Mail previews show the first text, which must not repeat the subject.
    @Test func startsWithHiddenPreheader() throws {
        let html = composer.compose(
            .signInCode("12345678"),
            in: .english,
            clientName: "Example App",
            date: .distantPast
        ).html
        let body = try #require(html.components(separatedBy: "<body").last)
        let first = try #require(body.firstMatch(of: /<div style="display: none[^"]*">([^<]*)<\/div>/))
        #expect(first.output.1 == "Use this code to sign in to Example App:")
        #expect(body[..<first.range.lowerBound].matches(of: /</).isEmpty)
    }

    private static let notices = AccountNotice.allCases.map { EmailKind.notice($0, nil, detail: "14") }

    private static let link = MessageLink(flow: "abc-1", code: "12345678")
    private static let address = "https://login.example.com/link?token=abc-1.12345678"

    @Test func explainsAddressConfirmation() {
        let mail = composer.compose(
            .addressCode("12345678", Self.link),
            in: .english,
            clientName: "Example App",
            minutesValid: 7,
            date: .distantPast
        )
        #expect(mail.subject == "12345678 is your Example App confirmation code")
        #expect(
            mail.text == """
                Use this code to confirm your email address for Example App:

                    12345678

                Or confirm it with your password on this page:

                    https://login.example.com/link?token=abc-1.12345678

                The code works for 7 minutes. Don’t share it with anyone. We’ll never ask you for it.

                If this wasn’t you, you can ignore this email. Nothing will change.

                --\u{20}
                Sent by login.example.com

                """
        )
    }

    @Test(
        arguments: [EmailKind.addressCode("12345678", link), .passwordResetCodeAndLink("12345678", link)],
        Language.allCases
    )
    func includesLinkOnce(kind: EmailKind, language: Language) {
        let mail = composer.compose(kind, in: language, clientName: "Example App", date: .distantPast)
        #expect(mail.subject.contains("12345678") && mail.subject.contains("Example App"))
        #expect(mail.text.contains("\n\n    12345678\n\n") && mail.text.contains("\n\n    \(Self.address)\n\n"))
        #expect(mail.html.contains(/<p class="code" style="[^"]+">1234<span style="[^"]+">5678<\/span><\/p>/))
        #expect(mail.html.split(separator: "http").count == 2)
        #expect(mail.html.contains(#"<a class="action" href="\#(Self.address)" style=""#))
        #expect(!mail.html.contains("%%") && !(mail.subject + mail.text).contains { "{}%".contains($0) })
    }

    @Test func buildsLinksBelowIssuerPath() {
        let below = EmailComposer(issuer: "https://example.com/auth")
        let mail = below.compose(
            .passwordResetCodeAndLink("12345678", Self.link),
            in: .german,
            clientName: nil,
            date: .distantPast
        )
        #expect(mail.text.contains("    https://example.com/auth/link?token=abc-1.12345678\n"))
        #expect(mail.text.hasSuffix("example.com\n"))
    }

    @Test func loadsNoExternalContent() {
        let html = composer.compose(.noAccount, in: .english, clientName: nil, date: .distantPast).html
        #expect(!html.contains("http") && !html.contains("src=") && !html.contains("url("))
    }

    /// Some mail clients drop the style sheet: every text and the button carry inline styles.
    @Test func stylesElementsInline() throws {
        let mail = composer.compose(
            .addressCode("12345678", Self.link),
            in: .english,
            clientName: nil,
            date: .distantPast
        )
        let body = try #require(mail.html.components(separatedBy: "<body").last)
        for tag in body.matches(of: /<(h1|p|a|div)\b[^>]*>/) {
            #expect(tag.output.0.contains(/\sstyle="[^"]+"/), "\(tag.output.0)")
        }
        // The remaining rules must override the inline styles.
        let rules = mail.html.matches(of: /(background|color): #\w{6} !important/)
        #expect(rules.count == 8)
    }

    @Test func escapesClientName() {
        let name = "A\r\nBcc: x@example.com \"<b>%%code%%{code}"
        let mail = composer.compose(.noAccount, in: .english, clientName: name, date: .distantPast)
        #expect(mail.subject == "No A  Bcc: x@example.com \"<b>%%code%%{code} account uses this address")
        #expect(mail.html.contains("A  Bcc: x@example.com &quot;&lt;b&gt;%%code%%{code}"))
        #expect(!mail.html.contains("<b>"))
    }
}
