/// A declaration that apps can see: a public one, a case of a public enumeration, a requirement of a public protocol.
struct PublicDeclaration {
    let line: Int
    let name: String
    let isRequirement: Bool
    /// Whether it has a documentation comment, or overrides a declaration that may have one.
    let isDocumented: Bool

    /// Returns the public declarations of a file.
    static func all(in file: SourceFile) -> [PublicDeclaration] {
        var scanner = PublicDeclarationScanner(file)
        scanner.scan()
        return scanner.found
    }
}

/// Reads the public declarations from the code of a file, in which comments and literals are blank.
private struct PublicDeclarationScanner {
    private enum Scope { case publicEnumeration, publicProtocol, other }

    private static let access: Set<Substring> = ["public", "open"]
    private static let modifiers: Set<Substring> = [
        "public", "open", "final", "static", "class", "override", "required", "convenience", "nonisolated", "mutating",
        "lazy", "weak", "indirect", "isolated", "distributed", "unowned", "prefix", "postfix", "infix", "optional",
    ]
    private static let types: Set<Substring> = ["struct", "class", "enum", "actor", "protocol"]
    private static let members: Set<Substring> = [
        "func", "var", "let", "init", "subscript", "typealias", "associatedtype", "case", "macro",
    ]

    private static let nouns = types.union(members)
    /// Modifiers that may have an argument.
    private static let accessLevels: Set<Substring> = [
        "public", "package", "internal", "fileprivate", "private", "nonisolated", "unowned",
    ]

    private(set) var found: [PublicDeclaration] = []

    private let file: SourceFile
    private let code: [Substring]
    private let lines: [Substring]
    private var scopes: [Scope] = []
    /// The scope that the next brace opens, if it belongs to a type.
    private var opening: Scope?

    init(_ file: SourceFile) {
        self.file = file
        code = file.codeLines.map(\.text)
        lines = file.lines
    }

    mutating func scan() {
        for index in code.indices {
            read(index)
            for byte in code[index].utf8 {
                if byte == UInt8(ascii: "{") {
                    scopes.append(opening ?? .other)
                    opening = nil
                } else if byte == UInt8(ascii: "}") {
                    _ = scopes.popLast()
                }
            }
        }
    }

    /// Reads the declaration that begins on a line, if any.
    private mutating func read(_ index: Int) {
        let words = Self.words(of: code[index])
        let leading = words.prefix { Self.modifiers.contains($0) }
        var rest = words.dropFirst(leading.count)
        // `class` is a modifier of a member, and a kind of type.
        let isClass = leading.last == "class" && rest.first.map { !Self.members.contains($0) } == true
        let keyword = isClass ? "class" : rest.popFirst()
        guard let keyword, Self.types.contains(keyword) || Self.members.contains(keyword) else { return }
        let isPublic = leading.contains(where: Self.access.contains)
        let scope = scopes.last
        let isRequirement = scope == .publicProtocol && Self.members.contains(keyword)
        let isCase = scope == .publicEnumeration && keyword == "case"
        if Self.types.contains(keyword) { opening = Self.scope(of: keyword, isPublic: isPublic) }
        guard isPublic || isRequirement || isCase else { return }
        found.append(
            PublicDeclaration(
                line: index + 1,
                name: ["init", "subscript"].contains(keyword) ? String(keyword) : String(rest.first ?? ""),
                isRequirement: isRequirement,
                isDocumented: leading.contains("override") || hasComment(above: index)
            )
        )
    }

    private static func scope(of keyword: Substring, isPublic: Bool) -> Scope {
        switch keyword {
        case "enum" where isPublic: .publicEnumeration
        case "protocol" where isPublic: .publicProtocol
        default: .other
        }
    }

    /// Returns whether a documentation comment precedes a line, with only attributes and conditions in between.
    private func hasComment(above index: Int) -> Bool {
        var unclosed = 0
        for line in (0..<index).reversed() {
            let text = lines[line].drop { $0 == " " }
            if text.hasPrefix("///") { return true }
            let bytes = code[line].utf8
            unclosed += bytes.count { $0 == UInt8(ascii: ")") } - bytes.count { $0 == UInt8(ascii: "(") }
            let isAttribute = text.hasPrefix("@") && Self.words(of: code[line]).isEmpty
            let isSkipped = isAttribute || text.hasPrefix("//") || text.hasPrefix("#if") || text.hasPrefix("#endif")
            if unclosed <= 0, !isSkipped { return false }
        }
        return false
    }

    /// Returns the first words of a declaration, without its attributes and setter access such as `private(set)`.
    ///
    /// The name of an operator is the word `operator`.
    private static func words(of line: Substring) -> [Substring] {
        var words: [Substring] = []
        var rest = line.utf8.drop { $0 == UInt8(ascii: " ") }
        while let byte = rest.first {
            let isAttribute = byte == UInt8(ascii: "@")
            if isAttribute { rest = rest.dropFirst() }
            let word = rest.prefix(while: isWord)
            rest = rest[word.endIndex...]
            let hasArgument = rest.first == UInt8(ascii: "(") && (isAttribute || accessLevels.contains(Substring(word)))
            if hasArgument { rest = afterParentheses(rest) }
            if !isAttribute, !hasArgument { words.append(word.isEmpty ? "operator" : Substring(word)) }
            let next = rest.drop { $0 == UInt8(ascii: " ") }
            // The words after the name are not needed.
            guard next.startIndex > rest.startIndex, words.last.map(modifiers.union(nouns).contains) != false else {
                break
            }
            rest = next
        }
        return words
    }

    private static func afterParentheses(_ text: Substring.UTF8View) -> Substring.UTF8View {
        var depth = 0
        for index in text.indices {
            if text[index] == UInt8(ascii: "(") { depth += 1 }
            if text[index] == UInt8(ascii: ")") { depth -= 1 }
            if depth == 0 { return text[text.index(after: index)...] }
        }
        return text[text.endIndex...]
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
