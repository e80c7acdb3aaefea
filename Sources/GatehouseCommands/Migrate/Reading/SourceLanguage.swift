import Foundation

/// A language whose sources are read.
package enum SourceLanguage: Sendable, Equatable {
    case swift
    case objectiveC

    /// The language of a file with this name, or nothing where its ending is none of `.swift`, `.m`, `.mm`, `.h` and `.pch`.
    package init?(fileName: String) {
        switch (fileName as NSString).pathExtension.lowercased() {
        case "swift": self = .swift
        case "m", "mm", "h", "pch": self = .objectiveC
        default: return nil
        }
    }

    /// What a file with these bytes consists of, without its comments and the text of its string literals.
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
