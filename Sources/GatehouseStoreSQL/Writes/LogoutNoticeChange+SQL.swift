import GatehouseStore

extension LogoutNoticeChange {
    /// The statements of the changes.
    private enum SQL {
        static let insertion = SQLWrite.conditional(SQLText(LogoutNotice.table.insertion()))
        static let removal = SQLWrite.conditional("DELETE FROM logout_notices WHERE id = $1 AND is_due")
    }

    /// Appends the statement of the change.
    func append(to batch: inout StatementBatch) throws(StoreError) {
        switch self {
        case .insert(let notice): batch.append(SQL.insertion, try LogoutNotice.table.values(of: notice))
        case .remove(let id): batch.append(SQL.removal, [.value(id)])
        }
    }
}

/// The statements that mark logout notices as due.
///
/// Each follows the statement that ends the sessions, which waits for a concurrent insertion of such a session, so that
/// the notice of that session is visible.
enum DueLogoutNotices {
    private static let ofSession = marking("id = $1")
    private static let ofBrowser = marking("browser_session_id = $1")
    private static let ofAccount = marking("account_id = $1")
    private static let ofClient = marking("account_id = $1 AND client_id = $2")
    private static let ofBrowsers = marking("account_id = $1 AND browser_session_id IS NOT NULL")
    private static let ofOtherBrowsers = marking("account_id = $1 AND browser_session_id <> $2")
    /// Excludes the notices by which a client would end the kept session as well.
    private static let ofOtherSessions = marking(
        """
        account_id = $1 AND id <> $2 AND NOT EXISTS (
            SELECT 1 FROM logout_notices AS kept
            WHERE kept.id = $2 AND kept.client_id = logout_notices.client_id
                AND kept.browser_session_id = logout_notices.browser_session_id
        )
        """
    )

    private static func marking(_ condition: String) -> SQLWrite {
        .unconditional("UPDATE logout_notices SET is_due = true WHERE \(condition) AND NOT is_due")
    }

    /// Marks the notice of a session, unless the client ended it.
    static func append(session: Session.ID, _ reason: SessionEndReason, to batch: inout StatementBatch) {
        if reason != .revoked { batch.append(ofSession, [.value(session)]) }
    }

    /// Marks the notices of a browser session.
    static func append(browser: BrowserSession.ID, to batch: inout StatementBatch) {
        batch.append(ofBrowser, [.value(browser)])
    }

    /// Marks the notices of all sessions of an account, or all but one.
    static func append(account: Account.ID, except kept: Session.ID? = nil, to batch: inout StatementBatch) {
        if let kept {
            batch.append(ofOtherSessions, [.value(account), .value(kept)])
        } else {
            batch.append(ofAccount, [.value(account)])
        }
    }

    /// Marks the notices of all browser sessions of an account, or all but one.
    static func append(browsersOf account: Account.ID, except kept: BrowserSession.ID?, to batch: inout StatementBatch)
    {
        if let kept {
            batch.append(ofOtherBrowsers, [.value(account), .value(kept)])
        } else {
            batch.append(ofBrowsers, [.value(account)])
        }
    }

    /// Marks the notices of an account's sessions at a client.
    static func append(account: Account.ID, client: Client.ID, to batch: inout StatementBatch) {
        batch.append(ofClient, [.value(account), .value(client)])
    }
}
