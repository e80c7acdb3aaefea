import GatehouseWire

/// Kii's validation rules, applied before any request.
enum InputValidation {
    static func isUsername(_ text: String) -> Bool {
        3...64 ~= text.utf8.count && text.utf8.allSatisfy { $0.isLetterOrDigit || "-_.".utf8.contains($0) }
    }

    /// Returns whether the text can be a new password: 4 to 50 printable ASCII characters.
    ///
    /// The server's password policy may be stricter.
    static func isPassword(_ text: String) -> Bool {
        4...50 ~= text.utf8.count && text.utf8.allSatisfy { 0x20...0x7E ~= $0 }
    }

    static func isEmail(_ text: String) -> Bool {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        return parts.count == 2 && !parts.contains("") && !text.contains { $0.isWhitespace || $0.isNewline }
    }

    /// Returns whether the text can be an international phone number: 7 to 20 digits, optionally after a plus sign.
    static func isPhone(_ text: String) -> Bool {
        let digits = text.hasPrefix("+") ? text.dropFirst() : text[...]
        return 7...20 ~= digits.utf8.count && digits.utf8.allSatisfy(\.isDigit)
    }

    /// Returns whether the text can be a phone number in national format.
    static func isLocalPhone(_ text: String) -> Bool {
        text.utf8.count >= 7 && text.utf8.allSatisfy(\.isDigit)
    }

    static func isCountry(_ text: String) -> Bool {
        text.utf8.count == 2 && text.utf8.allSatisfy { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 }
    }

    static func isDisplayName(_ text: String) -> Bool {
        1...50 ~= text.count
    }
}

extension UInt8 {
    fileprivate var isDigit: Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= self }

    fileprivate var isLetterOrDigit: Bool {
        isDigit || UInt8(ascii: "a")...UInt8(ascii: "z") ~= self || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= self
    }
}
