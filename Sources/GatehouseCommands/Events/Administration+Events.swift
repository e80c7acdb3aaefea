import GatehouseStore

extension Administration {
    /// The newest entries of the audit log, newest first; of one account, where an e-mail address or identifier names it.
    package func events(user name: String?, limit: Int) async throws(CommandFailure) -> [EventSummary] {
        var account: Account.ID?
        // The log outlives the account, so an identifier need not be found.
        if let name { account = name.contains("@") ? try await user(name).id : Account.ID(name) }
        let id = account
        return try await read { store throws(StoreError) in
            try await store.events(of: id, before: nil, limit: limit)
        }.map(EventSummary.init)
    }
}
