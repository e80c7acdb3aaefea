import Foundation

/// Writes mail in the reader's language.
package struct MailComposer: Sendable {
    /// The issuer, with which every link begins.
    package let issuer: String
    /// The host the mail names as its sender, such as `login.example.com`.
    package let issuerHost: String

    package init(issuer: String) {
        self.issuer = issuer
        issuerHost = URL(string: issuer)?.host() ?? issuer
    }

    /// Writes one mail.
    ///
    /// - Parameters:
    ///   - kind: What it is about, with its code.
    ///   - language: The language to write in.
    ///   - clientName: The app the person was using; without one the issuer's host stands in.
    ///   - minutesValid: How long a code is valid, in minutes.
    /// - Returns: The subject and both parts.
    package func compose(
        _ kind: MailKind,
        in language: Language,
        clientName: String?,
        minutesValid: Int = 10
    ) -> MailContent {
        let table = StringTable.of(language)
        let values = [
            "client": OneLine.text(clientName ?? issuerHost),
            "code": kind.code ?? "",
            "host": issuerHost,
            "minutes": "\(minutesValid)",
        ]
        let heading = table.text(kind.key + ".heading", values)
        let body = table.text(kind.key + ".body", values)
        let notes = notes(of: kind).map { table.text($0, values) }
        let sender = table.text("mail.sentBy", values)

        let link = kind.link.map { link in
            MailTemplate.Link(
                address: link.address(below: issuer),
                lead: table.text(kind.key + ".link", values),
                label: table.text(kind.key + ".action", values)
            )
        }
        let text =
            [body, kind.code.map { "    " + $0 }] + (link.map { [$0.lead, "    " + $0.address] } ?? [])
            + notes.map(Optional.some) + ["-- \n" + sender]
        return MailContent(
            subject: OneLine.text(table.text(kind.key + ".subject", values)),
            text: text.compactMap(\.self).joined(separator: "\n\n") + "\n",
            html: MailTemplate.fill(
                language: language,
                heading: heading,
                body: body,
                code: kind.code,
                link: link,
                notes: notes,
                sender: sender
            )
        )
    }

    /// The keys of what stands below the code or the body.
    private func notes(of kind: MailKind) -> [String] {
        switch kind {
        case .signInCode, .signUpCode, .passwordResetCode, .alreadyHasAccount, .accountExists, .addressCode,
            .passwordResetCodeAndLink:
            ["mail.codeValidity", "mail.ignore"]
        case .noAccount, .nobodyToSignIn, .addressTaken: ["mail.ignore"]
        case .passwordChanged: ["mail.passwordChanged.notYou"]
        case .addressChanged: ["mail.addressChanged.notYou"]
        }
    }
}
