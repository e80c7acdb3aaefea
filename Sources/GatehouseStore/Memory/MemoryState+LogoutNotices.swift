import Foundation

extension MemoryState {
    mutating func apply(_ change: LogoutNoticeChange) -> Bool {
        switch change {
        case .insert(let notice):
            return logoutNotices.insert(notice, as: notice.id, if: clients[notice.clientID] != nil)
        case .remove(let id):
            guard logoutNotices[id]?.isDue == true else { return false }
            return logoutNotices.remove(id)
        }
    }

    /// Marks notices as due.
    mutating func markLogoutNotices(where condition: (LogoutNotice) -> Bool) {
        logoutNotices.updateAll(where: condition) { $0.isDue = true }
    }

    /// Marks the notices of an account as due, except those by which a client would end the kept session as well.
    mutating func markLogoutNotices(of account: Account.ID, except kept: Session.ID?) {
        let kept = kept.flatMap { logoutNotices[LogoutNotice.ID($0.rawValue)] }
        markLogoutNotices { notice in
            guard notice.accountID == account else { return false }
            guard let kept, notice.clientID == kept.clientID else { return true }
            return notice.id != kept.id
                && (notice.browserSessionID == nil || notice.browserSessionID != kept.browserSessionID)
        }
    }

    /// Deletes the notices whose sessions were deleted without having been ended; returns their number.
    mutating func deleteLogoutNotices(before now: Date) -> Int {
        let (sessions, browserSessions) = (sessions, browserSessions)
        return logoutNotices.removeAll { notice in
            notice.expiresAt < now && !notice.isDue && sessions[Session.ID(notice.id.rawValue)] == nil
                && notice.browserSessionID.map { browserSessions[$0] == nil } ?? true
        }
    }
}
