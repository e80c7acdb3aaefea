package import Foundation

/// Hands out mail to be sent.
package protocol MailQueue: Sendable {
    /// Takes up to `limit` mails that are due, expired ones too, oldest first, and hides them from every other caller until `until`;
    /// whoever took them settles each with ``MailChange/remove(_:)`` or ``MailChange/postpone(_:attempts:until:)``.
    func takeDueMail(at now: Date, until: Date, limit: Int) async throws(StoreError) -> [QueuedMail]
    /// When the next mail is due, a hidden one when it shows again; `nil` when the queue is empty.
    func nextMailDue() async throws(StoreError) -> Date?
}
