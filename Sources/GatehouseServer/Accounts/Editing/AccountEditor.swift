import GatehouseStore

/// Everything that an app without pages of the server does to accounts: each function is one commit, or nothing.
///
/// Who may do it is the caller's to know: a person to their own account, an administrator to the accounts of their app
/// (``manages(_:_:)``). What is proven, what is taken and what is too much is decided here, for all doors alike.
package struct AccountEditor: Sendable {
    let engine: TransactionEngine

    var core: ServerCore { engine.core }

    package init(engine: TransactionEngine) {
        self.engine = engine
    }
}
