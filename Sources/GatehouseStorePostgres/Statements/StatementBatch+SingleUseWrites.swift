import GatehouseStore
import GatehouseWire

extension StatementBatch {
    mutating func append(_ change: FlowChange) {
        switch change {
        case .insert(let record): insert(record)
        case .advance(let record): replace(record, where: " AND finished_at IS NULL")
        case .restart(let record) where record.revision == 1: insert(record)
        case .restart(let record): replace(record, where: "")
        }
    }

    private mutating func insert(_ record: FlowRecord) {
        insert(
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

    private mutating func replace(_ record: FlowRecord, where condition: SQL) {
        update(
            "flows",
            [
                "revision": record.revision,
                "state": record.state,
                "created_at": record.createdAt.milliseconds,
                "expires_at": record.expiresAt.milliseconds,
                "finished_at": record.finishedAt?.milliseconds,
            ],
            where: "id = \(record.id.rawValue) AND revision = \(record.revision - 1)\(condition)"
        )
    }
}

extension StatementBatch {
    mutating func append(_ change: CodeChange) throws(StoreError) {
        switch change {
        case .insert(let code):
            insert(
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
                    "methods": try JSONColumnCoding.text(code.methods),
                    "claims": try JSONColumnCoding.optionalText(code.claims),
                    "expires_at": code.expiresAt.milliseconds,
                    "redeemed_at": code.redeemedAt?.milliseconds,
                    "session_id": code.sessionID?.rawValue,
                ]
            )
        case .redeem(let id, let sessionID, let date):
            update(
                "codes",
                ["redeemed_at": date.milliseconds, "session_id": sessionID.rawValue],
                where: "id = \(id.rawValue) AND redeemed_at IS NULL"
            )
        }
    }
}

extension StatementBatch {
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
                    "approved_methods": try JSONColumnCoding.text(methods),
                ]
            }
        let pending = StoredDecision.pending.rawValue
        update("devices", values, where: "id = \(id.rawValue) AND decision = \(pending) AND redeemed_at IS NULL")
    }
}
