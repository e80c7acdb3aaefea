/// A tokenizer for Swift: skips nested comments; string literals are one token each, and their interpolations are code.
struct SwiftTokenizer {
    /// The context of the cursor; interpolations and literals nest.
    private enum Frame {
        case code(openParentheses: Int)
        case string(isMultiline: Bool, hashes: Int)
    }

    private var cursor: SourceCursor
    private var frames: [Frame] = [.code(openParentheses: 0)]
    private var tokens: [SourceToken] = []

    init(_ bytes: [UInt8]) {
        cursor = SourceCursor(bytes)
    }

    mutating func scan() -> [SourceToken] {
        if cursor.starts(with: "#!") { cursor.skipLine() }
        while !cursor.isAtEnd {
            switch frames.last {
            case .string(let isMultiline, let hashes): scanString(isMultiline: isMultiline, hashes: hashes)
            case .code(let open): scanCode(openParentheses: open)
            case nil: return tokens
            }
        }
        return tokens
    }

    // MARK: Code

    private mutating func scanCode(openParentheses: Int) {
        let byte = cursor.peek()
        switch byte {
        case _ where SourceCursor.isSpace(byte): cursor.advance()
        case UInt8(ascii: "/") where cursor.starts(with: "//"): cursor.skipLine()
        case UInt8(ascii: "/") where cursor.starts(with: "/*"): skipComment()
        case UInt8(ascii: "/") where mayStartRegex: scanRegex(hashes: 0)
        case UInt8(ascii: "\""): openString(hashes: 0)
        case UInt8(ascii: "#"): scanHash()
        case UInt8(ascii: "`"): scanQuotedIdentifier()
        case _ where SourceCursor.startsIdentifier(byte):
            emit(.identifier) { $0.advance(while: SourceCursor.continuesIdentifier) }
        case _ where SourceCursor.isDigit(byte): scanNumber()
        case UInt8(ascii: "("):
            set(openParentheses: openParentheses + 1)
            emitSymbol()
        case UInt8(ascii: ")"):
            emitSymbol()
            if openParentheses == 0, frames.count > 1 {
                frames.removeLast()
            } else {
                set(openParentheses: max(0, openParentheses - 1))
            }
        default: emitSymbol()
        }
    }

    private mutating func set(openParentheses: Int) {
        frames[frames.count - 1] = .code(openParentheses: openParentheses)
    }

    private mutating func emit(_ kind: SourceToken.Kind, text: String? = nil, over: (inout SourceCursor) -> Void) {
        let (start, line, column) = (cursor.index, cursor.line, cursor.column)
        over(&cursor)
        tokens.append(SourceToken(kind: kind, text: text ?? cursor.text(from: start), line: line, column: column))
    }

    private mutating func emitSymbol() {
        emit(.symbol) { $0.advance() }
    }

    private mutating func scanNumber() {
        emit(.number) { cursor in
            repeat {
                cursor.advance(while: SourceCursor.continuesIdentifier)
                guard cursor.peek() == UInt8(ascii: "."), SourceCursor.isDigit(cursor.peek(1)) else { return }
                cursor.advance()
            } while true
        }
    }

    private mutating func scanQuotedIdentifier() {
        let (line, column) = (cursor.line, cursor.column)
        cursor.advance()
        let start = cursor.index
        cursor.advance { $0 != UInt8(ascii: "`") && $0 != UInt8(ascii: "\n") }
        tokens.append(
            SourceToken(kind: .identifier, text: cursor.text(from: start), line: line, column: column)
        )
        if cursor.peek() == UInt8(ascii: "`") { cursor.advance() }
    }

    private mutating func skipComment() {
        var depth = 0
        repeat {
            if cursor.starts(with: "/*") {
                depth += 1
                cursor.advance(2)
            } else if cursor.starts(with: "*/") {
                depth -= 1
                cursor.advance(2)
            } else {
                cursor.advance()
            }
        } while depth > 0 && !cursor.isAtEnd
    }

