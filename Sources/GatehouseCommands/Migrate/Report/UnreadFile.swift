/// A file or folder that could not be read, and why.
package struct UnreadFile: Sendable, Equatable, Encodable {
    package let file: String
    /// As a sentence.
    package let reason: String
}
