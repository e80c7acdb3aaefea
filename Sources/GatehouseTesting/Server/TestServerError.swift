/// Why a ``TestServer`` cannot do what a test asks of it: the test names what is not there, or what cannot be.
public struct TestServerError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What is wrong, in words.
    public let description: String

    init(_ description: String) {
        self.description = description
    }
}
