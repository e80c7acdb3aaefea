import Foundation
import GatehouseStore

/// One input's surroundings: the transaction it is for, the browser and the network it came from, and the time.
struct TransactionRequest: Sendable {
    let transaction: Transaction
    /// The language to write mail in.
    let language: Language
    let browser: BrowserContext
    let context: RequestContext
    let now: Date

    var client: Client { transaction.client }
    var purpose: TransactionPurpose { transaction.state.purpose }
}
