/// The smallest piece of code that means something, and where it stands.
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
    /// Counted from 1.
    package let line: Int
    /// Counted from 1 in bytes of UTF-8, as compilers do.
    package let column: Int
}
