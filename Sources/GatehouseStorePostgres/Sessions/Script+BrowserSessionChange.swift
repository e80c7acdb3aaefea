import GatehouseStore

extension Script {
    mutating func append(_ change: BrowserSessionChange) throws(StoreError) {
        switch change {
        case .insert(let session):
            insert(
                into: "browser_sessions",
                [
                    "id": session.id.rawValue,
                    "secret_hash": session.secretHash,
                    "account_id": session.accountID.rawValue,
                    "authenticated_at": session.authenticatedAt.milliseconds,
                    "methods": try StoredJSON.text(session.methods),
                    "created_at": session.createdAt.milliseconds,
                    "expires_at": session.expiresAt.milliseconds,
                    "ended_at": session.endedAt?.milliseconds,
                ],
                where: "EXISTS (SELECT 1 FROM account)",
                given: [Self.account(session.accountID)]
            )
        case .renew(let session):
            update(
                "browser_sessions",
                [
                    "secret_hash": session.secretHash,
                    "authenticated_at": session.authenticatedAt.milliseconds,
                    "methods": try StoredJSON.text(session.methods),
                    "expires_at": session.expiresAt.milliseconds,
                ],
                where: """
                    id = \(session.id.rawValue) AND account_id = \(session.accountID.rawValue) AND ended_at IS NULL
                    """
            )
        case .end(let id, let date):
            run(
                """
                UPDATE browser_sessions SET ended_at = \(date.milliseconds)
                WHERE id = \(id.rawValue) AND ended_at IS NULL
                """
            )
        case .endAll(account: let id, let date):
            run(
                """
                UPDATE browser_sessions SET ended_at = \(date.milliseconds)
                WHERE account_id = \(id.rawValue) AND ended_at IS NULL
                """
            )
        }
    }

    /// The account, held as it is until the commit is done.
    ///
    /// Whoever ends all that an account has alters the account first. Were it not held, a session that another node is just putting in would
    /// be seen by neither.
    static func account(_ id: Account.ID) -> SQL {
        "account AS (SELECT 1 FROM accounts WHERE id = \(id.rawValue) FOR SHARE)"
    }
}
