package import Foundation

/// An email, SMS, logout request or audit event to be delivered.
package struct QueuedMessage: Sendable, Equatable {
    package typealias ID = TypedID<QueuedMessage>

    /// The kinds of messages, each of which is a queue of its own, so that no kind delays another.
    package enum Kind: String, Sendable, CaseIterable {
        /// An email or SMS.
        case message
        /// A logout request to a client that an operator vouches for.
        case logout
        /// A logout request to another client, which may have named any host.
        case unverifiedLogout = "unverified-logout"
        /// An audit event to a receiver of the configuration file.
        case event
    }

    package let id: ID
    package let kind: Kind
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
        kind: Kind = .message,
        sealedMessage: Data,
        createdAt: Date,
        attempts: Int = 0,
        nextAttemptAt: Date,
        expiresAt: Date
    ) {
        self.id = id
        self.kind = kind
        self.sealedMessage = sealedMessage
        self.createdAt = createdAt.flooredToMilliseconds
        self.attempts = attempts
        self.nextAttemptAt = nextAttemptAt.flooredToMilliseconds
        self.expiresAt = expiresAt.flooredToMilliseconds
    }
}

/// Leases messages for delivery.
package protocol MessageQueue: Sendable {
    /// Leases the messages of a kind that have been due for the longest time, including expired ones, and hides them
    /// from other callers.
    ///
    /// The caller settles each with ``MessageChange/remove(_:)`` or ``MessageChange/postpone(_:attempts:until:)``.
    ///
    /// - Parameters:
    ///   - kind: The kind.
    ///   - now: The current time.
    ///   - until: The end of the lease.
    ///   - limit: The maximum number of messages.
    /// - Returns: The messages, oldest first.
    /// - Throws: ``StoreError/unavailable(_:)``.
    func leaseDueMessages(
        _ kind: QueuedMessage.Kind,
        at now: Date,
        until: Date,
        limit: Int
    ) async throws(StoreError) -> [QueuedMessage]
    /// Returns the time when the next message of any kind is due, or its lease ends; `nil` if there is none.
    func nextMessageDue() async throws(StoreError) -> Date?
}
