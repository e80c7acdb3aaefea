import Foundation
package import GatehouseServer

/// Encodes an email: RFC 5322 headers, and text and HTML as `multipart/alternative`.
///
/// The encoding is deterministic. Values with control characters are rejected, which prevents header injection.
package enum MIMEEncoder {
    /// Neither body encoding can produce this line (RFC 2045 §6.7, rule 1), so it is a safe boundary.
    private static let boundary = "=_alternative"

    /// Encodes a message, with CRLF line breaks and lines of at most 78 characters, except for long addresses.
    ///
    /// - Throws: `DeliveryError.permanent` if an address is invalid or a header contains a control character.
    package static func encode(_ message: EmailMessage) throws(DeliveryError) -> String {
        guard let from = NamedAddress(message.from) else { throw .permanent("invalid sender address") }
        guard let to = EmailAddress(message.to) else { throw .permanent("invalid recipient address") }
        let lines = [
            try MIMEHeader.mailbox("From", name: from.name, address: from.address.normalized),
            try MIMEHeader.mailbox("To", name: nil, address: to.normalized),
            try MIMEHeader.text("Subject", message.subject),
            "Date: \(MIMEDate.format(message.date))",
            try MIMEHeader.identifier("Message-ID", message.messageID),
            "Auto-Submitted: auto-generated",
            "MIME-Version: 1.0",
            "Content-Type: multipart/alternative; boundary=\"\(boundary)\"",
            "",
            "--\(boundary)",
            part(message.text, subtype: "plain"),
            "--\(boundary)",
            part(message.html, subtype: "html"),
            "--\(boundary)--",
            "",
        ]
        return lines.joined(separator: "\r\n")
    }

    private static func part(_ text: String, subtype: String) -> String {
        let body = MIMEBody(text)
        return """
            Content-Type: text/\(subtype); charset=utf-8\r
            Content-Transfer-Encoding: \(body.encoding)\r
            \r
            \(body.text)
            """
    }
}

/// Encodes single header fields.
///
/// Values that would end the line or begin another field are rejected.
enum MIMEHeader {
    /// Returns a field of free text, with encoded words if needed (RFC 2047).
    static func text(_ name: String, _ value: String) throws(DeliveryError) -> String {
        try check(name, value)
        return fold(
            "\(name):",
            needsEncoding(value) ? encodedWords(value) : value.split(separator: " ").map(String.init)
        )
    }

    /// Returns a field with one address and its display name (RFC 5322 §3.4).
    static func mailbox(_ field: String, name: String?, address: String) throws(DeliveryError) -> String {
        try check(field, address)
        guard let name else { return "\(field): \(address)" }
        try check(field, name)
        let escaped = name.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        let words = needsEncoding(name) || name.utf8.count > 60 ? encodedWords(name) : ["\"\(escaped)\""]
        return fold("\(field):", words + ["<\(address)>"])
    }

    /// Returns a field with a message identifier in angle brackets.
    static func identifier(_ field: String, _ value: String) throws(DeliveryError) -> String {
        let parts = value.split(separator: "@", omittingEmptySubsequences: false)
        let isOneWord = value.utf8.allSatisfy {
            (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "<") && $0 != UInt8(ascii: ">")
        }
        guard isOneWord, parts.count == 2, !parts.contains(where: \.isEmpty) else {
            throw .permanent("invalid \(field) identifier")
        }
        return "\(field): <\(value)>"
    }

    private static func check(_ field: String, _ value: String) throws(DeliveryError) {
        let breaks = value.unicodeScalars.contains { scalar in
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: true
            default: false
            }
        }
        guard !breaks else { throw .permanent("the \(field) field contains a control character") }
    }

    /// Returns whether the text needs encoded words.
    ///
    /// Non-ASCII text does, as do spaces that folding would lose, words that are too long to fold, and text that looks
    /// like an encoded word.
    private static func needsEncoding(_ text: String) -> Bool {
        !text.utf8.allSatisfy { $0 < 0x7F } || text.contains("=?") || text.hasPrefix(" ") || text.hasSuffix(" ")
            || text.contains("  ") || text.split(separator: " ").contains { $0.utf8.count > 70 }
    }

    /// Returns encoded words of at most 75 characters, without splitting a character.
    private static func encodedWords(_ text: String) -> [String] {
        // 39 bytes are 52 characters of base64; with 12 characters around them they fit after the field name.
        var chunks = [""]
        for scalar in text.unicodeScalars {
            let character = String(Character(scalar))
            if let last = chunks.last, last.utf8.count + character.utf8.count > 39 { chunks.append("") }
            chunks[chunks.count - 1].unicodeScalars.append(scalar)
        }
        return chunks.map { "=?utf-8?B?\(Data($0.utf8).base64EncodedString())?=" }
    }

    /// Folds words into lines of at most 78 characters if possible; continuation lines begin with a space.
    private static func fold(_ start: String, _ words: [String]) -> String {
        var lines = [start]
        for word in words {
            let fits = lines[lines.count - 1].utf8.count + 1 + word.utf8.count <= 78
            if fits || lines == [start] {
                lines[lines.count - 1] += " " + word
            } else {
                lines.append(" " + word)
            }
        }
        return lines.joined(separator: "\r\n")
    }
}

/// A text encoded for all mail systems: seven-bit characters, lines of at most 76.
///
/// Quoted-printable (RFC 2045 §6.7) keeps ASCII text readable; base64 (§6.8) is used if it is shorter, as for Japanese.
struct MIMEBody {
    let encoding: String
    let text: String

    init(_ text: String) {
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        let quoted = lines.map(Self.quotedPrintable).joined(separator: "\r\n")
        let base64 = Data(lines.joined(separator: "\r\n").utf8)
            .base64EncodedString(options: [.lineLength76Characters, .endLineWithCarriageReturn, .endLineWithLineFeed])
        (encoding, self.text) =
            quoted.utf8.count <= base64.utf8.count ? ("quoted-printable", quoted) : ("base64", base64)
    }

    /// Encodes a line of text as one or more lines, all but the last ended by a soft line break.
    private static func quotedPrintable(_ line: Substring) -> String {
        var done = ""
        var current = ""
        let last = line.utf8.indices.last
        for index in line.utf8.indices {
            let token = quote(line.utf8[index], endsLine: index == last)
            // Reserves one column for the `=` of a soft line break.
            if current.utf8.count + token.utf8.count > 75 {
                done += current + "=\r\n"
                current = ""
            }
            current += token
        }
        return done + current
    }

    private static func quote(_ byte: UInt8, endsLine: Bool) -> String {
        switch byte {
        case UInt8(ascii: "="): "=3D"
        case UInt8(ascii: " "), UInt8(ascii: "\t"): endsLine ? hex(byte) : String(UnicodeScalar(byte))
        case 0x21...0x7E: String(UnicodeScalar(byte))
        default: hex(byte)
        }
    }

    private static func hex(_ byte: UInt8) -> String {
        "=" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }
}

/// A date in the format of email headers (RFC 5322 §3.3), always in UTC.
enum MIMEDate {
    private static let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    static func format(_ date: Date) -> String {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let parts = calendar.dateComponents([.weekday, .day, .month, .year, .hour, .minute, .second], from: date)
        let day = days[(parts.weekday ?? 1) - 1]
        let month = months[(parts.month ?? 1) - 1]
        let time = [parts.hour, parts.minute, parts.second].map { twoDigits($0 ?? 0) }.joined(separator: ":")
        return "\(day), \(twoDigits(parts.day ?? 1)) \(month) \(parts.year ?? 1970) \(time) +0000"
    }

    private static func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
