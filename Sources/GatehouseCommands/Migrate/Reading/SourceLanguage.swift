import Foundation

/// A source language.
package enum SourceLanguage: Sendable, Equatable {
    case swift
    case objectiveC

    /// Returns the language of a file, or `nil` if its extension is none of `.swift`, `.m`, `.mm`, `.h` and `.pch`.
    package init?(fileName: String) {
        switch (fileName as NSString).pathExtension.lowercased() {
        case "swift": self = .swift
        case "m", "mm", "h", "pch": self = .objectiveC
        default: return nil
        }
    }

    /// Returns the tokens of a file, without its comments and the text of its string literals.
    package func tokens(of bytes: [UInt8]) -> [SourceToken] {
        switch self {
        case .swift:
            var tokenizer = SwiftTokenizer(bytes)
            return tokenizer.scan()
        case .objectiveC:
            var tokenizer = ObjectiveCTokenizer(bytes)
            return tokenizer.scan()
        }
    }
}
