package import Foundation

/// The messages of one kind that are not delivered.
package struct MessageBacklog: Sendable, Equatable {
    package let kind: QueuedMessage.Kind
    package let count: Int
    /// The creation of the oldest message.
    package let oldest: Date

    package init(kind: QueuedMessage.Kind, count: Int, oldest: Date) {
        self.kind = kind
        self.count = count
        self.oldest = oldest
    }
}

/// Reads numbers that operators watch.
package protocol StatisticsReader: Sendable {
    /// Returns the messages that are not delivered, for each kind that has any, in any order.
    ///
    /// - Throws: ``StoreError/unavailable(_:)``.
    func messageBacklog() async throws(StoreError) -> [MessageBacklog]

    /// Returns the number of sessions, ended ones that are kept included; an estimate where counting is expensive.
    ///
    /// - Throws: ``StoreError/unavailable(_:)``.
    func estimatedSessionCount() async throws(StoreError) -> Int
}
