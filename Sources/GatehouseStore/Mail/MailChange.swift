package import Foundation

/// Writes to the mail queue.
package enum MailChange: Sendable, Equatable {
    /// Conflicts when the id exists.
    case enqueue(QueuedMail)
    /// It was sent, refused for good, or expired; does nothing when it is gone.
    case remove(QueuedMail.ID)
    /// It is to be tried again; does nothing when it is gone.
    case postpone(QueuedMail.ID, attempts: Int, until: Date)
}
