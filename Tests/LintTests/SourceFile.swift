import Foundation

/// One Swift file of the tree, read three ways: as it is, as code alone, and as the string literals in it.
struct SourceFile: Sendable {
    /// From the root of the repository, such as `Sources/GatehouseWire/Core/Scope.swift`.
    let path: String
    let text: String
    /// The text with comments and the inside of string literals blanked out, line for line.
    let code: String
    /// The string literals that stand on one line and interpolate nothing, with the number of their line.
    let literals: [(line: Int, value: String)]

    init(path: String, text: String) {
        self.path = path
        self.text = text
        var scanner = SourceScanner(text)
        scanner.scan()
        code = scanner.code
        literals = scanner.literals
    }

    /// The target: the folder below `Sources` or `Tests`.
    var module: String {
        String(path.split(separator: "/")[1])
    }

    var name: String {
        String(path.split(separator: "/").last ?? "")
    }

    var lines: [Substring] {
        text.split(separator: "\n", omittingEmptySubsequences: false)
    }

    var codeLines: [(number: Int, text: Substring)] {
        code.split(separator: "\n", omittingEmptySubsequences: false).enumerated().map { ($0.offset + 1, $0.element) }
    }

    /// The modules it imports, whatever the access level and attributes of the import.
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
