import GRDB
import GatehouseStore
import GatehouseWire

extension Database {
    func apply(_ change: FlowChange) throws -> Bool {
        switch change {
        case .insert(let record): try insert(record)
        case .advance(let record): try replace(record, where: "AND finished_at IS NULL")
        case .restart(let record) where record.revision == 1: try insert(record)
        case .restart(let record): try replace(record)
        }
    }

    private func insert(_ record: FlowRecord) throws -> Bool {
        try insert(
            into: "flows",
            [
                "id": record.id.rawValue,
                "revision": record.revision,
                "state": record.state,
                "created_at": record.createdAt.milliseconds,
                "expires_at": record.expiresAt.milliseconds,
                "finished_at": record.finishedAt?.milliseconds,
            ]
        )
    }

    private func replace(_ record: FlowRecord, where condition: String = "") throws -> Bool {
        try update(
            "flows",
            [
                "revision": record.revision,
                "state": record.state,
                "created_at": record.createdAt.milliseconds,
                "expires_at": record.expiresAt.milliseconds,
                "finished_at": record.finishedAt?.milliseconds,
            ],
            where: "id = ? AND revision = ? \(condition)",
            [record.id.rawValue, record.revision - 1]
        ) == 1
    }
}

extension Database {
    func apply(_ change: CodeChange) throws -> Bool {
        switch change {
        case .insert(let code):
            try insert(
                into: "codes",
                [
                    "id": code.id.rawValue,
                    "client_id": code.clientID.rawValue,
                    "account_id": code.accountID.rawValue,
                    "browser_session_id": code.browserSessionID?.rawValue,
                    "redirect_uri": code.redirectURI,
                    "scopes": code.scopes.description,
                    "nonce": code.nonce,
                    "code_challenge": code.codeChallenge,
                    "code_challenge_method": code.codeChallengeMethod?.rawValue,
                    "authenticated_at": code.authenticatedAt.milliseconds,
                    "methods": JSONColumnCoding.text(code.methods),
                    "claims": code.claims.map(JSONColumnCoding.text),
                    "expires_at": code.expiresAt.milliseconds,
                    "redeemed_at": code.redeemedAt?.milliseconds,
                    "session_id": code.sessionID?.rawValue,
                ]
            )
        case .redeem(let id, let sessionID, let date):
            try update(
                "codes",
                ["redeemed_at": date.milliseconds, "session_id": sessionID.rawValue],
                where: "id = ? AND redeemed_at IS NULL",
                [id.rawValue]
            ) == 1
        }
    }
}

extension Database {
    func apply(_ change: DeviceChange) throws -> Bool {
        switch change {
        case .insert(let device):
            return try insert(device) && decide(device.id, device.decision)
        case .poll(let id, let date, let interval):
            let sql = "UPDATE devices SET last_polled_at = ?, poll_interval = ? WHERE id = ?"
            try run(sql, [date.milliseconds, interval, id.rawValue])
            return true
        case .decide(let id, let decision):
            return try decide(id, decision)
        case .redeem(let id, let date):
            return try update(
                "devices",
                ["redeemed_at": date.milliseconds],
                where: "id = ? AND decision = ? AND redeemed_at IS NULL",
                [id.rawValue, StoredDecision.approved.rawValue]
            ) == 1
        }
    }

    private func insert(_ device: DeviceAuthorization) throws -> Bool {
        try insert(
            into: "devices",
            [
                "id": device.id.rawValue,
                "user_code": device.userCode,
                "client_id": device.clientID.rawValue,
                "scopes": device.scopes.description,
                "decision": StoredDecision.pending.rawValue,
                "poll_interval": device.interval,
                "last_polled_at": device.lastPolledAt?.milliseconds,
                "created_at": device.createdAt.milliseconds,
                "expires_at": device.expiresAt.milliseconds,
            ],
            where: "NOT EXISTS (SELECT 1 FROM devices WHERE user_code = ? AND expires_at > ?)",
            [device.userCode, device.createdAt.milliseconds]
        )
    }

    private func decide(_ id: DeviceAuthorization.ID, _ decision: DeviceAuthorization.Decision) throws -> Bool {
        let values: KeyValuePairs<String, Value> =
            switch decision {
            case .pending: ["decision": StoredDecision.pending.rawValue]
            case .denied: ["decision": StoredDecision.denied.rawValue]
            case .approved(let accountID, let browserSessionID, let scopes, let authenticatedAt, let methods):
                [
                    "decision": StoredDecision.approved.rawValue,
                    "approved_account_id": accountID.rawValue,
                    "approved_browser_session_id": browserSessionID?.rawValue,
                    "approved_scopes": scopes.description,
                    "approved_authenticated_at": authenticatedAt.milliseconds,
                    "approved_methods": try JSONColumnCoding.text(methods),
                ]
            }
        let condition = "id = ? AND decision = ? AND redeemed_at IS NULL"
        return try update("devices", values, where: condition, [id.rawValue, StoredDecision.pending.rawValue]) == 1
    }
}