    /// Reads a raw string, a delimited regular expression, or a single `#`.
    private mutating func scanHash() {
        var hashes = 0
        while cursor.peek(hashes) == UInt8(ascii: "#") { hashes += 1 }
        switch cursor.peek(hashes) {
        case UInt8(ascii: "\""): openString(hashes: hashes)
        case UInt8(ascii: "/"): scanRegex(hashes: hashes)
        default: emitSymbol()
        }
    }

    // MARK: String literals

    private mutating func openString(hashes: Int) {
        let (line, column) = (cursor.line, cursor.column)
        cursor.advance(hashes)
        let isMultiline = cursor.starts(with: "\"\"\"") && (hashes == 0 || isLineEmpty(after: 3))
        cursor.advance(isMultiline ? 3 : 1)
        tokens.append(SourceToken(kind: .literal, text: "", line: line, column: column))
        frames.append(.string(isMultiline: isMultiline, hashes: hashes))
    }

    /// Distinguishes a multiline raw literal from `#"""#`, which contains one quotation mark.
    private func isLineEmpty(after distance: Int) -> Bool {
        var distance = distance
        while cursor.peek(distance) == UInt8(ascii: " ") || cursor.peek(distance) == UInt8(ascii: "\t") {
            distance += 1
        }
        return cursor.peek(distance) == UInt8(ascii: "\n") || cursor.peek(distance) == UInt8(ascii: "\r")
    }

    private mutating func scanString(isMultiline: Bool, hashes: Int) {
        let quotes = isMultiline ? 3 : 1
        if closesString(quotes: quotes, hashes: hashes) {
            cursor.advance(quotes + hashes)
            frames.removeLast()
        } else if cursor.peek() == UInt8(ascii: "\\"), hasHashes(hashes, after: 1) {
            cursor.advance(1 + hashes)
            if cursor.peek() == UInt8(ascii: "(") {
                emitSymbol()
                frames.append(.code(openParentheses: 0))
            } else if !cursor.isAtNewline {
                cursor.advance()
            }
        } else if cursor.isAtNewline, !isMultiline {
            // Unterminated: continues with code.
            frames.removeLast()
        } else {
            cursor.advance()
        }
    }

    private func closesString(quotes: Int, hashes: Int) -> Bool {
        (0..<quotes).allSatisfy { cursor.peek($0) == UInt8(ascii: "\"") } && hasHashes(hashes, after: quotes)
    }

    private func hasHashes(_ count: Int, after distance: Int) -> Bool {
        (0..<count).allSatisfy { cursor.peek(distance + $0) == UInt8(ascii: "#") }
    }

    // MARK: Regular expressions

    /// Returns whether the slash can open a regular expression instead of dividing: an operand is expected, and the
    /// expression closes on this line.
    private var mayStartRegex: Bool {
        if SourceCursor.isSpace(cursor.peek(1)) { return false }
        if let last = tokens.last {
            switch last.kind {
            case .identifier where !Self.beforeOperand.contains(last.text): return false
            case .number, .literal: return false
            case .symbol where [")", "]", "}", "?", "."].contains(last.text): return false
            default: break
            }
        }
        return regexLength(hashes: 0) != nil
    }

    private static let beforeOperand: Set<String> = ["return", "in", "case", "try", "await", "where", "else", "throw"]

    /// Returns the length of the regular expression, or `nil` if it does not close; only delimited ones can span lines.
    private func regexLength(hashes: Int) -> Int? {
        var distance = hashes + 1
        while cursor.index + distance < cursor.bytes.count {
            switch cursor.peek(distance) {
            case UInt8(ascii: "\\"): distance += 2
            case UInt8(ascii: "/") where hasHashes(hashes, after: distance + 1): return distance + 1 + hashes
            case UInt8(ascii: "\n") where hashes == 0: return nil
            default: distance += 1
            }
        }
        return nil
    }

    private mutating func scanRegex(hashes: Int) {
        guard let length = regexLength(hashes: hashes) else { return emitSymbol() }
        emit(.literal, text: "") { $0.advance(length) }
    }
}
