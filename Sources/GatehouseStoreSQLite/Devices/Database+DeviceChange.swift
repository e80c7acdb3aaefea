import GRDB
import GatehouseStore
import GatehouseWire

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
                    "approved_methods": try StoredJSON.text(methods),
                ]
            }
        let condition = "id = ? AND decision = ? AND redeemed_at IS NULL"
        return try update("devices", values, where: condition, [id.rawValue, StoredDecision.pending.rawValue]) == 1
    }
}
