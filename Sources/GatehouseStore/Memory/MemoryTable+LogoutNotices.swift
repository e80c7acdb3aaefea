import Foundation

extension MemoryTable<LogoutNotice.ID, LogoutNotice> {
    mutating func apply(_ change: LogoutNoticeChange, clients: MemoryTable<Client.ID, Client>) -> Bool {
        switch change {
        case .insert(let notice):
            return insert(notice, as: notice.id, if: clients[notice.clientID] != nil)
        case .remove(let id):
            guard self[id]?.isDue == true else { return false }
            return remove(id)
        }
    }

    /// Marks notices as due.
    mutating func mark(where condition: (LogoutNotice) -> Bool) {
        updateAll(where: condition) { $0.isDue = true }
    }

    /// Marks the notices of an account as due, except those by which a client would end the kept session as well.
    mutating func mark(of account: Account.ID, except kept: Session.ID?) {
        let kept = kept.flatMap { self[LogoutNotice.ID($0.rawValue)] }
        mark { notice in
            guard notice.accountID == account else { return false }
            guard let kept, notice.clientID == kept.clientID else { return true }
            return notice.id != kept.id
                && (notice.browserSessionID == nil || notice.browserSessionID != kept.browserSessionID)
        }
    }

    /// Deletes the notices whose sessions were deleted without having been ended; returns their number.
    mutating func deleteExpired(
        before now: Date,
        sessions: MemoryTable<Session.ID, Session>,
        browserSessions: MemoryTable<BrowserSession.ID, BrowserSession>
    ) -> Int {
        removeAll { notice in
            notice.expiresAt < now && !notice.isDue && sessions[Session.ID(notice.id.rawValue)] == nil
                && notice.browserSessionID.map { browserSessions[$0] == nil } ?? true
        }
    }
}
