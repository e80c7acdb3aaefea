extension MemoryState {
    mutating func apply(_ change: TransactionChange) -> Bool {
        switch change {
        case .insert(let record):
            transactions.insert(record, as: record.id)
        case .advance(let record):
            transactions.update(record.id, if: { $0.revision == record.revision - 1 && $0.finishedAt == nil }) {
                $0 = record
            }
        case .put(let record):
            put(record)
        }
    }

    private mutating func put(_ record: TransactionRecord) -> Bool {
        guard (transactions[record.id]?.revision ?? 0) == record.revision - 1 else { return false }
        transactions[record.id] = record
        return true
    }

    mutating func apply(_ change: CodeChange) -> Bool {
        switch change {
        case .insert(let code):
            codes.insert(code, as: code.id, if: exist(code.accountID, code.clientID))
        case .redeem(let id, let sessionID, let date):
            codes.update(id, if: { $0.redeemedAt == nil }) {
                $0.redeemedAt = date
                $0.sessionID = sessionID
            }
        }
    }

    mutating func apply(_ change: DeviceChange) -> Bool {
        switch change {
        case .insert(let device):
            let isFree = !devices.contains { $0.userCode == device.userCode && $0.expiresAt > device.createdAt }
            return devices.insert(
                device,
                as: device.id,
                if: isFree && canDecide(device.decision) && clients[device.clientID] != nil
            )
        case .poll(let id, let date, let interval):
            _ = devices.update(id) {
                $0.lastPolledAt = date
                $0.interval = interval
            }
            return true
        case .decide(let id, let decision):
            guard canDecide(decision) else { return false }
            return devices.update(id, if: { $0.decision == .pending && $0.redeemedAt == nil }) {
                $0.decision = decision
            }
        case .redeem(let id, let date):
            return devices.update(id, if: { $0.decision.accountID != nil && $0.redeemedAt == nil }) {
                $0.redeemedAt = date
            }
        }
    }

    private func canDecide(_ decision: DeviceAuthorization.Decision) -> Bool {
        guard let id = decision.accountID else { return true }
        return accounts[id] != nil
    }
}
