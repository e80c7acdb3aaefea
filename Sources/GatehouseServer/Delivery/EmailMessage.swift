package import Foundation

/// An email ready to be encoded and sent.
package struct EmailMessage: Sendable, Equatable, Codable {
    /// The sender's address, with or without a display name.
    package let from: String
    /// The recipient's address.
    package let to: String
    package let subject: String
    /// The `text/plain` part.
    package let text: String
    /// The `text/html` part.
    package let html: String
    /// The message identifier without angle brackets.
    ///
    /// The same for every attempt, so that mail clients show duplicates once.
    package let messageID: String
    package let date: Date

    package init(from: String, to: String, subject: String, text: String, html: String, messageID: String, date: Date) {
        self.from = from
        self.to = to
        self.subject = subject
        self.text = text
        self.html = html
        self.messageID = messageID
        self.date = date
    }
}

/// An address with an optional display name, such as `Example App <no-reply@example.com>`.
package struct NamedAddress: Sendable, Hashable {
    /// The display name.
    package let name: String?
    /// The address.
    package let address: EmailAddress

    package init(name: String? = nil, address: EmailAddress) {
        self.name = name
        self.address = address
    }

    /// Parses `Name <address>`, `"Name" <address>` or a bare address.
    package init?(_ text: String) {
        guard let open = text.lastIndex(of: "<"), text.trimmingCharacters(in: .whitespaces).hasSuffix(">"),
            let close = text.lastIndex(of: ">"), open < close
        else {
            guard let address = EmailAddress(text) else { return nil }
            self.init(address: address)
            return
        }
        guard let address = EmailAddress(String(text[text.index(after: open)..<close])) else { return nil }
        var name = text[..<open].trimmingCharacters(in: .whitespaces)
        if name.count >= 2, name.hasPrefix("\""), name.hasSuffix("\"") { name = String(name.dropFirst().dropLast()) }
        self.init(name: name.isEmpty ? nil : name, address: address)
    }
}

/// A transport that hands emails to a mail server.
package protocol EmailTransport: Sendable {
    /// The maximum duration of one ``send(_:)``.
    var sendTimeout: Duration { get }

    /// Sends an email; returns once the receiving server has accepted responsibility for it.
    func send(_ message: EmailMessage) async throws(DeliveryError)
}

/// The reason that an email or SMS was not accepted.
///
/// The text never contains an address, a password or parts of the message.
package enum DeliveryError: Error, Sendable, Equatable {
    /// A retry may succeed: a network failure, or a 4xx reply of a mail server (RFC 5321 §4.2.1).
    case transient(String)
    /// A retry cannot succeed: a 5xx reply of a mail server, or a message that cannot be encoded.
    case permanent(String)
}

/// Rules for names and other single-line data in pages, emails and other users' screens.
package enum SingleLineText {
    /// Returns the text with control characters and line separators replaced by spaces.
    package static func flatten(_ text: String) -> String {
        let kept = text.unicodeScalars.map { scalar -> Character in
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: " "
            default: Character(scalar)
            }
        }
        return String(kept)
    }

    /// Returns whether a text has no control character, line separator or bidirectional control (UAX #9 §2): U+202E in
    /// a name would reverse the text after it, such as an address.
    static func admits(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy { scalar in
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: false
            default: !scalar.properties.isBidiControl
            }
        }
    }

    /// Returns whether users see a text: it has a character that is neither a space nor invisible.
    static func isVisible(_ text: String) -> Bool {
        text.unicodeScalars.contains { scalar in
            let properties = scalar.properties
            // U+2800 is a braille pattern without dots.
            return !properties.isWhitespace && !properties.isDefaultIgnorableCodePoint && scalar != "\u{2800}"
        }
    }

    /// Returns whether a text has characters that users do not see (Unicode, Default_Ignorable_Code_Point), such as a
    /// zero-width space in a name that looks like another.
    static func hasInvisibleCharacter(_ text: String) -> Bool {
        text.unicodeScalars.contains(where: \.properties.isDefaultIgnorableCodePoint)
    }
}
