import Foundation

/// A source language.
package enum SourceLanguage: Sendable {
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
        var tokenizer = SourceTokenizer(bytes, in: self)
        return tokenizer.scan()
    }
}

/// A token with its position.
package struct SourceToken: Sendable, Equatable {
    package enum Kind: Sendable, Equatable {
        case identifier
        case number
        /// A string literal, a character or a regular expression; its text is not kept.
        case literal
        /// One character of punctuation.
        case symbol
        /// `#import` or `#include`; the text is the path between the quotation marks or angle brackets.
        case include(isQuoted: Bool)
    }

    package let kind: Kind
    package let text: String
    /// The line, starting at 1.
    package let line: Int
    /// The column, starting at 1, in UTF-8 bytes like compilers.
    package let column: Int
}
