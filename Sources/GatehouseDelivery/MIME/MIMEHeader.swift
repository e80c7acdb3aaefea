import Foundation
import GatehouseServer

/// Single header fields.
///
/// Each refuses what would end its line or begin another.
enum MIMEHeader {
    /// A field of free text, in encoded words where it has to be (RFC 2047).
    static func text(_ name: String, _ value: String) throws(DeliveryError) -> String {
        try check(name, value)
        return fold(
            "\(name):",
            needsEncoding(value) ? encodedWords(value) : value.split(separator: " ").map(String.init)
        )
    }

    /// A field with one address and the name shown for it (RFC 5322 §3.4).
    static func mailbox(_ field: String, name: String?, address: String) throws(DeliveryError) -> String {
        try check(field, address)
        guard let name else { return "\(field): \(address)" }
        try check(field, name)
        let escaped = name.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        let words = needsEncoding(name) || name.utf8.count > 60 ? encodedWords(name) : ["\"\(escaped)\""]
        return fold("\(field):", words + ["<\(address)>"])
    }

    /// A message identifier, which goes between angle brackets.
    static func identifier(_ field: String, _ value: String) throws(DeliveryError) -> String {
        let parts = value.split(separator: "@", omittingEmptySubsequences: false)
        let isOneWord = value.utf8.allSatisfy {
            (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "<") && $0 != UInt8(ascii: ">")
        }
        guard isOneWord, parts.count == 2, !parts.contains(where: \.isEmpty) else {
            throw .permanent("the \(field) field is no identifier")
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
        guard !breaks else { throw .permanent("the \(field) field holds a control character") }
    }

    /// Whether the text cannot stand as it is: beyond ASCII, with spaces that folding would lose, with words too long to
    /// fold, or with what a reader would take for an encoded word.
    private static func needsEncoding(_ text: String) -> Bool {
        !text.utf8.allSatisfy { $0 < 0x7F } || text.contains("=?") || text.hasPrefix(" ") || text.hasSuffix(" ")
            || text.contains("  ") || text.split(separator: " ").contains { $0.utf8.count > 70 }
    }

    /// Encoded words of at most 75 characters, each whole in itself: no character is divided between two.
    private static func encodedWords(_ text: String) -> [String] {
        // 39 bytes are 52 characters of base64; with 12 around them they fit behind the name of the field.
        var chunks = [""]
        for scalar in text.unicodeScalars {
            let character = String(Character(scalar))
            if let last = chunks.last, last.utf8.count + character.utf8.count > 39 { chunks.append("") }
            chunks[chunks.count - 1].unicodeScalars.append(scalar)
        }
        return chunks.map { "=?utf-8?B?\(Data($0.utf8).base64EncodedString())?=" }
    }

    /// Puts words into lines of at most 78 characters where they allow it; a line that continues begins with a space.
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
