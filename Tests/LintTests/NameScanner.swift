/// The names in code without comments and literals.
enum NameScanner {
    private static let keywords: Set<String> = [
        "actor", "associatedtype", "case", "class", "enum", "func", "let", "macro", "protocol", "struct", "typealias",
        "var",
    ]

    /// Returns the names that code declares, and the labels of its parameters with a colon.
    static func declarations(in code: [UInt8]) -> Set<String> {
        var names: Set<String> = []
        var previous = ""
        for (word, position) in words(in: code) {
            if keywords.contains(previous) { names.insert(word) }
            let isInitializer = word == "init" && code[position - 1] != UInt8(ascii: ".")
            if previous == "func" || isInitializer { names.formUnion(labels(in: code[position...])) }
            previous = word
        }
        return names
    }

    /// Returns the uses of names in code, with their positions.
    static func uses(of names: [String: SystemVersions], in code: [UInt8]) -> [(name: String, position: Int)] {
        words(in: code).compactMap { word, position in
            if names[word] != nil { return (word, position) }
            let end = position + word.utf8.count
            let isLabel = end < code.count && code[end] == UInt8(ascii: ":")
            return isLabel && names[word + ":"] != nil ? (word + ":", position) : nil
        }
    }

    /// Returns the labels of the parameters in the parentheses that follow.
    private static func labels(in code: ArraySlice<UInt8>) -> [String] {
        guard let open = code.firstIndex(of: UInt8(ascii: "(")) else { return [] }
        var depth = 0
        var labels: [String] = []
        for position in open..<code.endIndex {
            let byte = code[position]
            if byte == UInt8(ascii: "(") { depth += 1 }
            if byte == UInt8(ascii: ")") { depth -= 1 }
            if depth == 0 { break }
            let isParameter = depth == 1 && (byte == UInt8(ascii: "(") || byte == UInt8(ascii: ","))
            guard isParameter else { continue }
            let label = code[(position + 1)...].drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\n") }
            labels.append(String(decoding: label.prefix(while: Declarations.isWord), as: UTF8.self) + ":")
        }
        return labels
    }

    private static func words(in code: [UInt8]) -> [(word: String, position: Int)] {
        var words: [(word: String, position: Int)] = []
        var position = 0
        while let start = code[position...].firstIndex(where: Declarations.isWord) {
            let word = code[start...].prefix(while: Declarations.isWord)
            words.append((String(decoding: word, as: UTF8.self), start))
            position = word.endIndex
        }
        return words
    }
}
