/// Text from the network that does not have the shape it must have.
public struct WireError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What is wrong, without any of the values received.
    public let message: String

    /// An error with a message.
    ///
    /// - Parameter message: What is wrong, without any of the values received.
    public init(_ message: String) {
        self.message = message
    }

    /// What is wrong.
    public var description: String { message }
}
