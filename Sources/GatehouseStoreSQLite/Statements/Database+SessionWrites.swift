import Foundation
import GRDB
import GatehouseStore
import GatehouseWire

extension Database {
    private static let isAlive = "ended_at IS NULL AND expires_at > ?"

    func apply(_ change: SessionChange) throws -> Bool {
        switch change {
        case .insert(let session):
            return try insert(session)
        case .rotate(let id, let from, let date, let expiresAt):
            return try update(
                "sessions",
                ["counter": from + 1, "rotated_at": date.milliseconds, "expires_at": expiresAt.milliseconds],
                where: "id = ? AND counter = ? AND \(Self.isAlive)",
                [id.rawValue, from, date.milliseconds]
            ) == 1
        case .end(let id, let reason, let date):
            try end(reason, at: date, where: "id = ? AND ended_at IS NULL", [id.rawValue])
        case .endAll(account: let id, let reason, let date):
            try end(reason, at: date, where: "account_id = ? AND \(Self.isAlive)", [id.rawValue, date.milliseconds])
        case .endBrowserBound(browserSession: let id, let reason, let date):
            let condition = "browser_session_id = ? AND is_offline = 0 AND \(Self.isAlive)"
            try end(reason, at: date, where: condition, [id.rawValue, date.milliseconds])
        }
        return true
    }

    func endSessions(
        of client: Client.ID,
        for account: Account.ID,
        _ reason: SessionEndReason,
        at date: Date
    ) throws {
        try end(
            reason,
            at: date,
            where: "account_id = ? AND client_id = ? AND \(Self.isAlive)",
            [account.rawValue, client.rawValue, date.milliseconds]
        )
    }

    private func insert(_ session: Session) throws -> Bool {
        try insert(
            into: "sessions",
            [
                "id": session.id.rawValue,
                "account_id": session.accountID.rawValue,
                "client_id": session.clientID.rawValue,
                "browser_session_id": session.browserSessionID?.rawValue,
                "is_on_other_device": session.isOnOtherDevice,
                "scopes": session.scopes.description,
                "is_offline": session.isOffline,
                "counter": session.counter,
                "rotated_at": session.rotatedAt.milliseconds,
                "salt": session.salt,
                "authenticated_at": session.authenticatedAt.milliseconds,
                "methods": JSONColumnCoding.text(session.methods),
                "claims": session.claims.map(JSONColumnCoding.text),
                "created_at": session.createdAt.milliseconds,
                "expires_at": session.expiresAt.milliseconds,
                "ended_at": session.endedAt?.milliseconds,
                "end_reason": session.endReason?.rawValue,
            ],
            where: "NOT EXISTS (SELECT 1 FROM browser_sessions WHERE id = ? AND ended_at IS NOT NULL)",
            [session.browserSessionID?.rawValue]
        )
    }

    private func end(
        _ reason: SessionEndReason,
        at date: Date,
        where condition: String,
        _ arguments: [Value]
    ) throws {
        let values: KeyValuePairs<String, Value> = ["ended_at": date.milliseconds, "end_reason": reason.rawValue]
        _ = try update("sessions", values, where: condition, arguments)
    }

    func revokeToken(_ id: String, until: Date) throws -> Bool {
        _ = try insert(into: "revoked_tokens", ["id": id, "expires_at": until.milliseconds])
        return true
    }
}

extension Database {
    func apply(_ change: BrowserSessionChange) throws -> Bool {
        switch change {
        case .insert(let session):
            return try insert(
                into: "browser_sessions",
                [
                    "id": session.id.rawValue,
                    "secret_hash": session.secretHash,
                    "account_id": session.accountID.rawValue,
                    "authenticated_at": session.authenticatedAt.milliseconds,
                    "methods": JSONColumnCoding.text(session.methods),
                    "created_at": session.createdAt.milliseconds,
                    "expires_at": session.expiresAt.milliseconds,
                    "ended_at": session.endedAt?.milliseconds,
                ]
            )
        case .renew(let session):
            let sql = """
                UPDATE OR IGNORE browser_sessions
                SET secret_hash = ?, authenticated_at = ?, methods = ?, expires_at = ?
                WHERE id = ? AND account_id = ? AND ended_at IS NULL
                """
            let arguments: StatementArguments = [
                session.secretHash, session.authenticatedAt.milliseconds, try JSONColumnCoding.text(session.methods),
                session.expiresAt.milliseconds, session.id.rawValue, session.accountID.rawValue,
            ]
            return try run(sql, arguments) == 1
        case .end(let id, let date):
            let sql = "UPDATE browser_sessions SET ended_at = ? WHERE id = ? AND ended_at IS NULL"
            try run(sql, [date.milliseconds, id.rawValue])
        case .endAll(account: let id, let date):
            let sql = "UPDATE browser_sessions SET ended_at = ? WHERE account_id = ? AND ended_at IS NULL"
            try run(sql, [date.milliseconds, id.rawValue])
        }
        return true
    }
}
