/// A tokenizer for Objective-C and Objective-C++: skips comments and code in `#if 0`; literals are one token each, and
/// macro bodies are code.
struct ObjectiveCTokenizer {
    private var cursor: SourceCursor
    private var tokens: [SourceToken] = []
    private var isAtLineStart = true
    /// For each open `#if`, whether its code is skipped.
    private var conditions: [Bool] = []

    init(_ bytes: [UInt8]) {
        cursor = SourceCursor(bytes)
    }

    mutating func scan() -> [SourceToken] {
        while !cursor.isAtEnd { step() }
        return tokens
    }

    private mutating func step() {
        let byte = cursor.peek()
        switch byte {
        case _ where cursor.isAtNewline:
            cursor.advance()
            isAtLineStart = true
            return
        case _ where SourceCursor.isSpace(byte): return cursor.advance()
        case UInt8(ascii: "\\") where splice(at: 0) > 0: return cursor.advance(splice(at: 0))
        case UInt8(ascii: "/") where cursor.starts(with: "//"): return skipLineWithSplices()
        case UInt8(ascii: "/") where cursor.starts(with: "/*"): return skipComment()
        case UInt8(ascii: "#") where isAtLineStart: scanDirective()
        case UInt8(ascii: "\""), UInt8(ascii: "'"): scanLiteral(closing: byte)
        case _ where SourceCursor.startsIdentifier(byte): scanIdentifier()
        case _ where SourceCursor.isDigit(byte): scanNumber()
        default: emit(.symbol) { $0.advance() }
        }
        isAtLineStart = false
    }

    private mutating func emit(_ kind: SourceToken.Kind, text: String? = nil, over: (inout SourceCursor) -> Void) {
        let (start, line, column) = (cursor.index, cursor.line, cursor.column)
        over(&cursor)
        guard !conditions.contains(true) else { return }
        tokens.append(SourceToken(kind: kind, text: text ?? cursor.text(from: start), line: line, column: column))
    }

    // MARK: Skipped code

    /// Returns the length of a line continuation (a backslash and the line break), or 0.
    private func splice(at distance: Int) -> Int {
        guard cursor.peek(distance) == UInt8(ascii: "\\") else { return 0 }
        switch (cursor.peek(distance + 1), cursor.peek(distance + 2)) {
        case (UInt8(ascii: "\r"), UInt8(ascii: "\n")): return 3
        case (UInt8(ascii: "\n"), _), (UInt8(ascii: "\r"), _): return 2
        default: return 0
        }
    }

    private mutating func skipLineWithSplices() {
        while !cursor.isAtEnd, !cursor.isAtNewline { cursor.advance(max(1, splice(at: 0))) }
    }

    private mutating func skipComment() {
        cursor.advance(2)
        while !cursor.isAtEnd, !cursor.starts(with: "*/") { cursor.advance() }
        cursor.advance(2)
    }

    // MARK: Preprocessor

    private mutating func scanDirective() {
        let (line, column) = (cursor.line, cursor.column)
        cursor.advance()
        skipBlanks()
        let start = cursor.index
        cursor.advance(while: SourceCursor.continuesIdentifier)
        switch cursor.text(from: start) {
        case "import", "include", "include_next": scanInclude(line: line, column: column)
        case "if":
            let condition = cursor.index
            skipLineWithSplices()
            conditions.append(Self.isZero(cursor.text(from: condition)))
        case "ifdef", "ifndef":
            skipLineWithSplices()
            conditions.append(false)
        case "else", "elif":
            skipLineWithSplices()
            if !conditions.isEmpty { conditions[conditions.count - 1] = false }
        case "endif":
            skipLineWithSplices()
            _ = conditions.popLast()
        case "pragma", "error", "warning", "line", "ident": skipLineWithSplices()
        default: break
        }
    }

    private static func isZero(_ condition: String) -> Bool {
        condition.prefix { $0 != "/" }.filter { !$0.isWhitespace && $0 != "(" && $0 != ")" } == "0"
    }

    private mutating func skipBlanks() {
        cursor.advance { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
    }

    private mutating func scanInclude(line: Int, column: Int) {
        skipBlanks()
        let isQuoted = cursor.peek() == UInt8(ascii: "\"")
        guard isQuoted || cursor.peek() == UInt8(ascii: "<") else { return }
        let closing = isQuoted ? UInt8(ascii: "\"") : UInt8(ascii: ">")
        cursor.advance()
        let start = cursor.index
        cursor.advance { $0 != closing && $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
        if !conditions.contains(true) {
            let path = cursor.text(from: start)
            tokens.append(SourceToken(kind: .include(isQuoted: isQuoted), text: path, line: line, column: column))
        }
        skipLineWithSplices()
    }

    // MARK: Words and literals

    private mutating func scanIdentifier() {
        let start = cursor.index
        var end = cursor
        end.advance(while: SourceCursor.continuesIdentifier)
        let isRaw = end.peek() == UInt8(ascii: "\"") && ["R", "LR", "uR", "UR", "u8R"].contains(end.text(from: start))
        if isRaw, let length = rawLiteralLength(from: end) {
            emit(.literal, text: "") { $0.advance(end.index - start + length) }
        } else {
            emit(.identifier) { $0 = end }
        }
    }

    /// Returns the length of the C++ raw literal that opens here, or `nil`.
    private func rawLiteralLength(from cursor: SourceCursor) -> Int? {
        var distance = 1
        var closing: [UInt8] = [UInt8(ascii: ")")]
        while cursor.peek(distance) != UInt8(ascii: "(") {
            let byte = cursor.peek(distance)
            guard distance <= 16, byte > 0x20, byte != UInt8(ascii: "\\"), byte != UInt8(ascii: ")") else { return nil }
            closing.append(byte)
            distance += 1
        }
        closing.append(UInt8(ascii: "\""))
        while cursor.index + distance + closing.count <= cursor.bytes.count {
            if closing.indices.allSatisfy({ cursor.peek(distance + $0) == closing[$0] }) {
                return distance + closing.count
            }
            distance += 1
        }
        return nil
    }

    private mutating func scanNumber() {
        emit(.number) { cursor in
            cursor.advance(while: SourceCursor.continuesIdentifier)
            while cursor.peek() == UInt8(ascii: ".")
                || (cursor.peek() == UInt8(ascii: "'") && SourceCursor.continuesIdentifier(cursor.peek(1)))
            {
                cursor.advance()
                cursor.advance(while: SourceCursor.continuesIdentifier)
            }
        }
    }

    /// Reads a string or character literal; an unterminated one ends with its line.
    private mutating func scanLiteral(closing: UInt8) {
        emit(.literal, text: "") { cursor in
            cursor.advance()
            while !cursor.isAtEnd, !cursor.isAtNewline, cursor.peek() != closing {
                if cursor.peek() == UInt8(ascii: "\\") {
                    let isCarriageReturn = cursor.peek(1) == UInt8(ascii: "\r") && cursor.peek(2) == UInt8(ascii: "\n")
                    cursor.advance(isCarriageReturn ? 3 : 2)
                } else {
                    cursor.advance()
                }
            }
            if cursor.peek() == closing { cursor.advance() }
        }
    }
}
