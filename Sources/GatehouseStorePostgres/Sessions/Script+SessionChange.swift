import Foundation
import GatehouseStore
import GatehouseWire

extension Script {
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
        case .endOnline(browserSession: let id, let reason, let date):
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
                "methods": try StoredJSON.text(session.methods),
                "claims": try StoredJSON.optionalText(session.claims),
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
