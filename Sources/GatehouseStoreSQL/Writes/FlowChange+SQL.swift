import GatehouseStore

extension FlowChange {
    /// The statements of the changes.
    private enum SQL {
        static let insertion = SQLWrite.conditional(SQLText(FlowRecord.table.insertion()))
        static let replacement = FlowRecord.table.update(
            where: "id = $1 AND revision = \(FlowRecord.table.nextParameter)"
        )
        static let advance = SQLWrite.conditional("\(replacement) AND finished_at IS NULL")
        static let restart = SQLWrite.conditional(SQLText(replacement))

        /// Returns the statement that deletes the flows of an account except a number of them.
        static func deletion(except count: Int) -> SQLWrite {
            let conditions = (0..<count).map { " AND id <> $\($0 + 3)" }.joined()
            return .unconditional(SQLText("DELETE FROM flows WHERE account_id = $1 AND created_at >= $2" + conditions))
        }
    }

    /// Appends the statement of the change.
    func append(to batch: inout StatementBatch) throws(StoreError) {
        switch self {
        case .insert(let record):
            batch.append(SQL.insertion, try FlowRecord.table.values(of: record))
        case .restart(let record) where record.revision == 1:
            batch.append(SQL.insertion, try FlowRecord.table.values(of: record))
        case .advance(let record):
            batch.append(SQL.advance, try FlowRecord.table.values(of: record) + [.integer(record.revision - 1)])
        case .restart(let record):
            batch.append(SQL.restart, try FlowRecord.table.values(of: record) + [.integer(record.revision - 1)])
        case .deleteAll(let account, let since, let kept):
            batch.append(
                SQL.deletion(except: kept.count),
                [.value(account), .date(since)] + kept.map { .value($0) }
            )
        }
    }
}

extension CodeChange {
    /// The statements of the changes.
    private enum SQL {
        static let insertion = SQLWrite.conditional(SQLText(AuthorizationCode.table.insertion()))
        static let redemption = SQLWrite.conditional(
            "UPDATE codes SET redeemed_at = $1, session_id = $2 WHERE id = $3 AND redeemed_at IS NULL"
        )
    }

    /// Appends the statement of the change.
    func append(to batch: inout StatementBatch) throws(StoreError) {
        switch self {
        case .insert(let code):
            batch.append(SQL.insertion, try AuthorizationCode.table.values(of: code))
        case .redeem(let id, let sessionID, let date):
            batch.append(SQL.redemption, [.date(date), .value(sessionID), .value(id)])
        }
    }
}

extension DeviceChange {
    /// The statements of the changes.
    private enum SQL {
        static let insertion = SQLWrite.conditional(SQLText(DeviceAuthorization.table.insertion()))
        /// Reserves the user code until the device expires: a condition on rows that do not exist yet would let two
        /// nodes use the same code at once.
        static let reservation = SQLWrite.conditional(
            """
            INSERT INTO device_user_codes (user_code, device_id, expires_at) VALUES ($1, $2, $3)
            ON CONFLICT (user_code) DO UPDATE SET device_id = excluded.device_id, expires_at = excluded.expires_at
            WHERE device_user_codes.expires_at <= $4
            """
        )
        static let poll = SQLWrite.unconditional(
            "UPDATE devices SET last_polled_at = $1, poll_interval = $2 WHERE id = $3"
        )
        static let decision = SQLWrite.conditional(
            """
            UPDATE devices SET decision = $1, approved_account_id = $2, approved_browser_session_id = $3,
                approved_scopes = $4, approved_authenticated_at = $5, approved_factors = $6, approved_acr = $7
            WHERE id = $8 AND decision = '\(StoredDecision.pending.rawValue)' AND redeemed_at IS NULL
            """
        )
        static let redemption = SQLWrite.conditional(
            """
            UPDATE devices SET redeemed_at = $1
            WHERE id = $2 AND decision = '\(StoredDecision.approved.rawValue)' AND redeemed_at IS NULL
            """
        )
    }

    /// Appends the statements of the change.
    func append(to batch: inout StatementBatch) throws(StoreError) {
        switch self {
        case .insert(let device):
            batch.append(SQL.insertion, try DeviceAuthorization.table.values(of: device))
            batch.append(
                SQL.reservation,
                [.text(device.userCode), .value(device.id), .date(device.expiresAt), .date(device.createdAt)]
            )
            if device.decision != .pending { try decide(device.id, device.decision, in: &batch) }
        case .poll(let id, let date, let interval):
            batch.append(SQL.poll, [.date(date), .integer(interval), .value(id)])
        case .decide(let id, let decision):
            try decide(id, decision, in: &batch)
        case .redeem(let id, let date):
            batch.append(SQL.redemption, [.date(date), .value(id)])
        }
    }

    private func decide(
        _ id: DeviceAuthorization.ID,
        _ decision: DeviceAuthorization.Decision,
        in batch: inout StatementBatch
    ) throws(StoreError) {
        batch.append(SQL.decision, try decision.values() + [.value(id)])
    }
}
