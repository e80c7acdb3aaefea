package import Foundation
package import GatehouseStore

/// A transaction as a door shows it.
package struct Transaction: Sendable {
    package let id: TransactionRecord.ID
    package let state: TransactionState
    package let client: Client
    package let expiresAt: Date

    package var step: TransactionStep { state.step }
}
