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
