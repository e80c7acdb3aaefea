/// The ranges of code that run, or exist, on later systems only.
struct AvailabilityScopes {
    private let bytes: [UInt8]
    private var scopes: [(range: Range<Int>, versions: SystemVersions)] = []

    /// Finds the conditions and attributes in code without comments and literals.
    init(code: [UInt8]) {
        bytes = code
        for start in positions(of: "#available(") { addCondition(at: start) }
        for start in positions(of: "@available(") { addDeclaration(at: start) }
    }

    /// Returns the versions that are guaranteed at a position, in a package with this minimum.
    func versions(at position: Int, minimum: SystemVersions) -> SystemVersions {
        scopes.reduce(minimum) { $1.range.contains(position) ? $0.combined(with: $1.versions) : $0 }
    }

    private func positions(of text: String) -> [Int] {
        let text = Array(text.utf8)
        return bytes.indices.filter { bytes[$0] == text[0] && bytes[$0...].starts(with: text) }
    }

    /// Reads the arguments in parentheses after a position.
    ///
    /// - Returns: The versions and the end; `nil` if the arguments name no platform.
    private func arguments(after start: Int) -> (versions: SystemVersions, end: Int)? {
        guard let open = bytes[start...].firstIndex(of: UInt8(ascii: "(")), let close = closing(open),
            let versions = SystemVersions(arguments: String(decoding: bytes[(open + 1)..<close], as: UTF8.self))
        else { return nil }
        return (versions, close + 1)
    }

    /// Adds the body of `if #available`, or the rest of the block after `guard #available`.
    private mutating func addCondition(at start: Int) {
        guard let (versions, end) = arguments(after: start),
            let open = bytes[end...].firstIndex(of: UInt8(ascii: "{")), let close = closing(open)
        else { return }
        guard keyword(before: start) == "guard" else {
            scopes.append((end..<close, versions))
            return
        }
        scopes.append((end..<open, versions))
        scopes.append((close..<endOfBlock(around: close + 1), versions))
    }

    /// Adds the declaration after an attribute, up to the end of its body or of its line.
    private mutating func addDeclaration(at start: Int) {
        guard let (versions, end) = arguments(after: start) else { return }
        var position = end
        var hasDeclaration = false
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: "("), UInt8(ascii: "["):
                position = closing(position) ?? bytes.count
            case UInt8(ascii: "{"):
                scopes.append((start..<(closing(position) ?? bytes.count), versions))
                return
            case UInt8(ascii: "\n") where hasDeclaration && !continues(after: position), UInt8(ascii: "}"):
                scopes.append((start..<position, versions))
                return
            case let byte where Declarations.isWord(byte):
                let word = bytes[position...].prefix(while: Declarations.isWord)
                let isAttribute = bytes[position - 1] == UInt8(ascii: "@")
                if !isAttribute { hasDeclaration = true }
                position = word.endIndex - 1
            default: break
            }
            position += 1
        }
    }

    /// Returns whether the line after a line break continues a signature.
    private func continues(after lineBreak: Int) -> Bool {
        let rest = bytes[(lineBreak + 1)...].drop { $0 == UInt8(ascii: " ") }
        return ["async", "throws", "->", "where", "{", "=", ":"].contains { rest.starts(with: $0.utf8) }
    }

    /// Returns the last of the words `if`, `guard` and `while` before a position.
    private func keyword(before position: Int) -> String? {
        let words = ["if", "guard", "while"]
        var end = position
        while let last = bytes[..<end].lastIndex(where: Declarations.isWord) {
            let first = bytes[..<last].lastIndex { !Declarations.isWord($0) } ?? -1
            let word = String(decoding: bytes[(first + 1)...last], as: UTF8.self)
            if words.contains(word) { return word }
            end = first + 1
        }
        return nil
    }

    /// Returns the end of the innermost block around a position.
    private func endOfBlock(around position: Int) -> Int {
        var depth = 0
        return bytes.indices[position...].first { index in
            if bytes[index] == UInt8(ascii: "{") { depth += 1 }
            if bytes[index] == UInt8(ascii: "}") { depth -= 1 }
            return depth < 0
        } ?? bytes.count
    }

    /// Returns the index of the bracket that closes another one.
    private func closing(_ open: Int) -> Int? {
        let pairs = [UInt8(ascii: "("): UInt8(ascii: ")"), UInt8(ascii: "["): UInt8(ascii: "]")]
        let close = pairs[bytes[open]] ?? UInt8(ascii: "}")
        var depth = 0
        return bytes.indices[open...].first { index in
            if bytes[index] == bytes[open] { depth += 1 }
            if bytes[index] == close { depth -= 1 }
            return depth == 0
        }
    }
}
