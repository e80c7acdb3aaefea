public import Foundation
import GatehouseServer

/// The mail and SMS of a ``TestServer`` for all users; queued messages are delivered first.
public struct TestMailbox: Sendable {
    let server: TestServer

    /// Returns the latest two hundred messages, oldest first.
    ///
    /// - Returns: The messages.
    /// - Throws: An error if the server's store fails.
    public func messages() async throws -> [TestMessage] {
        try await server.deliverMail()
        // Sorts by date: concurrent callers may deliver messages out of order.
        return server.delivered.all.reversed().map(TestMessage.init).sorted { $0.date < $1.date }
    }

    /// Returns all messages to a recipient, oldest first.
    ///
    /// - Parameter recipient: The email address, or a phone number in E.164 form for SMS, such as `+819012345678`.
    /// - Returns: The messages.
    /// - Throws: An error if the server's store fails.
    public func messages(to recipient: String) async throws -> [TestMessage] {
        let address = EmailAddress(recipient)?.normalized ?? PhoneNumber(international: recipient)?.e164 ?? recipient
        return try await messages().filter { $0.recipient == address }
    }

    /// Returns the latest message to a recipient.
    ///
    /// - Parameter recipient: The email address, or a phone number in E.164 form for SMS, such as `+819012345678`.
    /// - Returns: The message; `nil` if there is none.
    /// - Throws: An error if the server's store fails.
    public func last(to recipient: String) async throws -> TestMessage? {
        try await messages(to: recipient).last
    }

    /// Returns the code in the latest message to a recipient.
    ///
    /// - Parameter recipient: The email address, or a phone number in E.164 form for SMS, such as `+819012345678`.
    /// - Returns: The digits; `nil` if there is no message, or the latest contains no code.
    /// - Throws: An error if the server's store fails.
    public func code(to recipient: String) async throws -> String? {
        try await last(to: recipient)?.code
    }

    /// Returns the link in the latest message to a recipient.
    ///
    /// - Parameter recipient: The email address, or a phone number in E.164 form for SMS, such as `+819012345678`.
    /// - Returns: The URL; `nil` if there is no message, or the latest contains no link.
    /// - Throws: An error if the server's store fails.
    public func link(to recipient: String) async throws -> URL? {
        try await last(to: recipient)?.link
    }
}

/// A mail or SMS sent by a ``TestServer``.
public struct TestMessage: Sendable, Hashable {
    /// The email address, or the phone number in E.164 form for SMS, such as `+819012345678`.
    public let recipient: String
    /// The subject of a mail; `nil` for SMS.
    public let subject: String?
    /// The plain text.
    public let text: String
    /// The HTML text of a mail; `nil` for SMS.
    public let html: String?
    /// The time of sending, by the server's clock.
    public let date: Date

    init(_ message: OutgoingMessage) {
        switch message {
        case .mail(let mail): (recipient, subject, text, html) = (mail.to, mail.subject, mail.text, mail.html)
        case .sms(let sms): (recipient, subject, text, html) = (sms.to, nil, sms.text, nil)
        }
        date = message.date
    }

    /// The code in the message; `nil` if there is none.
    public var code: String? {
        // In a mail the code has its own line; the app's name in the subject may be a number, too.
        guard subject == nil else { return text.firstMatch(of: /(?m)^ +([0-9]{6,10})$/).map { String($0.output.1) } }
        return text.firstMatch(of: /\b[0-9]{6,10}\b/).map { String($0.output) }
    }

    /// The link in the message; `nil` if there is none.
    public var link: URL? {
        text.firstMatch(of: /https?:\/\/\S+/).flatMap { URL(string: String($0.output)) }
    }
}

/// A mail transport that also adds messages accepted by a mail server to the mailbox.
struct MailboxRecordingTransport: EmailTransport {
    let server: any EmailTransport
    let mailbox: DevelopmentMailbox

    var sendTimeout: Duration { server.sendTimeout }

    func send(_ message: EmailMessage) async throws(DeliveryError) {
        try await server.send(message)
        try await mailbox.send(message)
    }
}
