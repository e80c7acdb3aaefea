import Foundation

/// Writes SMS in the reader's language.
package struct SMSComposer: Sendable {
    /// Longest name of an app in an SMS, in UTF-16 units; a longer one is cut, since an SMS is paid for by its length.
    static let longestName = 30

    /// The issuer, with which every link begins.
    package let issuer: String
    /// The host that codes are bound to unless the client has a domain of its own.
    private let issuerHost: String

    package init(issuer: String) {
        self.issuer = issuer
        issuerHost = URL(string: issuer)?.host() ?? issuer
    }

    /// Writes one SMS.
    ///
    /// - Parameters:
    ///   - kind: What it is about, with its code or link.
    ///   - language: The language to write in.
    ///   - clientName: The app the person was using.
    ///   - minutesValid: How long the code or the link is valid, in minutes.
    ///   - codeDomain: The domain that a code is bound to; `nil` for the issuer's host.
    /// - Returns: One line, and after a code the line that binds it to its domain.
    package func compose(
        _ kind: SMSKind,
        in language: Language,
        clientName: String,
        minutesValid: Int,
        codeDomain: String? = nil
    ) -> String {
        let table = StringTable.of(language)
        var values = ["client": Self.name(clientName), "minutes": "\(minutesValid)"]
        switch kind {
        case .numberCode(let code):
            values["code"] = code
            return table.text("sms.numberCode", values) + binding(of: code, to: codeDomain)
        case .passwordResetCode(let code):
            values["code"] = code
            return table.text("sms.passwordResetCode", values) + binding(of: code, to: codeDomain)
        case .passwordResetLink(let link):
            values["link"] = link.address(below: issuer)
            return table.text("sms.passwordResetLink", values)
        case .numberTaken: return table.text("sms.numberTaken", values)
        }
    }

    /// Returns the last line of a domain-bound code, which phones offer only to this domain and its associated apps.
    private func binding(of code: String, to domain: String?) -> String {
        "\n\n@\(domain ?? issuerHost) #\(code)"
    }

    /// Returns the app's name, shortened and in the GSM alphabet where possible, which makes SMS cheaper.
    private static func name(_ text: String) -> String {
        let line = OneLine.text(text)
        let spelled = GSMAlphabet.spelled(line) ?? ""
        let name = spelled.isEmpty ? line : spelled
        guard name.utf16.count > longestName else { return name }
        var cut = ""
        for character in name {
            guard cut.utf16.count + character.utf16.count <= longestName else { break }
            cut.append(character)
        }
        return cut.trimmingCharacters(in: .whitespaces)
    }
}
