package import Foundation

/// One mail, ready to be encoded and sent.
package struct MailMessage: Sendable, Equatable, Codable {
    /// The sender's address, with or without a display name.
    package let from: String
    /// The recipient's address.
    package let to: String
    package let subject: String
    /// The `text/plain` part.
    package let text: String
    /// The `text/html` part.
    package let html: String
    /// The message's identifier without its angle brackets: the same at every attempt, so that a mail sent twice is seen once.
    package let messageID: String
    package let date: Date

    package init(from: String, to: String, subject: String, text: String, html: String, messageID: String, date: Date) {
        self.from = from
        self.to = to
        self.subject = subject
        self.text = text
        self.html = html
        self.messageID = messageID
        self.date = date
    }
}
