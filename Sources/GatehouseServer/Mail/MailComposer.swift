/// Writes mail in the reader's language.
package struct MailComposer: Sendable {
    /// The host the mail names as its sender, such as `login.example.com`.
    package let issuerHost: String
    /// How long a code is valid, in minutes.
    package let minutesValid: Int

    package init(issuerHost: String, minutesValid: Int = 10) {
        self.issuerHost = issuerHost
        self.minutesValid = minutesValid
    }

    /// Writes one mail.
    ///
    /// - Parameters:
    ///   - kind: What it is about, with its code.
    ///   - language: The language to write in.
    ///   - clientName: The app the person was using; without one the issuer's host stands in.
    /// - Returns: The subject and both parts.
    package func compose(_ kind: MailKind, in language: Language, clientName: String?) -> MailContent {
        let table = StringTable.of(language)
        let values = [
            "client": Self.oneLine(clientName ?? issuerHost),
            "code": kind.code ?? "",
            "host": issuerHost,
            "minutes": "\(minutesValid)",
        ]
        let heading = table.text(kind.key + ".heading", values)
        let body = table.text(kind.key + ".body", values)
        let notes = notes(of: kind).map { table.text($0, values) }
        let sender = table.text("mail.sentBy", values)

        let text = [body, kind.code.map { "    " + $0 }] + notes.map(Optional.some) + ["-- \n" + sender]
        return MailContent(
            subject: Self.oneLine(table.text(kind.key + ".subject", values)),
            text: text.compactMap(\.self).joined(separator: "\n\n") + "\n",
            html: MailTemplate.fill(
                language: language,
                heading: heading,
                body: body,
                code: kind.code,
                notes: notes,
                sender: sender
            )
        )
    }

    /// The keys of what stands below the code or the body.
    private func notes(of kind: MailKind) -> [String] {
        switch kind {
        case .signInCode, .signUpCode, .passwordResetCode, .alreadyHasAccount, .accountExists:
            ["mail.codeValidity", "mail.ignore"]
        case .noAccount, .nobodyToSignIn: ["mail.ignore"]
        case .passwordChanged: ["mail.passwordChanged.notYou"]
        }
    }

    /// The text without control characters and line separators, which have no place in a header or a name.
    private static func oneLine(_ text: String) -> String {
        let kept = text.unicodeScalars.map { scalar -> Character in
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: " "
            default: Character(scalar)
            }
        }
        return String(kept)
    }
}
