/// A tokenizer for Swift, Objective-C and Objective-C++.
///
/// Skips comments and code in `#if 0`. A literal is one token; interpolations and macro bodies are code.
struct SourceTokenizer {
    /// The context of the cursor; interpolations and string literals nest.
    private enum Frame {
        case code(openParentheses: Int)
        case string(quote: Unicode.Scalar, count: Int, hashes: Int)
    }

    private let language: SourceLanguage
    private let bytes: [UInt8]
    private var index = 0
    private var line = 1
    private var lineStart = 0
    private var frames: [Frame] = [.code(openParentheses: 0)]
    private var tokens: [SourceToken] = []
    /// Whether only white space precedes the cursor in its line, so that a directive can begin.
    private var isAtLineStart = true
    /// For each open `#if`, whether its code is skipped.
    private var conditions: [Bool] = []

    /// Starts after a byte order mark.
    init(_ bytes: [UInt8], in language: SourceLanguage) {
        self.language = language
        self.bytes = bytes
        index = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        lineStart = index
    }

    mutating func scan() -> [SourceToken] {
        if language == .swift, isNext("#", "!") { skipLine() }
        while index < bytes.count {
            switch frames.last {
            case .string(let quote, let count, let hashes): scanString(quote, count: count, hashes: hashes)
            case .code(let openParentheses): scanCode(openParentheses: openParentheses)
            case nil: return tokens
            }
        }
        return tokens
    }

    private mutating func scanCode(openParentheses: Int) {
        let scalar = peek()
        switch scalar {
        case "\n", "\r":
            advance()
            isAtLineStart = true
            return
        case " ", "\t", "\u{B}", "\u{C}": return advance()
        case "\\" where splice > 0: return advance(splice)
        case "/" where isNext("/", "/"): return skipLine()
        case "/" where isNext("/", "*"): return skipComment()
        case "#" where language == .swift:
            var hashes = 1
            while peek(hashes) == "#" { hashes += 1 }
            if peek(hashes) == "\"" { openString("\"", hashes: hashes) } else { emit(.symbol) { $0.advance() } }
        case "#" where isAtLineStart: scanDirective()
        case "\"": openString(scalar, hashes: 0)
        case "'" where language == .objectiveC: openString(scalar, hashes: 0)
        case "`" where language == .swift: scanQuotedIdentifier()
        case _ where scalar.startsIdentifier: emit(.identifier) { $0.take(while: \.continuesIdentifier) }
        case "0"..."9": scanNumber()
        default:
            emit(.symbol) { $0.advance() }
            if scalar == "(" { frames[frames.count - 1] = .code(openParentheses: openParentheses + 1) }
            if scalar == ")", openParentheses > 0 || frames.count == 1 {
                frames[frames.count - 1] = .code(openParentheses: max(0, openParentheses - 1))
            } else if scalar == ")" {
                frames.removeLast()
            }
        }
        isAtLineStart = false
    }

    // MARK: Cursor

    /// Returns the byte at a distance, or 0 after the end.
    private func peek(_ distance: Int = 0) -> Unicode.Scalar {
        index + distance < bytes.count ? Unicode.Scalar(bytes[index + distance]) : "\0"
    }

    private func isNext(_ first: Unicode.Scalar, _ second: Unicode.Scalar) -> Bool {
        peek() == first && peek(1) == second
    }

    private func hasRun(of scalar: Unicode.Scalar, count: Int, at distance: Int) -> Bool {
        (0..<count).allSatisfy { peek(distance + $0) == scalar }
    }

    private var isAtNewline: Bool { peek() == "\n" || peek() == "\r" }

    /// The length of the line continuation of Objective-C that begins here (a backslash and the line break), or 0.
    private var splice: Int {
        guard language == .objectiveC, peek() == "\\", peek(1) == "\n" || peek(1) == "\r" else { return 0 }
        return peek(1) == "\r" && peek(2) == "\n" ? 3 : 2
    }

    private mutating func advance(_ count: Int = 1) {
        for _ in 0..<count where index < bytes.count {
            let scalar = peek()
            index += 1
            if scalar == "\n" || (scalar == "\r" && peek() != "\n") {
                line += 1
                lineStart = index
            }
        }
    }

    /// Advances over matching characters and returns their text.
    @discardableResult
    private mutating func take(while condition: (Unicode.Scalar) -> Bool) -> String {
        let start = index
        while index < bytes.count, condition(peek()) { advance() }
        return String(decoding: bytes[start..<index], as: UTF8.self)
    }

    private mutating func emit(
        _ kind: SourceToken.Kind,
        text: String? = nil,
        over scan: (inout SourceTokenizer) -> Void
    ) {
        let (start, line, column) = (index, line, index - lineStart + 1)
        scan(&self)
        guard !conditions.contains(true) else { return }
        let text = text ?? String(decoding: bytes[start..<index], as: UTF8.self)
        tokens.append(SourceToken(kind: kind, text: text, line: line, column: column))
    }

