/// What a mail says: its subject, and its body twice.
package struct MailContent: Sendable, Hashable {
    /// One line, without control characters.
    package var subject: String
    /// The `text/plain` part.
    package var text: String
    /// The `text/html` part: a whole document that loads nothing.
    package var html: String
}
