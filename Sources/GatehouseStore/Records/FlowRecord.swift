package import Foundation

/// A sign-up, sign-in, recovery or consent flow in progress.
///
/// The store does not interpret its state.
package struct FlowRecord: Sendable, Equatable {
    package typealias ID = TypedID<FlowRecord>

    package let id: ID
    /// The account whose deletion deletes the flow too; `nil` for a flow that may not know its account.
    package let accountID: Account.ID?
    /// The revision, which grows by one with every advance; an advance must carry the next number.
    package var revision: Int
    /// The encoded flow state.
    package var state: Data
    package let createdAt: Date
    package var expiresAt: Date {
        didSet { expiresAt = expiresAt.flooredToMilliseconds }
    }
    /// The time when the flow was completed; a completed flow cannot be advanced.
    package var finishedAt: Date? {
        didSet { finishedAt = finishedAt?.flooredToMilliseconds }
    }

    package init(
        id: ID,
        accountID: Account.ID? = nil,
        revision: Int = 1,
        state: Data,
        createdAt: Date,
        expiresAt: Date,
        finishedAt: Date? = nil
    ) {
        self.id = id
        self.accountID = accountID
        self.revision = revision
        self.state = state
        self.createdAt = createdAt.flooredToMilliseconds
        self.expiresAt = expiresAt.flooredToMilliseconds
        self.finishedAt = finishedAt?.flooredToMilliseconds
    }
}

/// Reads flows in progress.
package protocol FlowReader: Sendable {
    func flow(_ id: FlowRecord.ID) async throws(StoreError) -> FlowRecord?
}