    // MARK: Comments

    private mutating func skipLine() {
        while index < bytes.count, !isAtNewline { advance(max(1, splice)) }
    }

    /// Skips a comment; those of Swift nest.
    private mutating func skipComment() {
        var depth = 0
        repeat {
            if isNext("/", "*"), language == .swift || depth == 0 {
                depth += 1
                advance(2)
            } else if isNext("*", "/") {
                depth -= 1
                advance(2)
            } else {
                advance()
            }
        } while depth > 0 && index < bytes.count
    }

    // MARK: Words

    private mutating func scanQuotedIdentifier() {
        let (line, column) = (line, index - lineStart + 1)
        advance()
        let text = take { $0 != "`" && $0 != "\n" }
        tokens.append(SourceToken(kind: .identifier, text: text, line: line, column: column))
        if peek() == "`" { advance() }
    }

    private mutating func scanNumber() {
        emit(.number) { cursor in
            repeat {
                cursor.advance()
                cursor.take(while: \.continuesIdentifier)
            } while (cursor.peek() == "." && ("0"..."9").contains(cursor.peek(1)))
                || (cursor.language == .objectiveC && cursor.peek() == "'" && cursor.peek(1).continuesIdentifier)
        }
    }

    // MARK: Literals

    private mutating func openString(_ quote: Unicode.Scalar, hashes: Int) {
        emit(.literal, text: "") { cursor in
            cursor.advance(hashes)
            let isMultiline = cursor.language == .swift && cursor.opensMultilineString(hashes: hashes)
            let count = isMultiline ? 3 : 1
            cursor.advance(count)
            cursor.frames.append(.string(quote: quote, count: count, hashes: hashes))
        }
    }

    /// Distinguishes a multiline literal from the raw literal `#"""#`, which contains one quotation mark.
    private func opensMultilineString(hashes: Int) -> Bool {
        guard hasRun(of: "\"", count: 3, at: 0) else { return false }
        var distance = 3
        while peek(distance) == " " || peek(distance) == "\t" { distance += 1 }
        return hashes == 0 || peek(distance) == "\n" || peek(distance) == "\r"
    }

    /// Reads one step of a string literal; an unterminated one ends with its line.
    private mutating func scanString(_ quote: Unicode.Scalar, count: Int, hashes: Int) {
        if hasRun(of: quote, count: count, at: 0), hasRun(of: "#", count: hashes, at: count) {
            advance(count + hashes)
            frames.removeLast()
        } else if isAtNewline, count == 1 {
            frames.removeLast()
        } else if splice > 0 {
            advance(splice)
        } else if peek() == "\\", hasRun(of: "#", count: hashes, at: 1) {
            advance(1 + hashes)
            if language == .swift, peek() == "(" {
                emit(.symbol) { $0.advance() }
                frames.append(.code(openParentheses: 0))
            } else if !isAtNewline {
                advance()
            }
        } else {
            advance()
        }
    }

    // MARK: Preprocessor

    private mutating func scanDirective() {
        let (line, column) = (line, index - lineStart + 1)
        advance()
        take(while: \.isBlank)
        switch take(while: \.continuesIdentifier) {
        case "import", "include", "include_next": return scanInclude(line: line, column: column)
        case "if":
            let start = index
            skipLine()
            let condition = String(decoding: bytes[start..<index], as: UTF8.self).prefix { $0 != "/" }
            conditions.append(condition.filter { !$0.isWhitespace && $0 != "(" && $0 != ")" } == "0")
        case "ifdef", "ifndef": conditions.append(false)
        case "else", "elif": if !conditions.isEmpty { conditions[conditions.count - 1] = false }
        case "endif": _ = conditions.popLast()
        case "pragma", "error", "warning", "line", "ident": break
        default: return
        }
        skipLine()
    }

    private mutating func scanInclude(line: Int, column: Int) {
        take(while: \.isBlank)
        guard peek() == "\"" || peek() == "<" else { return }
        let closing: Unicode.Scalar = peek() == "\"" ? "\"" : ">"
        advance()
        let path = take { $0 != closing && $0 != "\n" && $0 != "\r" }
        if !conditions.contains(true) {
            let kind = SourceToken.Kind.include(isQuoted: closing == "\"")
            tokens.append(SourceToken(kind: kind, text: path, line: line, column: column))
        }
        skipLine()
    }
}

extension Unicode.Scalar {
    fileprivate var isBlank: Bool { self == " " || self == "\t" }

    fileprivate var startsIdentifier: Bool {
        ("a"..."z").contains(self) || ("A"..."Z").contains(self) || self == "_" || self == "$" || value >= 0x80
    }

    fileprivate var continuesIdentifier: Bool { startsIdentifier || ("0"..."9").contains(self) }
}
