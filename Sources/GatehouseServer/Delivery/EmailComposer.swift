package import Foundation

/// Composes emails in the recipient's language.
package struct EmailComposer: Sendable {
    /// The issuer, which all links start with.
    package let issuer: String
    /// The host named as the sender, such as `login.example.com`.
    package let issuerHost: String

    package init(issuer: String) {
        self.issuer = issuer
        issuerHost = URL(string: issuer)?.host() ?? issuer
    }

    /// Composes an email.
    ///
    /// - Parameters:
    ///   - kind: The kind of email, with its code.
    ///   - language: The language of the email.
    ///   - clientName: The name of the app; defaults to the issuer's host.
    ///   - minutesValid: The lifetime of the code, in minutes.
    ///   - date: The time of the change that the mail reports.
    /// - Returns: The subject and both parts.
    package func compose(
        _ kind: EmailKind,
        in language: Language,
        clientName: String?,
        minutesValid: Int = 10,
        date: Date
    ) -> EmailContent {
        let table = StringTable.of(language)
        let values = [
            "client": SingleLineText.flatten(clientName ?? issuerHost),
            "code": kind.code ?? "",
            "detail": SingleLineText.flatten(kind.detail ?? ""),
            "host": issuerHost,
            "minutes": "\(minutesValid)",
            "time": LocalizedDate(date, in: language).sentencePart,
        ]
        let heading = table.text(kind.key + ".heading", values)
        let body = table.text(kind.key + ".body", values)
        let notes = notes(of: kind).map { table.text($0, values) }
        let sender = table.text("mail.sentBy", values)

        let link = kind.link.map { link in
            EmailTemplate.Link(
                address: link.address(below: issuer),
                lead: table.text(kind.linkKey + ".link", values),
                label: table.text(kind.linkKey + ".action", values)
            )
        }
        let text =
            [body, kind.code.map { "    " + $0 }] + (link.map { [$0.lead, "    " + $0.address] } ?? [])
            + notes.map(Optional.some) + ["-- \n" + sender]
        return EmailContent(
            subject: SingleLineText.flatten(table.text(kind.key + ".subject", values)),
            text: text.compactMap(\.self).joined(separator: "\n\n") + "\n",
            html: EmailTemplate(
                language: language,
                heading: heading,
                body: body,
                code: kind.code,
                link: link,
                notes: notes,
                sender: sender
            ).html
        )
    }

    /// Returns the keys of the notes below the body.
    private func notes(of kind: EmailKind) -> [String] {
        switch kind {
        case .signInCode, .signUpCode, .passwordResetCode, .alreadyHasAccount, .accountExists, .addressCode,
            .passwordResetCodeAndLink:
            ["mail.codeValidity", "mail.ignore"]
        case .noAccount, .noAccountForSignIn, .addressTaken: ["mail.ignore"]
        case .notice: []
        }
    }
}

/// The kinds of emails that the server sends to users.
package enum EmailKind: Sendable, Hashable {
    case signInCode(String)
    case signUpCode(String)
    case passwordResetCode(String)
    /// A password reset was requested for an address without an account.
    case noAccount
    /// A sign-in was requested for an address without an account, in an app that does not register users.
    case noAccountForSignIn
    /// A sign-up was requested for an address with an account: the code signs the user in.
    case alreadyHasAccount(String)
    /// The same in an app with native sign-up: the code lets the app disclose the account.
    case accountExists(String)
    /// The account was changed; the detail is the app, the device or the date of the change.
    case notice(AccountNotice, NoticeLink?, detail: String? = nil)
    /// Verifies the address by a code or, if the account has a password, by a link.
    case addressCode(String, MessageLink?)
    /// Resets the password by a code in the app or by a link.
    case passwordResetCodeAndLink(String, MessageLink)
    /// A user claimed the address of an existing account.
    case addressTaken

    /// The key prefix of the email's texts.
    var key: String {
        switch self {
        case .signInCode: "mail.signInCode"
        case .signUpCode: "mail.signUpCode"
        case .passwordResetCode: "mail.passwordResetCode"
        case .noAccount: "mail.noAccount"
        case .noAccountForSignIn: "mail.nobodyToSignIn"
        case .alreadyHasAccount: "mail.alreadyHasAccount"
        case .accountExists: "mail.accountExists"
        case .notice(let notice, _, _): "mail.notice.\(notice.rawValue)"
        case .addressCode: "mail.addressCode"
        case .passwordResetCodeAndLink: "mail.passwordResetCodeAndLink"
        case .addressTaken: "mail.addressTaken"
        }
    }

    /// The code in the email.
    var code: String? {
        switch self {
        case .signInCode(let code), .signUpCode(let code), .passwordResetCode(let code), .alreadyHasAccount(let code),
            .accountExists(let code), .addressCode(let code, _), .passwordResetCodeAndLink(let code, _):
            code
        case .noAccount, .noAccountForSignIn, .notice, .addressTaken: nil
        }
    }

    /// The link in the email.
    var link: MessageLink? {
        switch self {
        case .addressCode(_, let link): link
        case .passwordResetCodeAndLink(_, let link): link
        case .notice(_, let link, _): link?.link
        default: nil
        }
    }

    /// The key prefix of the link's texts.
    var linkKey: String {
        if case .notice(_, let link?, _) = self { link.key } else { key }
    }

    /// The detail of a notice.
    var detail: String? {
        if case .notice(_, _, let detail) = self { detail } else { nil }
    }
}

