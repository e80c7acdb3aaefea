import Logging

/// An entry of the log as one line of text.
struct LogLine {
    /// The members of a request's line that come first.
    private static let leading = ["method", "route", "status", "ms"]

    let time: String
    let level: Logger.Level
    let message: String
    let metadata: Logger.Metadata

    /// Returns the line with its end.
    func text(_ format: LogSettings.Format) -> String {
        switch format {
        case .text: text
        case .json: json
        }
    }

    private var text: String {
        var line = ""
        line.reserveCapacity(256)
        line += time
        line += " "
        line += level.rawValue
        line += " "
        line += message.onOneLine
        forEachMember { key, value in
            line += " "
            line += key
            line += "="
            if case .string(let text) = value { line.appendValue(text) } else { line.appendValue("\(value)") }
        }
        line += "\n"
        return line
    }

    private var json: String {
        var line = ""
        line.reserveCapacity(256)
        line += #"{"time":""#
        line += time
        line += #"","level":""#
        line += level.rawValue
        line += #"","msg":"#
        line.appendJSON(message)
        forEachMember { key, value in
            line += ","
            line.appendJSON(key)
            line += ":"
            switch value {
            case .string(let text): line.appendJSON(text)
            case .stringConvertible(let number as Int): line += String(number)
            case .stringConvertible(let number as Double) where number.isFinite: line += number.description
            default: line.appendJSON("\(value)")
            }
        }
        line += "}\n"
        return line
    }

    /// Calls a body with the members: those of a request's line first, the rest in alphabetical order.
    private func forEachMember(_ body: (String, Logger.MetadataValue) -> Void) {
        for key in Self.leading {
            if let value = metadata[key] { body(key, value) }
        }
        let rest = metadata.keys.filter { !Self.leading.contains($0) }
        for key in rest.sorted() {
            if let value = metadata[key] { body(key, value) }
        }
    }
}

extension String {
    /// The text with escapes for characters that could end the line or control the terminal.
    fileprivate var onOneLine: String {
        // Fast path: nearly all values are printable ASCII.
        utf8.allSatisfy { 0x20..<0x7F ~= $0 } ? self : escaped
    }

    /// Appends the value of a member, as a JSON string if its end would be unclear otherwise.
    fileprivate mutating func appendValue(_ text: String) {
        // Fast path: nearly all values are printable ASCII without spaces.
        let isPlain =
            text.utf8.allSatisfy { 0x21..<0x7F ~= $0 && $0 != UInt8(ascii: "\"") }
            || !text.unicodeScalars.contains { $0 == "\"" || $0.properties.isWhitespace || $0.isUnprintable }
        if isPlain && !text.isEmpty { self += text } else { appendJSON(text) }
    }

    /// Appends a JSON string (RFC 8259 §7).
    fileprivate mutating func appendJSON(_ text: String) {
        self += "\""
        // Fast path: nearly all values are printable ASCII without escapes.
        if text.utf8.allSatisfy({ 0x20..<0x7F ~= $0 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }) {
            self += text
        } else {
            for scalar in text.unicodeScalars {
                switch scalar {
                case "\"", "\\":
                    self += "\\"
                    unicodeScalars.append(scalar)
                case _ where scalar.isUnprintable: appendJSONEscape(of: scalar)
                default: unicodeScalars.append(scalar)
                }
            }
        }
        self += "\""
    }
}
