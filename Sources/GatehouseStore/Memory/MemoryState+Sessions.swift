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
        case .rotate(let id, let from, let date, let expiresAt):
            return sessions.update(id, if: { $0.isAlive(at: date) && $0.counter == from }) {
                $0.counter += 1
                $0.rotatedAt = date
                $0.expiresAt = expiresAt
            }
        case .end(let id, let reason, let date):
            _ = sessions.update(id, if: { $0.endedAt == nil }) { $0.end(reason, at: date) }
        case .endAll(account: let id, let reason, let date):
            sessions.updateAll(where: { $0.accountID == id && $0.isAlive(at: date) }) { $0.end(reason, at: date) }
        case .endOnline(browserSession: let id, let reason, let date):
            sessions.updateAll(where: { $0.browserSessionID == id && !$0.isOffline && $0.isAlive(at: date) }) {
                $0.end(reason, at: date)
            }
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
        case .end(let id, let date):
            _ = browserSessions.update(id, if: { $0.endedAt == nil }) { $0.endedAt = date }
        case .endAll(account: let id, let date):
            browserSessions.updateAll(where: { $0.accountID == id && $0.endedAt == nil }) { $0.endedAt = date }
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
            authenticatedAt: authenticatedAt,
            methods: methods,
            createdAt: date,
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
