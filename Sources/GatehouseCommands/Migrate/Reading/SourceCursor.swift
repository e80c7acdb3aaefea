/// A position in the bytes of a source file, with its line and column.
struct SourceCursor {
    let bytes: [UInt8]
    private(set) var index = 0
    private(set) var line = 1
    private var lineStart = 0

    /// Starts after a byte order mark.
    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
            index = 3
            lineStart = 3
        }
    }

    var column: Int { index - lineStart + 1 }
    var isAtEnd: Bool { index >= bytes.count }

    /// Returns the byte at a distance, or 0 after the end.
    func peek(_ distance: Int = 0) -> UInt8 {
        index + distance < bytes.count ? bytes[index + distance] : 0
    }

    func starts(with prefix: StaticString) -> Bool {
        prefix.withUTF8Buffer { prefix in
            prefix.indices.allSatisfy { unsafe index + $0 < bytes.count && bytes[index + $0] == prefix[$0] }
        }
    }

    /// Whether a line break begins here: a line feed, a carriage return, or both.
    var isAtNewline: Bool {
        peek() == UInt8(ascii: "\n") || peek() == UInt8(ascii: "\r")
    }

    mutating func advance(_ count: Int = 1) {
        for _ in 0..<count where index < bytes.count {
            let byte = bytes[index]
            index += 1
            if byte == UInt8(ascii: "\n") || (byte == UInt8(ascii: "\r") && peek() != UInt8(ascii: "\n")) {
                line += 1
                lineStart = index
            }
        }
    }

    mutating func advance(while condition: (UInt8) -> Bool) {
        while !isAtEnd, condition(peek()) { advance() }
    }

    mutating func skipLine() {
        while !isAtEnd, !isAtNewline { advance() }
    }

    /// Returns the text from an earlier index to here.
    func text(from start: Int) -> String {
        String(decoding: bytes[start..<index], as: UTF8.self)
    }

    static func startsIdentifier(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"),
            UInt8(ascii: "$"), 0x80...:
            true
        default: false
        }
    }

    static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    static func continuesIdentifier(_ byte: UInt8) -> Bool {
        startsIdentifier(byte) || isDigit(byte)
    }

    static func isSpace(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || (UInt8(ascii: "\t")...UInt8(ascii: "\r")).contains(byte)
    }
}
