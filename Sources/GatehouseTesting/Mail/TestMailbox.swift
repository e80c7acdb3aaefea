public import Foundation
import GatehouseServer

/// Everybody's mail and SMS from a ``TestServer``; whatever waits to be sent is sent before one looks.
public struct TestMailbox: Sendable {
    let server: TestServer

    /// All messages, the oldest first; the latest two hundred are kept.
    ///
    /// - Returns: The messages.
    /// - Throws: When the server's store fails.
    public func messages() async throws -> [TestMessage] {
        try await server.deliverMail()
        // By date: whoever looks at the same moment sends some of them.
        return server.delivered.all.reversed().map(TestMessage.init).sorted { $0.date < $1.date }
    }

    /// All messages to an address, the oldest first.
    ///
    /// - Parameter recipient: Whose; a number in E.164 form, such as `+819012345678`, for SMS.
    /// - Returns: The messages.
    /// - Throws: When the server's store fails.
    public func messages(to recipient: String) async throws -> [TestMessage] {
        let address = EmailAddress(recipient)?.normalized ?? PhoneNumber(international: recipient)?.e164 ?? recipient
        return try await messages().filter { $0.recipient == address }
    }

    /// The newest message to an address.
    ///
    /// - Parameter recipient: Whose; a number in E.164 form, such as `+819012345678`, for SMS.
    /// - Returns: The message; `nil` when there is none.
    /// - Throws: When the server's store fails.
    public func last(to recipient: String) async throws -> TestMessage? {
        try await messages(to: recipient).last
    }

    /// The code in the newest message to an address.
    ///
    /// - Parameter recipient: Whose; a number in E.164 form, such as `+819012345678`, for SMS.
    /// - Returns: The digits; `nil` when there is no message, or the newest has no code.
    /// - Throws: When the server's store fails.
    public func code(to recipient: String) async throws -> String? {
        try await last(to: recipient)?.code
    }

    /// The page that the newest message to an address leads to.
    ///
    /// - Parameter recipient: Whose; a number in E.164 form, such as `+819012345678`, for SMS.
    /// - Returns: The address of the page; `nil` when there is no message, or the newest leads nowhere.
    /// - Throws: When the server's store fails.
    public func link(to recipient: String) async throws -> URL? {
        try await last(to: recipient)?.link
    }
}
