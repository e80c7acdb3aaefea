package import Foundation

/// A sign-up, sign-in, reset or consent under way.
///
/// The store keeps its state without reading it.
package struct TransactionRecord: Sendable, Equatable {
    package typealias ID = TypedID<TransactionRecord>

    package let id: ID
    /// Grows by one with every advance; an advance conflicts unless it names the next number.
    package var revision: Int
    /// The engine's state, encoded by the engine.
    package var state: Data
    package let createdAt: Date
    package var expiresAt: Date {
        didSet { expiresAt = expiresAt.flooredToMilliseconds }
    }
    /// Set once, when the transaction has given what it was for; a finished transaction cannot be advanced.
    package var finishedAt: Date? {
        didSet { finishedAt = finishedAt?.flooredToMilliseconds }
    }

    package init(id: ID, revision: Int = 1, state: Data, createdAt: Date, expiresAt: Date, finishedAt: Date? = nil) {
        self.id = id
        self.revision = revision
        self.state = state
        self.createdAt = createdAt.flooredToMilliseconds
        self.expiresAt = expiresAt.flooredToMilliseconds
        self.finishedAt = finishedAt?.flooredToMilliseconds
    }
}
