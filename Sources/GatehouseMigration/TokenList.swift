/// The tokens of a file, with the extents of its brackets and blocks.
struct TokenList {
    private let tokens: [SourceToken]

    init(_ tokens: [SourceToken]) {
        self.tokens = tokens
    }

    var indices: Range<Int> { tokens.indices }

    /// The text of a token; empty for a literal and outside the file.
    subscript(_ index: Int) -> String { indices.contains(index) ? tokens[index].text : "" }

    func token(_ index: Int) -> SourceToken { tokens[index] }

    func kind(_ index: Int) -> SourceToken.Kind { tokens[index].kind }

    func isIdentifier(_ index: Int) -> Bool { indices.contains(index) && kind(index) == .identifier }

    func isOpening(_ index: Int) -> Bool { ["(", "[", "{"].contains(self[index]) }

    private func isClosing(_ index: Int) -> Bool { [")", "]", "}"].contains(self[index]) }

    /// Returns the index of the matching closing bracket, or the end of the file.
    func closing(_ index: Int) -> Int {
        var depth = 0
        for position in index..<max(index, tokens.count) {
            if isOpening(position) { depth += 1 }
            if isClosing(position) { depth -= 1 }
            if depth == 0 { return position }
        }
        return tokens.count
    }

    /// Returns the range from here to the end of the enclosing block.
    func restOfBlock(_ index: Int) -> Range<Int> {
        var depth = 0
        for position in index..<max(index, tokens.count) {
            if self[position] == "{" { depth += 1 }
            if self[position] == "}" { depth -= 1 }
            if depth < 0 { return index..<position }
        }
        return index..<max(index, tokens.count)
    }

    func isOutsideBraces(_ index: Int) -> Bool {
        (0..<index).reduce(0) { depth, position in
            self[position] == "{" ? depth + 1 : self[position] == "}" ? depth - 1 : depth
        } == 0
    }

    /// Returns the body after the parameter list that contains a token; a declaration of Objective-C has none.
    func bodyAfterParameter(_ index: Int) -> Range<Int> {
        var hasClosed = false
        for position in index..<tokens.count {
            switch self[position] {
            case ")": hasClosed = true
            case "in" where hasClosed: return restOfBlock(index)
            case "{" where hasClosed: return position..<closing(position)
            case ";" where hasClosed: return index..<position
            case "}": return restOfBlock(index)
            default: break
            }
        }
        return restOfBlock(index)
    }
}
