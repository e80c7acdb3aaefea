import Foundation

/// A text in a form that passes every mail system: seven-bit characters, lines of at most 76.
///
/// Mostly ASCII text stays readable as quoted-printable (RFC 2045 §6.7); where base64 (§6.8) is shorter, as for Japanese, it
/// is base64.
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

    /// One line of text as one or more lines, all but the last ended by a soft break.
    private static func quotedPrintable(_ line: Substring) -> String {
        var done = ""
        var current = ""
        let last = line.utf8.indices.last
        for index in line.utf8.indices {
            let token = quote(line.utf8[index], endsLine: index == last)
            // One column is kept for the `=` of a soft break.
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
