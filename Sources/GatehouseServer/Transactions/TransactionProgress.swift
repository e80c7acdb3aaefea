import GatehouseStore
package import GatehouseWire

/// What came of one input.
package struct TransactionProgress: Sendable {
    package let transaction: Transaction
    /// Set when the transaction is finished.
    package let outcome: TransactionOutcome?
    /// The secret of the browser session that this step began; the browser gets it as a cookie, once.
    package let signedIn: Secret?
}
