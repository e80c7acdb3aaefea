import Foundation

extension MemoryState {
    mutating func apply(_ change: SessionChange) -> Bool {
        switch change {
        case .insert(let session):
            let hasEnded = session.browserSessionID.map { browserSessions[$0]?.endedAt != nil } ?? false
            return sessions.insert(
                session,
                as: session.id,
                if: !hasEnded && exist(session.accountID, session.clientID)
            )
        case .renew(let id, let from, let next, let date, let expiresAt):
            return sessions.update(id, if: { $0.isAlive(at: date) && $0.counter == from }) {
                $0.counter = next
                $0.rotatedAt = date
                $0.expiresAt = expiresAt
            }
        case .end(let id, let reason, let date):
            _ = sessions.update(id, if: { $0.endedAt == nil }) { $0.end(reason, at: date) }
            if reason != .revoked { logoutNotices.mark { $0.id.rawValue == id.rawValue } }
        case .endAll(account: let id, except: let kept, let reason, let date):
            sessions.updateAll(where: { $0.accountID == id && $0.id != kept && $0.isAlive(at: date) }) {
                $0.end(reason, at: date)
            }
            logoutNotices.mark(of: id, except: kept)
        case .endAllOfClient(account: let id, client: let client, let reason, let date):
            endSessions(of: client, for: id, reason, at: date)
        case .endBrowserBound(browserSession: let id, let reason, let date):
            sessions.updateAll(where: { $0.browserSessionID == id && !$0.isOffline && $0.isAlive(at: date) }) {
                $0.end(reason, at: date)
            }
            logoutNotices.mark { $0.browserSessionID == id }
        }
        return true
    }

    mutating func endSessions(
        of clientID: Client.ID,
        for accountID: Account.ID,
        _ reason: SessionEndReason,
        at date: Date
    ) {
        sessions.updateAll(
            where: { $0.accountID == accountID && $0.clientID == clientID && $0.isAlive(at: date) }
        ) { $0.end(reason, at: date) }
        logoutNotices.mark { $0.accountID == accountID && $0.clientID == clientID }
    }

    mutating func apply(_ change: BrowserSessionChange) -> Bool {
        switch change {
        case .insert(let session):
            let isFree = !browserSessions.contains { $0.secretHash == session.secretHash }
            return browserSessions.insert(session, as: session.id, if: isFree && accounts[session.accountID] != nil)
        case .renew(let session):
            let isFree = !browserSessions.contains { $0.secretHash == session.secretHash }
            return browserSessions.update(
                session.id,
                if: { isFree && $0.accountID == session.accountID && $0.endedAt == nil }
            ) { $0 = session.created(at: $0.createdAt) }
        case .touch(let id, let device, let date):
            let due = date.addingTimeInterval(-BrowserSession.useInterval).flooredToMilliseconds
            _ = browserSessions.update(id, if: { $0.endedAt == nil && $0.lastUsedAt <= due }) {
                $0.device = device
                $0.lastUsedAt = date
            }
        case .end(let id, let date):
            _ = browserSessions.update(id, if: { $0.endedAt == nil }) { $0.endedAt = date }
            logoutNotices.mark { $0.browserSessionID == id }
        case .endAll(account: let id, except: let kept, let date):
            browserSessions.updateAll(where: { $0.accountID == id && $0.id != kept && $0.endedAt == nil }) {
                $0.endedAt = date
            }
            logoutNotices.mark {
                $0.accountID == id && $0.browserSessionID != nil && $0.browserSessionID != kept
            }
        }
        return true
    }
}

extension BrowserSession {
    fileprivate func created(at date: Date) -> BrowserSession {
        BrowserSession(
            id: id,
            secretHash: secretHash,
            accountID: accountID,
            authentication: authentication,
            device: device,
            endsWithBrowser: endsWithBrowser,
            createdAt: date,
            lastUsedAt: lastUsedAt,
            expiresAt: expiresAt
        )
    }
}

extension Session {
    fileprivate func isAlive(at date: Date) -> Bool {
        endedAt == nil && expiresAt > date.flooredToMilliseconds
    }

    fileprivate mutating func end(_ reason: SessionEndReason, at date: Date) {
        endedAt = date
        endReason = reason
    }
}

extension MemoryState {
    mutating func apply(_ change: FlowChange) -> Bool {
        switch change {
        case .insert(let record):
            return flows.insert(record, as: record.id, if: hasExistingAccount(record))
        case .advance(let record):
            return flows.update(record.id, if: { $0.revision == record.revision - 1 && $0.finishedAt == nil }) {
                $0 = record
            }
        case .restart(let record):
            return restart(record)
        case .deleteAll(let account, let since, let kept):
            flows.removeAll { $0.accountID == account && $0.createdAt >= since && !kept.contains($0.id) }
            return true
        }
    }

    private mutating func restart(_ record: FlowRecord) -> Bool {
        guard hasExistingAccount(record), (flows[record.id]?.revision ?? 0) == record.revision - 1 else { return false }
        flows[record.id] = record
        return true
    }

    /// Returns whether the account of a flow exists, or the flow has none.
    private func hasExistingAccount(_ record: FlowRecord) -> Bool {
        record.accountID.map { accounts[$0] != nil } ?? true
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
