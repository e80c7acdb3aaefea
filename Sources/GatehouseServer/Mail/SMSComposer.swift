/// Writes SMS in the reader's language.
package struct SMSComposer: Sendable {
    /// Longest name of an app in an SMS, in characters; what is longer is cut, since an SMS is paid for by its length.
    static let longestName = 30

    /// The issuer, with which every link begins.
    package let issuer: String

    package init(issuer: String) {
        self.issuer = issuer
    }

    /// Writes one SMS.
    ///
    /// - Parameters:
    ///   - kind: What it is about, with its code or link.
    ///   - language: The language to write in.
    ///   - clientName: The app the person was using.
    ///   - minutesValid: How long the code or the link is good.
    /// - Returns: One line.
    package func compose(_ kind: SMSKind, in language: Language, clientName: String, minutesValid: Int) -> String {
        let table = StringTable.of(language)
        let name = OneLine.text(clientName)
        var values = [
            "client": name.count > Self.longestName ? name.prefix(Self.longestName - 1) + "…" : name,
            "minutes": "\(minutesValid)",
        ]
        switch kind {
        case .numberCode(let code):
            values["code"] = code
            return table.text("sms.numberCode", values)
        case .passwordResetCode(let code):
            values["code"] = code
            return table.text("sms.passwordResetCode", values)
        case .passwordResetLink(let link):
            values["link"] = link.address(below: issuer)
            return table.text("sms.passwordResetLink", values)
        case .numberTaken: return table.text("sms.numberTaken", values)
        }
    }
}
