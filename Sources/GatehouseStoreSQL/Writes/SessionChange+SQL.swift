import Foundation
import GatehouseStore

extension SessionChange {
    /// The statements of the changes.
    private enum SQL {
        /// Locks the account until the commit ends, because ending all sessions of an account locks the account first:
        /// without this lock, a session that another node inserts at the same time would be missed.
        static let insertion = SQLWrite.conditional(
            SQLText(
                Session.table.insertion(
                    where: """
                        {EXISTS (SELECT 1 FROM account) AND}
                        NOT EXISTS (SELECT 1 FROM browser WHERE ended_at IS NOT NULL)
                        """
                )
            ),
            given: """
                {account AS (SELECT 1 FROM accounts WHERE id = \(Session.table.parameter("account_id")) FOR SHARE),}
                browser AS (
                    SELECT ended_at FROM browser_sessions
                    WHERE id = \(Session.table.parameter("browser_session_id")) {FOR SHARE}
                )
                """
        )
        static let renewal = SQLWrite.conditional(
            """
            UPDATE sessions SET counter = $1, rotated_at = $2, expires_at = $3, expiry_day = $4
            WHERE id = $5 AND counter = $6 AND ended_at IS NULL AND expires_at > $2
            """
        )
        static let end = ending("id = $3 AND ended_at IS NULL")
        static let endOfAccount = ending("account_id = $3 AND ended_at IS NULL AND expires_at > $1")
        static let endOfOthers = ending("account_id = $3 AND id <> $4 AND ended_at IS NULL AND expires_at > $1")
        static let endOfClient = ending("account_id = $3 AND client_id = $4 AND ended_at IS NULL AND expires_at > $1")
        static let endOfBrowser = ending(
            "browser_session_id = $3 AND NOT is_offline AND ended_at IS NULL AND expires_at > $1"
        )

        static func ending(_ condition: String) -> SQLWrite {
            .unconditional("UPDATE sessions SET ended_at = $1, end_reason = $2 WHERE \(condition)")
        }
    }

    /// Appends the statement of the change.
    func append(to batch: inout StatementBatch) throws(StoreError) {
        switch self {
        case .insert(let session):
            batch.append(SQL.insertion, try Session.table.values(of: session))
        case .renew(let id, let from, let next, let date, let expiresAt):
            batch.append(
                SQL.renewal,
                [
                    .integer(next), .date(date), .date(expiresAt), .int64(expiresAt.day), .value(id),
                    .integer(from),
                ]
            )
        case .end(let id, let reason, let date):
            batch.append(SQL.end, [.date(date), .value(reason), .value(id)])
            DueLogoutNotices.append(session: id, reason, to: &batch)
        case .endAll(account: let id, except: let kept?, let reason, let date):
            batch.append(SQL.endOfOthers, [.date(date), .value(reason), .value(id), .value(kept)])
            DueLogoutNotices.append(account: id, except: kept, to: &batch)
        case .endAll(account: let id, except: nil, let reason, let date):
            batch.append(SQL.endOfAccount, [.date(date), .value(reason), .value(id)])
            DueLogoutNotices.append(account: id, to: &batch)
        case .endAllOfClient(account: let id, client: let client, let reason, let date):
            batch.append(SQL.endOfClient, [.date(date), .value(reason), .value(id), .value(client)])
            DueLogoutNotices.append(account: id, client: client, to: &batch)
        case .endBrowserBound(browserSession: let id, let reason, let date):
            batch.append(SQL.endOfBrowser, [.date(date), .value(reason), .value(id)])
            DueLogoutNotices.append(browser: id, to: &batch)
        }
    }
}

extension BrowserSessionChange {
    /// The statements of the changes.
    private enum SQL {
        /// Locks the account, as for sessions.
        static let insertion = SQLWrite.conditional(
            SQLText(BrowserSession.table.insertion(where: "{EXISTS (SELECT 1 FROM account) AND} true")),
            given:
                "{account AS (SELECT 1 FROM accounts WHERE id = \(BrowserSession.table.parameter("account_id")) FOR SHARE)}"
        )
        static let renewal = SQLWrite.conditional(
            """
            UPDATE browser_sessions SET secret_hash = $1, authenticated_at = $2, factors = $3, acr = $4,
                expires_at = $5, user_agent = $6, address = $7, ends_with_browser = $8, last_used_at = $9
            WHERE id = $10 AND account_id = $11 AND ended_at IS NULL
            """
        )
        static let use = SQLWrite.unconditional(
            """
            UPDATE browser_sessions SET last_used_at = $1, user_agent = $2, address = $3
            WHERE id = $4 AND ended_at IS NULL AND last_used_at <= $5
            """
        )
        static let end = SQLWrite.unconditional(
            "UPDATE browser_sessions SET ended_at = $1 WHERE id = $2 AND ended_at IS NULL"
        )
        static let endOfAccount = SQLWrite.unconditional(
            "UPDATE browser_sessions SET ended_at = $1 WHERE account_id = $2 AND ended_at IS NULL"
        )
        static let endOfOthers = SQLWrite.unconditional(
            "UPDATE browser_sessions SET ended_at = $1 WHERE account_id = $2 AND id <> $3 AND ended_at IS NULL"
        )
    }

    /// Appends the statement of the change.
    func append(to batch: inout StatementBatch) throws(StoreError) {
        switch self {
        case .insert(let session):
            batch.append(SQL.insertion, try BrowserSession.table.values(of: session))
        case .renew(let session):
            batch.append(
                SQL.renewal,
                [
                    .text(session.secretHash), .date(session.authentication.authenticatedAt),
                    try session.authentication.factorsValue(),
                    .optionalValue(session.authentication.requestedClass), .date(session.expiresAt),
                    .text(session.device.userAgent), .text(session.device.address), .bool(session.endsWithBrowser),
                    .date(session.lastUsedAt), .value(session.id), .value(session.accountID),
                ]
            )
        case .touch(let id, let device, let date):
            batch.append(
                SQL.use,
                [
                    .date(date), .text(device.userAgent), .text(device.address), .value(id),
                    .date(date.addingTimeInterval(-BrowserSession.useInterval)),
                ]
            )
        case .end(let id, let date):
            batch.append(SQL.end, [.date(date), .value(id)])
            DueLogoutNotices.append(browser: id, to: &batch)
        case .endAll(account: let id, except: let kept?, let date):
            batch.append(SQL.endOfOthers, [.date(date), .value(id), .value(kept)])
            DueLogoutNotices.append(browsersOf: id, except: kept, to: &batch)
        case .endAll(account: let id, except: nil, let date):
            batch.append(SQL.endOfAccount, [.date(date), .value(id)])
            DueLogoutNotices.append(browsersOf: id, except: nil, to: &batch)
        }
    }
}
