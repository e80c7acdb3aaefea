package import Foundation

/// A mail that has to go out.
package struct QueuedMail: Sendable, Equatable {
    package typealias ID = TypedID<QueuedMail>

    package let id: ID
    /// The message, sealed under the server's key file with the id as associated data, because it carries a code.
    package let sealedMessage: Data
    package let createdAt: Date
    /// How often it was tried.
    package var attempts: Int
    package var nextAttemptAt: Date {
        didSet { nextAttemptAt = nextAttemptAt.flooredToMilliseconds }
    }
    /// After this it is of no use any more: its code has expired.
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
