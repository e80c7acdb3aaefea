import Foundation
import GatehouseStore
import GatehouseWire

extension StatementBatch {
    mutating func append(_ change: SessionChange) throws(StoreError) {
        switch change {
        case .insert(let session):
            try insert(session)
        case .rotate(let id, let from, let date, let expiresAt):
            update(
                "sessions",
                [
                    "counter": from + 1,
                    "rotated_at": date.milliseconds,
                    "expires_at": expiresAt.milliseconds,
                    "expiry_day": expiresAt.day,
                ],
                where: "id = \(id.rawValue) AND counter = \(from) AND \(isAlive(at: date))"
            )
        case .end(let id, let reason, let date):
            end(reason, at: date, where: "id = \(id.rawValue) AND ended_at IS NULL")
        case .endAll(account: let id, let reason, let date):
            end(reason, at: date, where: "account_id = \(id.rawValue) AND \(isAlive(at: date))")
        case .endBrowserBound(browserSession: let id, let reason, let date):
            end(
                reason,
                at: date,
                where: "browser_session_id = \(id.rawValue) AND NOT is_offline AND \(isAlive(at: date))"
            )
        }
    }

    mutating func endSessions(
        of client: Client.ID,
        for account: Account.ID,
        _ reason: SessionEndReason,
        at date: Date
    ) {
        end(
            reason,
            at: date,
            where: "account_id = \(account.rawValue) AND client_id = \(client.rawValue) AND \(isAlive(at: date))"
        )
    }

    private mutating func insert(_ session: Session) throws(StoreError) {
        let browserSession = session.browserSessionID?.rawValue
        insert(
            into: "sessions",
            [
                "id": session.id.rawValue,
                "account_id": session.accountID.rawValue,
                "client_id": session.clientID.rawValue,
                "browser_session_id": browserSession,
                "is_on_other_device": session.isOnOtherDevice,
                "scopes": session.scopes.description,
                "is_offline": session.isOffline,
                "counter": session.counter,
                "rotated_at": session.rotatedAt.milliseconds,
                "salt": session.salt,
                "authenticated_at": session.authenticatedAt.milliseconds,
                "methods": try JSONColumnCoding.text(session.methods),
                "claims": try JSONColumnCoding.optionalText(session.claims),
                "created_at": session.createdAt.milliseconds,
                "expires_at": session.expiresAt.milliseconds,
                "expiry_day": session.expiresAt.day,
                "ended_at": session.endedAt?.milliseconds,
                "end_reason": session.endReason?.rawValue,
            ],
            where: """
                EXISTS (SELECT 1 FROM account) AND NOT EXISTS (SELECT 1 FROM browser WHERE ended_at IS NOT NULL)
                """,
            given: [
                Self.account(session.accountID),
                "browser AS (SELECT ended_at FROM browser_sessions WHERE id = \(browserSession) FOR SHARE)",
            ]
        )
    }

    private func isAlive(at date: Date) -> SQL {
        "ended_at IS NULL AND expires_at > \(date.milliseconds)"
    }

    private mutating func end(_ reason: SessionEndReason, at date: Date, where condition: SQL) {
        run(
            """
            UPDATE sessions SET ended_at = \(date.milliseconds), end_reason = \(reason.rawValue) WHERE \(condition)
            """
        )
    }

    mutating func revokeToken(_ id: String, until: Date) {
        insertIfNew(into: "revoked_tokens", ["id": id, "expires_at": until.milliseconds])
    }
}

extension StatementBatch {
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
                    "methods": try JSONColumnCoding.text(session.methods),
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
                    "methods": try JSONColumnCoding.text(session.methods),
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

    /// Returns a query that locks the account until the commit ends.
    ///
    /// Ending all sessions of an account locks the account first. Without this lock, a session that another node
    /// inserts at the same time would be missed.
    static func account(_ id: Account.ID) -> SQL {
        "account AS (SELECT 1 FROM accounts WHERE id = \(id.rawValue) FOR SHARE)"
    }
}

extension Date {
    /// Whole days since 1970, by which expired sessions are found; monotonic in the date.
    var day: Int64 { milliseconds / 86_400_000 }
}
