import Foundation

/// The declarations of a file that the shape rules check, parsed from its code without comments and literals.
struct Declarations {
    /// A top-level type or extension.
    struct TypeBlock {
        /// The outermost type: `A` for an extension of `A.B`.
        let name: String
        let isExtension: Bool
        let lineCount: Int
    }

    struct Function {
        let name: String
        let line: Int
        let lineCount: Int
        let parameterCount: Int
        let unlabelledCount: Int
    }

    private static let typeKeywords: Set<String> = ["struct", "class", "enum", "actor", "protocol", "extension"]

    private(set) var types: [TypeBlock] = []
    private(set) var functions: [Function] = []

    private let bytes: [UInt8]
    /// The line number of each byte, starting at 1.
    private let lines: [Int]

    init(code: String) {
        bytes = Array(code.utf8)
        var line = 1
        lines = bytes.map { byte in
            defer { if byte == UInt8(ascii: "\n") { line += 1 } }
            return line
        }
        scan()
    }

    private mutating func scan() {
        var depth = 0
        var index = 0
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "{"): depth += 1
            case UInt8(ascii: "}"): depth -= 1
            case let byte where Self.isWord(byte):
                let end = bytes[index...].firstIndex { !Self.isWord($0) } ?? bytes.count
                let word = String(decoding: bytes[index..<end], as: UTF8.self)
                if word == "func" { readFunction(at: index, after: end) }
                if depth == 0, Self.typeKeywords.contains(word), !isImport(before: index) {
                    readType(at: index, after: end, isExtension: word == "extension")
                }
                index = end
                continue
            default: break
            }
            index += 1
        }
    }

    /// Returns whether the keyword at a position belongs to an import, as in `import enum Module.Type`.
    private func isImport(before index: Int) -> Bool {
        let line = bytes[..<index].reversed().prefix { $0 != UInt8(ascii: "\n") }
        return line.starts(with: " tropmi".utf8)
    }

    private mutating func readType(at start: Int, after keyword: Int, isExtension: Bool) {
        let name = bytes[keyword...].drop { $0 == UInt8(ascii: " ") }.prefix { Self.isWord($0) }
        guard !name.isEmpty, let open = bytes[keyword...].firstIndex(of: UInt8(ascii: "{")) else { return }
        let count = lines[closing(open)] - lines[start] + 1
        types.append(TypeBlock(name: String(decoding: name, as: UTF8.self), isExtension: isExtension, lineCount: count))
    }

    private mutating func readFunction(at start: Int, after keyword: Int) {
        guard let open = bytes[keyword...].firstIndex(of: UInt8(ascii: "(")) else { return }
        // Operator names such as `==` are not relevant to any rule.
        let name = bytes[keyword..<open].prefix { $0 != UInt8(ascii: "<") }
        let close = closing(open)
        let parameters = Self.parameters(of: bytes[(open + 1)..<close])
        functions.append(
            Function(
                name: String(decoding: name, as: UTF8.self).trimmingPrefix(" ").description,
                line: lines[start],
                lineCount: lines[end(ofSignatureFrom: close)] - lines[start] + 1,
                parameterCount: parameters.count,
                unlabelledCount: parameters.count { $0.hasPrefix("_ ") }
            )
        )
    }

    /// Returns the last byte of a function: the closing brace of its body, or the end of a requirement's line.
    private func end(ofSignatureFrom close: Int) -> Int {
        var depth = 0
        for index in close..<bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "("), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: ")"), UInt8(ascii: "]"): depth -= 1
            case UInt8(ascii: "{"): return closing(index)
            case UInt8(ascii: "}"): return index
            case UInt8(ascii: "\n") where depth <= 0 && isFollowedByDeclaration(index): return index
            default: break
            }
        }
        return bytes.count - 1
    }

    /// Returns whether another declaration follows a line break, so that a signature without a body has ended.
    private func isFollowedByDeclaration(_ lineBreak: Int) -> Bool {
        let rest = bytes[(lineBreak + 1)...].drop { $0 == UInt8(ascii: " ") }
        let continuations = ["async", "throws", "->", "where", "{"]
        return !continuations.contains { rest.starts(with: Array($0.utf8)) }
    }

    /// Returns the index of the matching closing bracket, or the last byte.
    private func closing(_ open: Int) -> Int {
        let opening = bytes[open]
        let closing = opening == UInt8(ascii: "{") ? UInt8(ascii: "}") : UInt8(ascii: ")")
        var depth = 0
        for index in open..<bytes.count {
            if bytes[index] == opening { depth += 1 }
            if bytes[index] == closing { depth -= 1 }
            if depth == 0 { return index }
        }
        return bytes.count - 1
    }

    private static func parameters(of list: ArraySlice<UInt8>) -> [String] {
        var parameters: [[UInt8]] = [[]]
        var depth = 0
        var previous: UInt8 = 0
        for byte in list {
            switch byte {
            case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"), UInt8(ascii: "<"): depth += 1
            case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
            case UInt8(ascii: ">") where previous != UInt8(ascii: "-"): depth -= 1
            default: break
            }
            if byte == UInt8(ascii: ","), depth == 0 {
                parameters.append([])
            } else {
                parameters[parameters.count - 1].append(byte)
            }
            previous = byte
        }
        return parameters.map { String(decoding: $0, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines) }
            .filter { !$0.isEmpty }
    }

    static func isWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
