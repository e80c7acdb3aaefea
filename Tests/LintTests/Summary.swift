import Foundation

/// The first line of a documentation comment, and the kind of declaration that it documents.
struct Summary {
    enum Kind {
        /// A function other than a test, which is named after its behavior and documented by its reason.
        case function
        case other
    }

    let line: Int
    let text: String
    let kind: Kind

    /// Words that begin a clause instead of the noun or verb that a summary begins with.
    private static let clauseWords: Set<String> = [
        "What", "Which", "Who", "Whoever", "Whom", "Whose", "Why", "How", "When", "Where", "Nobody", "Somebody",
        "Anybody", "Everybody",
    ]
    /// Words that begin a noun phrase, for which a function has its verb: "Returns the …", "Returns whether …".
    private static let nounWords: Set<String> = ["The", "A", "An", "Whether"]

    /// The reason why the summary is not one, or `nil`.
    var problem: String? {
        let words = text.split(separator: " ").prefix(2).map(String.init)
        guard let first = words.first else { return nil }
        if Self.clauseWords.contains(first) || words == ["So", "many"] { return "begins with \"\(first)\"" }
        if kind == .function, Self.nounWords.contains(first) { return "describes a function without a verb" }
        return nil
    }

    /// Returns the summaries of a file.
    static func all(in file: SourceFile) -> [Summary] {
        let lines = file.lines.map { $0.drop { $0 == " " } }
        let code = file.codeLines.map(\.text)
        return lines.indices.compactMap { index in
            guard lines[index].hasPrefix("///"), index == 0 || !lines[index - 1].hasPrefix("///") else { return nil }
            let text = lines[index].dropFirst(3).drop { $0 == " " }
            let kind = kind(ofDeclarationIn: code[index...].prefix(40).joined(separator: "\n"))
            return Summary(line: index + 1, text: String(text), kind: kind)
        }
    }

    /// Returns the kind of the first declaration in code without comments and literals.
    private static func kind(ofDeclarationIn code: String) -> Kind {
        var depth = 0
        var word = ""
        for character in code + " " {
            if character.isLetter {
                word.append(character)
                continue
            }
            if depth == 0 {
                switch word {
                case "Test": return .other
                case "func": return .function
                case "init", "subscript", "deinit", "var", "let", "case", "struct", "enum", "actor", "protocol",
                    "extension", "typealias", "associatedtype", "macro", "operator":
                    return .other
                default: break
                }
            }
            word = ""
            if character == "(" { depth += 1 }
            if character == ")" { depth -= 1 }
            if character == "{" { return .other }
        }
        return .other
    }
}
