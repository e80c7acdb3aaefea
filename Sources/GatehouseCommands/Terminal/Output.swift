import Foundation

/// Where a command writes: results to standard output, everything else to standard error.
package struct Output: Sendable {
    /// Whether a person reads standard output on a terminal.
    package let isTerminal: Bool
    /// Whether a person reads standard error on a terminal; only then does long work say how far it is.
    package let isErrorTerminal: Bool
    /// Whether colour may be used on standard output.
    package let usesColor: Bool
    private let write: @Sendable (String) -> Void
    private let writeError: @Sendable (String) -> Void

    /// Colour is off where the environment has a `NO_COLOR` that is not empty, or `TERM=dumb`.
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

    /// A line of the result.
    package func line(_ text: String = "") {
        write(text + "\n")
    }

    /// The result as JSON, with sorted keys.
    package func json(_ value: some Encodable) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .iso8601
        // Foundation writes what is empty over three lines; no text in it holds a line break.
        let text = String(decoding: try encoder.encode(value), as: UTF8.self)
        line(text.replacing(/\[\n\s*\]/, with: "[]").replacing(/\{\n\s*\}/, with: "{}"))
    }

    /// A line that is not part of the result.
    package func error(_ text: String) {
        writeError(text + "\n")
    }

    /// A question to the person, whose answer is typed behind it.
    package func prompt(_ text: String) {
        writeError(text)
    }

    /// How far long work is; written only where a person watches.
    package func progress(_ text: String) {
        if isErrorTerminal { writeError(text + "\n") }
    }

    /// A part of a line that is written over again; only where a person watches.
    package func overwrite(_ text: String) {
        if isErrorTerminal { writeError(text) }
    }

    /// The text in this style, where colour may be used.
    package func styled(_ text: String, _ style: TextStyle) -> String {
        usesColor ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text
    }
}
