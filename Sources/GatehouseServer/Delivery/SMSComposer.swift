package import Foundation

/// Composes SMS in the recipient's language.
package struct SMSComposer: Sendable {
    /// The maximum length of an app's name in an SMS, in UTF-16 units: SMS are billed by length.
    static let maximumNameLength = 30

    /// The issuer, which all links start with.
    package let issuer: String
    /// The host that codes are bound to by default.
    private let issuerHost: String

    package init(issuer: String) {
        self.issuer = issuer
        issuerHost = URL(string: issuer)?.host() ?? issuer
    }

    /// Composes an SMS.
    ///
    /// - Parameters:
    ///   - kind: The kind of SMS, with its code or link.
    ///   - language: The language of the SMS.
    ///   - clientName: The name of the app.
    ///   - minutesValid: The lifetime of the code or link, in minutes.
    ///   - codeDomain: The domain that a code is bound to; `nil` for the issuer's host.
    /// - Returns: One line, followed by the binding of a code to its domain.
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

    /// Returns the app's name, shortened and if possible in the GSM alphabet, which makes SMS cheaper.
    private static func name(_ text: String) -> String {
        let line = SingleLineText.flatten(text)
        let transliterated = GSMAlphabet.transliterated(line) ?? ""
        let name = transliterated.isEmpty ? line : transliterated
        guard name.utf16.count > maximumNameLength else { return name }
        var cut = ""
        for character in name {
            guard cut.utf16.count + character.utf16.count <= maximumNameLength else { break }
            cut.append(character)
        }
        return cut.trimmingCharacters(in: .whitespaces)
    }
}

/// The kinds of SMS that the server sends to users.
package enum SMSKind: Sendable, Hashable {
    /// Verifies the phone number by a code.
    case numberCode(String)
    case passwordResetCode(String)
    /// Resets the password by a link.
    case passwordResetLink(MessageLink)
    /// A user claimed the number of an existing account.
    case numberTaken
}

/// An SMS ready to be sent.
package struct SMSMessage: Sendable, Equatable, Codable {
    /// The recipient's number, in E.164 form.
    package let to: String
    package let text: String
    /// The message identifier.
    ///
    /// The same for every attempt, so that gateways can drop duplicates.
    package let id: String
    package let date: Date

    package init(to: String, text: String, id: String, date: Date) {
        self.to = to
        self.text = text
        self.id = id
        self.date = date
    }
}

/// A transport that hands SMS to a gateway.
package protocol SMSTransport: Sendable {
    /// Sends an SMS; returns once the gateway has accepted responsibility for it.
    func send(_ message: SMSMessage) async throws(DeliveryError)
}

/// The default alphabet of SMS, in which one message holds 160 characters instead of 70 (3GPP TS 23.038 §6.2.1).
enum GSMAlphabet {
    /// Characters of one septet.
    private static let basic = Set(
        "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà"
            .unicodeScalars
    )
    /// Characters of two septets, an escape before each (§6.2.1.1).
    private static let extended = Set("\u{C}^{}\\[~]|€".unicodeScalars)
    /// Replacements for typographic characters and for letters that do not decompose.
    private static let plain: [Unicode.Scalar: String] = [
        "\u{A0}": " ", "\u{2009}": " ", "\u{202F}": " ", "‘": "'", "’": "'", "‚": "'", "`": "'", "´": "'", "“": "\"",
        "”": "\"", "„": "\"", "«": "\"", "»": "\"", "\u{2010}": "-", "\u{2011}": "-", "–": "-", "—": "-", "−": "-",
        "…": "...", "•": "-", "×": "x", "ł": "l", "Ł": "L", "đ": "d", "Đ": "D", "œ": "oe", "Œ": "OE", "ẞ": "SS",
        "ı": "i", "®": "", "©": "", "™": "",
    ]

    /// Returns the number of septets of a text; `nil` if a character is not in the alphabet.
    static func septets(_ text: String) -> Int? {
        var count = 0
        for scalar in text.unicodeScalars {
            if basic.contains(scalar) {
                count += 1
            } else if extended.contains(scalar) {
                count += 2
            } else {
                return nil
            }
        }
        return count
    }

    /// Returns a text in this alphabet, with plain quotation marks and dashes and without unsupported accents.
    ///
    /// - Returns: `nil` if a character has no replacement, such as a Chinese one.
    static func transliterated(_ text: String) -> String? {
        var transliterated = ""
        for scalar in text.precomposedStringWithCanonicalMapping.unicodeScalars {
            if basic.contains(scalar) || extended.contains(scalar) {
                transliterated.unicodeScalars.append(scalar)
            } else if let replacement = plain[scalar] {
                transliterated += replacement
            } else {
                let base = String(scalar).decomposedStringWithCanonicalMapping.unicodeScalars.filter {
                    $0.properties.generalCategory != .nonspacingMark
                }
                guard base.count == 1, let letter = base.first, basic.contains(letter) else { return nil }
                transliterated.unicodeScalars.append(letter)
            }
        }
        return transliterated
    }
}
