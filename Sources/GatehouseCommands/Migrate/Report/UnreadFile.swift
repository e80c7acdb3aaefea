/// A file or folder that could not be read, with the reason.
package struct UnreadFile: Sendable, Equatable, Encodable {
    package let file: String
    /// The reason, as a sentence.
    package let reason: String
}
