package import Foundation

/// An email or SMS message to be delivered.
package struct QueuedMessage: Sendable, Equatable {
    package typealias ID = TypedID<QueuedMessage>

    package let id: ID
    /// The message, sealed under the server's key file with the identifier as associated data, because it contains a
    /// code.
    package let sealedMessage: Data
    package let createdAt: Date
    /// The number of delivery attempts.
    package var attempts: Int
    package var nextAttemptAt: Date {
        didSet { nextAttemptAt = nextAttemptAt.flooredToMilliseconds }
    }
    /// The time after which the message is useless, because its code has expired.
    package let expiresAt: Date

    package init(
        id: ID,
        sealedMessage: Data,
        createdAt: Date,
        attempts: Int = 0,
        nextAttemptAt: Date,
        expiresAt: Date
    ) {
        self.id = id
        self.sealedMessage = sealedMessage
        self.createdAt = createdAt.flooredToMilliseconds
        self.attempts = attempts
        self.nextAttemptAt = nextAttemptAt.flooredToMilliseconds
        self.expiresAt = expiresAt.flooredToMilliseconds
    }
}

/// Leases messages for delivery.
package protocol MessageQueue: Sendable {
    /// Leases up to `limit` due messages, including expired ones, oldest first, and hides them from other callers until
    /// `until`. The caller settles each with ``MessageChange/remove(_:)`` or
    /// ``MessageChange/postpone(_:attempts:until:)``.
    func leaseDueMessages(at now: Date, until: Date, limit: Int) async throws(StoreError) -> [QueuedMessage]
    /// Returns the time when the next message is due, or its lease ends; `nil` if the queue is empty.
    func nextMessageDue() async throws(StoreError) -> Date?
}