/// The subject and both bodies of an email.
package struct EmailContent: Sendable, Hashable {
    /// The subject, without line breaks and control characters.
    package var subject: String
    /// The `text/plain` part.
    package var text: String
    /// The `text/html` part, a document without external resources.
    package var html: String
}

/// The HTML template of all emails, `mail.html`, with its values.
///
/// Styles are inline, because several mail clients drop the stylesheet, which adds only the colors of dark mode.
struct EmailTemplate {
    /// A link to a page.
    struct Link {
        let address: String
        /// The sentence before the link.
        let lead: String
        /// The label of the button.
        let label: String
    }

    let language: Language
    let heading: String
    let body: String
    let code: String?
    let link: Link?
    let notes: [String]
    let sender: String

    /// The document, with all values escaped and inserted.
    var html: String {
        let values = [
            "language": language.rawValue,
            "heading": HTMLEscaping.escape(heading),
            "body": HTMLEscaping.escape(body),
            "code": code.map { Self.paragraph(class: "code", style: Self.codeStyle, Self.halves(of: $0)) } ?? "",
            "link": link.map(Self.html(of:)) ?? "",
            "notes": notes.map { Self.paragraph(class: "note", style: Self.noteStyle, HTMLEscaping.escape($0)) }
                .joined(separator: "\n"),
            "sender": HTMLEscaping.escape(sender),
        ]
        // Splits the template at its markers, so that values are never searched for markers.
        return Self.source.split(separator: "%%", omittingEmptySubsequences: false).enumerated()
            .map { index, part in index.isMultiple(of: 2) ? String(part) : values[String(part)] ?? "" }
            .joined()
    }

    private static func html(of link: Link) -> String {
        """
        <p style="\(paragraphStyle)">\(HTMLEscaping.escape(link.lead))</p>
        <p style="\(paragraphStyle)"><a class="action" href="\(HTMLEscaping.escape(link.address))" style="\(actionStyle)">\
        \(HTMLEscaping.escape(link.label))</a></p>
        """
    }

    /// Returns a paragraph with an inline style, and a class for dark mode; its content is HTML.
    private static func paragraph(class name: String, style: String, _ content: String) -> String {
        #"<p class="\#(name)" style="\#(style)">\#(content)</p>"#
    }

    /// Returns a code as two groups of digits, set apart by a margin, so that a copy has no space in it.
    private static func halves(of code: String) -> String {
        guard code.count.isMultiple(of: 2) else { return HTMLEscaping.escape(code) }
        let first = code.prefix(code.count / 2)
        let second = code.dropFirst(code.count / 2)
        return HTMLEscaping.escape(String(first))
            + #"<span style="margin-left: 12px">\#(HTMLEscaping.escape(String(second)))</span>"#
    }

    private static let paragraphStyle = "margin: 0 0 16px"
    private static let noteStyle = paragraphStyle + "; color: #4c5f5b; font-size: 14px"
    private static let codeStyle =
        "margin: 24px 0; padding: 18px 12px; border-radius: 12px; background: #e6f1ee; color: #0d5c50; "
        + "font-family: ui-monospace, Menlo, Consolas, monospace; font-size: 32px; font-weight: 700; line-height: 1.2; "
        + "letter-spacing: 4px; text-align: center"
    private static let actionStyle =
        "display: block; padding: 14px 16px; border-radius: 12px; background: #0d6e60; color: #ffffff; "
        + "font-weight: 600; text-align: center; text-decoration: none"

    private static let source = String(decoding: PackageResources.mail_html, as: UTF8.self)
}
