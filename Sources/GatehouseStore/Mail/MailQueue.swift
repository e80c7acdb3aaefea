package import Foundation

/// Hands out mail to be sent.
package protocol MailQueue: Sendable {
    /// Takes up to `limit` mails that are due, oldest first, and hides them from every other caller until `until`;
    /// whoever took them settles each with ``MailChange/remove(_:)`` or ``MailChange/postpone(_:attempts:until:)``.
    func takeDueMail(at now: Date, until: Date, limit: Int) async throws(StoreError) -> [QueuedMail]
    /// When the next mail is due; `nil` when the queue is empty.
    func nextMailDue() async throws(StoreError) -> Date?
}
