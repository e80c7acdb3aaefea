import Foundation
import GatehouseStore

/// One input's surroundings: the transaction it is for, the browser and the network it came from, and the time.
struct TransactionRequest: Sendable {
    let transaction: Transaction
    /// The language to write mail in.
    let language: Language
    /// `nil` where an app asks.
    let browser: BrowserContext?
    /// Where an app asks; `nil` where a browser does.
    var endpoint: NativeEndpoint?
    let context: RequestContext
    let now: Date
    /// Whether it has been answered before, but the answer was lost.
    var isLate = false

    var client: Client { transaction.client }
    var purpose: TransactionPurpose { transaction.state.purpose }
}

extension AccountCall {
    /// Creates the call for an operation that the transaction's proof authorises.
    init(_ request: TransactionRequest) {
        self.init(
            client: request.client,
            language: request.language,
            authority: .app,
            context: request.context
        )
    }
}
