/// The text that a user enters as a code.
enum TypedCode {
    /// The size above which no text is a code, with generous separators; longer text is not searched for one.
    private static let maximumSize = 100

    /// Returns the text without white space and dashes, which users type or paste.
    static func withoutSeparators(_ typed: String) -> String { typed.filter { !$0.isWhitespace && $0 != "-" } }

    /// Returns the ASCII digits of a code.
    ///
    /// - Returns: `nil` if the text has another number of digits, or other characters besides separators.
    static func digits(_ typed: String, count: Int) -> String? {
        guard let code = limited(typed), code.utf8.count == count else { return nil }
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        return code.utf8.allSatisfy(digits.contains) ? code : nil
    }

    /// Returns the text without separators; `nil` if it is too long to be a code.
    static func limited(_ typed: String) -> String? {
        typed.utf8.count <= maximumSize ? withoutSeparators(typed) : nil
    }
}
