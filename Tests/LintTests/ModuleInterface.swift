/// The names that a module declares, from its `.swiftinterface` file, with the first systems that have them.
///
/// A name is a type, function, property or case, or the label of a parameter with its colon.
struct ModuleInterface {
    private struct Scope {
        let indentation: Int
        let availability: SystemVersions
        /// Whether the scope is the body of a function, which declares no names.
        let isBody: Bool
    }

    private static let types: Set<String> = ["struct", "class", "enum", "actor", "protocol", "extension"]
    private static let functions: Set<String> = ["func", "init", "subscript", "case", "macro"]
    private static let others: Set<String> = [
        "associatedtype", "deinit", "let", "operator", "precedencegroup", "typealias", "var",
    ]
    private static let keywords = types.union(functions).union(others)

    /// The first systems of each declaration of a name.
    private(set) var declarations: [String: [SystemVersions]] = [:]

    init(_ text: String) {
        var scopes: [Scope] = []
        var availability = SystemVersions.none
        for line in text.utf8.split(separator: UInt8(ascii: "\n")) {
            var words = InterfaceLine(line)
            guard !words.isDirective else { continue }
            while let last = scopes.last, words.indentation <= last.indentation { scopes.removeLast() }
            guard scopes.last?.isBody != true else { continue }
            availability = availability.combined(with: words.readAttributes())
            guard let kind = words.readKeyword(of: Self.keywords) else { continue }
            availability = availability.combined(with: scopes.last?.availability ?? .none)
            let name = ["deinit", "extension", "init", "subscript"].contains(kind) ? "" : words.readWord()
            var names = [name]
            if Self.functions.contains(kind) { names += words.readLabels().map { $0 + ":" } }
            // The elements of a tuple are accessed as members.
            if kind == "var" || kind == "let" { names += words.readLabels() }
            for name in names where !name.isEmpty { declarations[name, default: []].append(availability) }
            if line.last == UInt8(ascii: "{") {
                let isBody = !Self.types.contains(kind)
                scopes.append(Scope(indentation: words.indentation, availability: availability, isBody: isBody))
            }
            availability = .none
        }
    }
}

/// A line of an interface, which has at most one declaration.
private struct InterfaceLine {
    let indentation: Int
    private var rest: Substring.UTF8View.SubSequence

    init(_ line: Substring.UTF8View.SubSequence) {
        rest = line.drop { $0 == UInt8(ascii: " ") }
        indentation = line.count - rest.count
    }

    /// Whether the line is a compiler directive or a comment.
    var isDirective: Bool { rest.first == UInt8(ascii: "#") || rest.first == UInt8(ascii: "/") }

    /// Reads the attributes at the beginning and returns the availability.
    mutating func readAttributes() -> SystemVersions {
        var availability = SystemVersions.none
        while rest.first == UInt8(ascii: "@") {
            rest = rest.dropFirst()
            let isAvailability = readWord() == "available"
            let arguments = readParentheses()
            guard isAvailability, let versions = SystemVersions(arguments: Substring(arguments)) else { continue }
            availability = availability.combined(with: versions)
        }
        return availability
    }

    /// Reads modifiers up to one of the keywords; returns `nil` if there is none.
    mutating func readKeyword(of keywords: Set<String>) -> String? {
        while true {
            let word = readWord()
            if word.isEmpty || keywords.contains(word) { return word.isEmpty ? nil : word }
            _ = readParentheses()
        }
    }

    /// Reads a word and the space after it; returns an empty string if there is none.
    mutating func readWord() -> String {
        rest = rest.drop { $0 == UInt8(ascii: "`") }
        let word = rest.prefix(while: Declarations.isWord)
        rest = rest[word.endIndex...].drop { $0 == UInt8(ascii: "`") || $0 == UInt8(ascii: " ") }
        return String(Substring(word))
    }

    /// Reads the labels of the parameters, or of the elements of a tuple.
    mutating func readLabels() -> [String] {
        var labels: [String] = []
        while let byte = rest.first, !rest.starts(with: "-> ".utf8) {
            rest = rest.dropFirst()
            guard byte == UInt8(ascii: "(") || byte == UInt8(ascii: ",") else { continue }
            rest = rest.drop { $0 == UInt8(ascii: " ") }
            _ = readAttributes()
            let label = readWord()
            _ = readWord()
            if rest.first == UInt8(ascii: ":"), !label.isEmpty { labels.append(label) }
        }
        return labels
    }

    /// Reads arguments in parentheses and the space after them, if there are any.
    private mutating func readParentheses() -> Substring.UTF8View.SubSequence {
        guard rest.first == UInt8(ascii: "(") else { return rest.prefix(0) }
        var depth = 0
        let end = rest.firstIndex { byte in
            if byte == UInt8(ascii: "(") { depth += 1 }
            if byte == UInt8(ascii: ")") { depth -= 1 }
            return depth == 0
        }
        let arguments = rest[..<(end ?? rest.endIndex)].dropFirst()
        rest = rest[arguments.endIndex...].dropFirst().drop { $0 == UInt8(ascii: " ") }
        return arguments
    }
}
