import Foundation

/// A Swift file in three forms: its text, its code alone and its string literals.
struct SourceFile: Sendable {
    /// The path from the repository root, such as `Sources/GatehouseWire/Core/ScopeSet.swift`.
    let path: String
    let text: String
    /// The text with comments and the contents of string literals blanked out, line by line.
    let code: String
    /// The single-line string literals without interpolation, with their line numbers.
    let literals: [(line: Int, value: String)]
    /// The comments with their slashes and the line numbers of their beginnings; each `//` line is one.
    let comments: [(line: Int, text: String)]

    init(path: String, text: String) {
        self.path = path
        self.text = text
        var scanner = SourceScanner(text)
        scanner.scan()
        code = scanner.code
        literals = scanner.literals
        comments = scanner.comments
    }

    /// The target: the folder below `Sources`, `Examples` or `Tests`.
    var module: String {
        String(path.split(separator: "/")[1])
    }

    var name: String {
        String(path.split(separator: "/").last ?? "")
    }

    /// The folder below the module's folder, or an empty string for a file at its top level.
    var folder: String {
        path.split(separator: "/").dropFirst(2).dropLast().joined(separator: "/")
    }

    var lines: [Substring] {
        text.split(separator: "\n", omittingEmptySubsequences: false)
    }

    var codeLines: [(number: Int, text: Substring)] {
        code.split(separator: "\n", omittingEmptySubsequences: false).enumerated().map { ($0.offset + 1, $0.element) }
    }

    /// The imported modules, with any access level and attributes.
    var imports: [String] {
        code.split(separator: "\n").compactMap { line in
            let words = line.split(separator: " ")
            guard let index = words.firstIndex(of: "import"), words[..<index].allSatisfy(Self.precedesImport) else {
                return nil
            }
            let kinds: Set<Substring> = ["struct", "class", "enum", "protocol", "func", "var", "let", "typealias"]
            let rest = words[(index + 1)...].drop { kinds.contains($0) }
            return rest.first?.split(separator: ".").first.map(String.init)
        }
    }

    private static func precedesImport(_ word: Substring) -> Bool {
        word.hasPrefix("@") || ["public", "package", "internal", "fileprivate", "private"].contains(word)
    }
}
