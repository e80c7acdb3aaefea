/// Formats JSON text by changing whitespace only.
struct JSONLayout {
    /// The maximum width of a line.
    private static let width = 100

    private var rest: Substring

    /// Returns the text with line breaks; unchanged if it is not JSON.
    static func pretty(_ text: String) -> String {
        var layout = JSONLayout(rest: text[...])
        guard let value = layout.value(indent: ""), layout.rest.isEmpty else { return text }
        return value
    }

    private mutating func value(indent: String) -> String? {
        switch rest.first {
        case "{": container(closedBy: "}", indent: indent)
        case "[": container(closedBy: "]", indent: indent)
        case "\"": string()
        default: scalar()
        }
    }

    private mutating func container(closedBy end: Character, indent: String) -> String? {
        let begin = rest.removeFirst()
        let inner = indent + "  "
        var items: [String] = []
        while rest.first != end {
            guard var item = value(indent: inner) else { return nil }
            if rest.first == ":" {
                rest.removeFirst()
                guard let member = value(indent: inner) else { return nil }
                item += ": " + member
            }
            items.append(item)
            if rest.first == "," { rest.removeFirst() } else if rest.first != end { return nil }
        }
        rest.removeFirst()
        let line = "\(begin)\(items.joined(separator: ", "))\(end)"
        let isShort = begin == "[" && !line.contains("\n") && line.count <= Self.width
        if items.isEmpty || isShort { return line }
        return "\(begin)\n" + items.map { inner + $0 }.joined(separator: ",\n") + "\n\(indent)\(end)"
    }

    private mutating func string() -> String? {
        guard let match = rest.prefixMatch(of: /"(?:[^"\\]|\\.)*"/) else { return nil }
        rest = rest[match.range.upperBound...]
        return String(match.output)
    }

    private mutating func scalar() -> String? {
        guard let match = rest.prefixMatch(of: /[-+.0-9A-Za-z]+/) else { return nil }
        rest = rest[match.range.upperBound...]
        return String(match.output)
    }
}
