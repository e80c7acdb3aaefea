/// A challenge of a `WWW-Authenticate` field with any scheme (RFC 9110 §11.6.1).
package struct HTTPChallenge: Sendable, Hashable {
    /// The scheme, in lower case.
    package let scheme: String
    /// The parameters, by name in lower case; empty for a scheme with a `token68`.
    package let parameters: [String: String]

    package init(scheme: String, parameters: [String: String]) {
        self.scheme = scheme
        self.parameters = parameters
    }

    /// Returns the challenges of a field value, up to the first malformed one.
    ///
    /// - Parameter field: The value, or several values of one response joined by commas.
    /// - Returns: The challenges in the order of the field.
    package static func list(parsing field: String) -> [HTTPChallenge] {
        var reader = Reader(remaining: field.utf8[...])
        var challenges: [HTTPChallenge] = []
        while let challenge = reader.challenge() { challenges.append(challenge) }
        return challenges
    }
}

extension HTTPChallenge {
    /// A reader of the field's grammar.
    private struct Reader {
        var remaining: Substring.UTF8View

        mutating func challenge() -> HTTPChallenge? {
            skip { $0.isSpace || $0 == UInt8(ascii: ",") }
            guard let scheme = token() else { return nil }
            var parameters: [String: String] = [:]
            if !skipToken68() {
                while let (name, value) = parameter() { parameters[name] = parameters[name] ?? value }
            }
            return HTTPChallenge(scheme: scheme.lowercased(), parameters: parameters)
        }

        /// Reads a parameter; nothing if the next challenge follows.
        private mutating func parameter() -> (name: String, value: String)? {
            let start = remaining
            skip { $0.isSpace || $0 == UInt8(ascii: ",") }
            guard let name = token(), consume("="), let value = quotedText() ?? token() else {
                remaining = start
                return nil
            }
            return (name.lowercased(), value)
        }

        /// Skips the `token68` of a scheme without parameters, such as `Negotiate`.
        private mutating func skipToken68() -> Bool {
            let start = remaining
            skip { $0.isSpace }
            let text = remaining.prefix { $0.isTokenCharacter || $0 == UInt8(ascii: "/") }
            remaining = remaining.dropFirst(text.count)
            skip { $0 == UInt8(ascii: "=") }
            skip { $0.isSpace }
            guard !text.isEmpty, remaining.first.map({ $0 == UInt8(ascii: ",") }) ?? true else {
                remaining = start
                return false
            }
            return true
        }

        private mutating func token() -> String? {
            let text = remaining.prefix { $0.isTokenCharacter }
            remaining = remaining.dropFirst(text.count)
            return text.isEmpty ? nil : String(Substring(text))
        }

        private mutating func quotedText() -> String? {
            guard remaining.first == UInt8(ascii: "\"") else { return nil }
            var text: [UInt8] = []
            var isEscaped = false
            for (offset, byte) in remaining.enumerated().dropFirst() {
                switch byte {
                case _ where isEscaped:
                    text.append(byte)
                    isEscaped = false
                case UInt8(ascii: "\\"): isEscaped = true
                case UInt8(ascii: "\""):
                    remaining = remaining.dropFirst(offset + 1)
                    return String(validUTF8: text)
                default: text.append(byte)
                }
            }
            return nil
        }

        private mutating func consume(_ character: Unicode.Scalar) -> Bool {
            skip { $0.isSpace }
            guard remaining.first == UInt8(ascii: character) else { return false }
            remaining = remaining.dropFirst()
            skip { $0.isSpace }
            return true
        }

        private mutating func skip(while isSkipped: (UInt8) -> Bool) {
            remaining = remaining.drop(while: isSkipped)
        }
    }
}

extension UInt8 {
    fileprivate var isSpace: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") }

    /// Whether the byte may be part of a `token` (RFC 9110 §5.6.2).
    fileprivate var isTokenCharacter: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "!#$%&'*+-.^_`|~".utf8.contains(self)
        }
    }
}
