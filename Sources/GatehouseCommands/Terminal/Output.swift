import Foundation

/// The output of a command: results on standard output, everything else on standard error.
package struct Output: Sendable {
    /// Whether standard output is a terminal.
    package let isTerminal: Bool
    /// Whether standard error is a terminal; progress is shown only then.
    package let isErrorTerminal: Bool
    /// Whether standard output uses color.
    package let usesColor: Bool
    private let write: @Sendable (String) -> Void
    private let writeError: @Sendable (String) -> Void

    /// Creates an output.
    ///
    /// Color is off if `NO_COLOR` is set and not empty, or with `TERM=dumb`.
    package init(
        isTerminal: Bool,
        isErrorTerminal: Bool,
        environment: [String: String],
        write: @escaping @Sendable (String) -> Void,
        writeError: @escaping @Sendable (String) -> Void
    ) {
        self.isTerminal = isTerminal
        self.isErrorTerminal = isErrorTerminal
        usesColor = isTerminal && (environment["NO_COLOR"] ?? "").isEmpty && environment["TERM"] != "dumb"
        self.write = write
        self.writeError = writeError
    }

    /// Writes a line of the result.
    package func line(_ text: String = "") {
        write(text + "\n")
    }

    /// Writes names and values in two aligned columns; an empty value is written as `none`.
    func writeProperties(_ properties: [(name: String, value: String)]) {
        // The minimum aligns properties that are written in several calls.
        let width = max(15, properties.map(\.name.count).max() ?? 0) + 2
        for (name, value) in properties {
            let padding = String(repeating: " ", count: width - name.count)
            line(name + padding + (value.isEmpty ? "none" : value.printable))
        }
    }

    /// Writes the result as JSON, with sorted keys.
    package func json(_ value: some Encodable) throws {
        line(try Self.jsonText(of: value))
    }

    /// Returns a value as JSON, with sorted keys.
    static func jsonText(of value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .iso8601
        // Foundation writes empty collections over three lines; strings in JSON contain no line breaks.
        let text = String(decoding: try encoder.encode(value), as: UTF8.self)
        return text.replacing(/\[\n\s*\]/, with: "[]").replacing(/\{\n\s*\}/, with: "{}").printableJSON
    }

    /// Writes a value of the result as JSON in one line, with sorted keys.
    func jsonLine(_ value: some Encodable) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .iso8601
        line(String(decoding: try encoder.encode(value), as: UTF8.self).printableJSON)
    }

    /// Writes a line that is not part of the result.
    package func error(_ text: String) {
        writeError(text + "\n")
    }

    /// Writes complete lines of a log.
    func write(lines: String) {
        writeError(lines)
    }

    /// Writes a prompt; the answer follows on the same line.
    package func prompt(_ text: String) {
        writeError(text)
    }

    /// Writes a progress line, on a terminal only.
    package func progress(_ text: String) {
        if isErrorTerminal { writeError(text + "\n") }
    }

    /// Writes a part of a line that will be overwritten, on a terminal only.
    package func overwrite(_ text: String) {
        if isErrorTerminal { writeError(text) }
    }

    /// Returns the text in a style if color is on.
    package func styled(_ text: String, _ style: TextStyle) -> String {
        usesColor ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text
    }
}

/// A text style of the terminal; the raw values are the codes of ECMA-48 §8.3.117.
package enum TextStyle: Int, Sendable {
    case bold = 1
    case red = 31
    case green = 32
}

extension String {
    /// The text with control and invisible format characters replaced, so that foreign text cannot control the terminal
    /// or change the writing direction.
    var printable: String {
        String(String.UnicodeScalarView(unicodeScalars.map { $0.isUnprintable ? "\u{FFFD}" : $0 }))
    }

    /// The text with an escape such as `\u{1B}` for each character that is not ``printable``.
    var escaped: String {
        unicodeScalars.reduce(into: "") { text, scalar in
            if scalar.isUnprintable {
                text += "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
            } else {
                text.unicodeScalars.append(scalar)
            }
        }
    }

    /// The JSON text with an escape for each character that is not ``printable`` (RFC 8259 §7), except line breaks.
    ///
    /// Foundation escapes those below U+0020 only, and a terminal also obeys U+009B. They occur inside of strings only.
    var printableJSON: String {
        guard !utf8.allSatisfy({ 0x20..<0x7F ~= $0 || $0 == UInt8(ascii: "\n") }) else { return self }
        return unicodeScalars.reduce(into: "") { text, scalar in
            if scalar.isUnprintable, scalar != "\n" {
                text.appendJSONEscape(of: scalar)
            } else {
                text.unicodeScalars.append(scalar)
            }
        }
    }

    /// Appends the escape of a character in a JSON string.
    mutating func appendJSONEscape(of scalar: Unicode.Scalar) {
        for unit in String(scalar).utf16 {
            let digits = String(unit, radix: 16)
            self += "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
        }
    }
}

extension Unicode.Scalar {
    /// Whether the character is a control or format character, except the joiners that some scripts and emoji need.
    var isUnprintable: Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        case .format: !["\u{200C}", "\u{200D}"].contains(self)
        default: false
        }
    }
}
