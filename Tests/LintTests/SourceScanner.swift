/// A scanner that separates code from comments, string literals and regular expressions.
struct SourceScanner {
    private let bytes: [UInt8]
    private var index = 0
    private var line = 1
    private var output: [UInt8] = []
    private(set) var literals: [(line: Int, value: String)] = []
    private(set) var comments: [(line: Int, text: String)] = []

    init(_ text: String) {
        bytes = Array(text.utf8)
        output.reserveCapacity(bytes.count)
    }

    var code: String {
        String(decoding: output, as: UTF8.self)
    }

    mutating func scan() {
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "/") where starts("//"): blankLine()
            case UInt8(ascii: "/") where starts("/*"): blankBlockComment()
            case UInt8(ascii: "\""): blankLiteral()
            case UInt8(ascii: "#") where startsRawLiteral: blankLiteral()
            case UInt8(ascii: "/") where startsRegex: blankRegex()
            default: keep()
            }
        }
    }

    private func starts(_ prefix: StaticString) -> Bool {
        guard index + prefix.utf8CodeUnitCount <= bytes.count else { return false }
        return prefix.withUTF8Buffer { prefix in
            prefix.indices.allSatisfy { unsafe bytes[index + $0] == prefix[$0] }
        }
    }

    private var startsRawLiteral: Bool {
        bytes[index...].first { $0 != UInt8(ascii: "#") } == UInt8(ascii: "\"")
    }

    /// Whether a slash starts a regular expression: an expression is expected, and the line has another slash.
    private var startsRegex: Bool {
        let previous = output.last { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\n") }
        guard let previous, "(,:=[{!".utf8.contains(previous), let length = regexLength else { return false }
        return length > 2 && bytes[index + 1] != UInt8(ascii: " ")
    }

    /// The length of the regular expression that starts here, with its slashes; `nil` if it does not end on the line.
    private var regexLength: Int? {
        var position = index + 1
        while position < bytes.count, bytes[position] != UInt8(ascii: "\n") {
            if bytes[position] == UInt8(ascii: "/") { return position - index + 1 }
            position += bytes[position] == UInt8(ascii: "\\") ? 2 : 1
        }
        return nil
    }

    private mutating func blankRegex() {
        for _ in 0..<(regexLength ?? 1) { blankOne() }
    }

    private mutating func keep() {
        if bytes[index] == UInt8(ascii: "\n") { line += 1 }
        output.append(bytes[index])
        index += 1
    }

    private mutating func blankOne() {
        if bytes[index] == UInt8(ascii: "\n") {
            keep()
        } else {
            output.append(UInt8(ascii: " "))
            index += 1
        }
    }

    private mutating func blankLine() {
        let start = index
        while index < bytes.count, bytes[index] != UInt8(ascii: "\n") { blankOne() }
        comments.append((line, String(decoding: bytes[start..<index], as: UTF8.self)))
    }

    private mutating func blankBlockComment() {
        let (start, firstLine) = (index, line)
        var depth = 0
        repeat {
            if starts("/*") {
                depth += 1
                blankOne()
            } else if starts("*/") {
                depth -= 1
                blankOne()
            }
            blankOne()
        } while depth > 0 && index < bytes.count
        comments.append((firstLine, String(decoding: bytes[start..<index], as: UTF8.self)))
    }

    /// Blanks a literal of any form; the code inside an interpolation goes with it.
    private mutating func blankLiteral() {
        var hashes = 0
        while starts("#") {
            hashes += 1
            blankOne()
        }
        let quotes = starts("\"\"\"") ? 3 : 1
        let firstLine = line
        for _ in 0..<quotes { keep() }
        let start = index
        var interpolates = false
        while index < bytes.count, !closes(quotes: quotes, hashes: hashes) {
            if starts("\\") && escapes(hashes: hashes) {
                for _ in 0...hashes { blankOne() }
                if starts("(") {
                    interpolates = true
                    blankInterpolation()
                } else if index < bytes.count {
                    blankOne()
                }
            } else {
                blankOne()
            }
        }
        if quotes == 1, !interpolates, index <= bytes.count {
            literals.append((firstLine, String(decoding: bytes[start..<index], as: UTF8.self)))
        }
        for _ in 0..<(quotes + hashes) where index < bytes.count { keep() }
    }

    private func closes(quotes: Int, hashes: Int) -> Bool {
        guard starts("\""), index + quotes + hashes <= bytes.count else { return false }
        return (0..<quotes).allSatisfy { bytes[index + $0] == UInt8(ascii: "\"") }
            && (0..<hashes).allSatisfy { bytes[index + quotes + $0] == UInt8(ascii: "#") }
    }

    private func escapes(hashes: Int) -> Bool {
        bytes[(index + 1)...].prefix(hashes).elementsEqual(repeatElement(UInt8(ascii: "#"), count: hashes))
    }

    private mutating func blankInterpolation() {
        var depth = 0
        repeat {
            if starts("(") { depth += 1 }
            if starts(")") { depth -= 1 }
            if starts("\"") {
                blankLiteral()
            } else {
                blankOne()
            }
        } while depth > 0 && index < bytes.count
    }
}
