import GatehouseStore
import GatehouseWire

extension Script {
    mutating func append(_ change: DeviceChange) throws(StoreError) {
        switch change {
        case .insert(let device):
            insert(device)
            if device.decision != .pending { try decide(device.id, device.decision) }
        case .poll(let id, let date, let interval):
            run(
                """
                UPDATE devices SET last_polled_at = \(date.milliseconds), poll_interval = \(interval)
                WHERE id = \(id.rawValue)
                """
            )
        case .decide(let id, let decision):
            try decide(id, decision)
        case .redeem(let id, let date):
            let approved = StoredDecision.approved.rawValue
            update(
                "devices",
                ["redeemed_at": date.milliseconds],
                where: "id = \(id.rawValue) AND decision = \(approved) AND redeemed_at IS NULL"
            )
        }
    }

    private mutating func insert(_ device: DeviceAuthorization) {
        insert(
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
            ]
        )
        require(
            """
            INSERT INTO device_user_codes (user_code, device_id, expires_at)
            VALUES (\(device.userCode), \(device.id.rawValue), \(device.expiresAt.milliseconds))
            ON CONFLICT (user_code) DO UPDATE SET device_id = excluded.device_id, expires_at = excluded.expires_at
            WHERE device_user_codes.expires_at <= \(device.createdAt.milliseconds)
            """
        )
    }

    private mutating func decide(
        _ id: DeviceAuthorization.ID,
        _ decision: DeviceAuthorization.Decision
    ) throws(StoreError) {
        let values: KeyValuePairs<String, any Storable> =
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
        let pending = StoredDecision.pending.rawValue
        update("devices", values, where: "id = \(id.rawValue) AND decision = \(pending) AND redeemed_at IS NULL")
    }
}
