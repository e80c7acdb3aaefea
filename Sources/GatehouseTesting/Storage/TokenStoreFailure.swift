/// What a store did not do as it promises.
public struct TokenStoreFailure: Error, Sendable, CustomStringConvertible {
    /// What was expected, in words.
    public let description: String

    init(_ description: String) {
        self.description = description
    }
}
