import Foundation

/// Turns to refresh for a store that has none of its own: a ``RefreshLease`` is stored with the session.
struct LeasedTurns: RefreshTurns {
    let store: any TokenStore
    let holder: LeaseHolder
    let clock: ServerClock

    func take(_ key: TokenKey, for intent: RefreshIntent) async throws(TokenStoreError) -> RefreshTurn? {
        let now = clock.now
        let lease = RefreshLease(holder: holder, until: now.addingTimeInterval(RefreshLease.length), intent: intent)
        var (isGone, interrupted) = (false, RefreshIntent?.none)
        let stored = try await store.update(key) { found in
            // What is not stored any more has no turns; the look that follows finds that out.
            guard let grant = found?.grant(intent.grant) else {
                isGone = true
                return nil
            }
            if let lease = grant.lease, isHeld(lease, at: now) { return nil }
            interrupted = grant.lease?.intent
            return found?.leasing(lease, to: intent.grant)
        }
        if isGone { return RefreshTurn(interrupted: nil) {} }
        return stored.map { _ in RefreshTurn(interrupted: interrupted) { await release(lease, of: key) } }
    }

    func isTaken(_ key: TokenKey) async throws(TokenStoreError) -> Bool {
        let (found, now) = (try await store.load(key), clock.now)
        return found?.grants.compactMap(\.lease).contains { isHeld($0, at: now) } ?? false
    }

    func openIntents(_ key: TokenKey) async throws(TokenStoreError) -> [RefreshIntent] {
        let (found, now) = (try await store.load(key), clock.now)
        return found?.grants.compactMap(\.lease).filter { !isHeld($0, at: now) }.map(\.intent) ?? []
    }

    private func isHeld(_ lease: RefreshLease, at now: Date) -> Bool {
        guard lease.holder != holder, lease.until > now else { return false }
        // A clock that was set back must not make it last.
        guard lease.until.timeIntervalSince(now) <= RefreshLease.length else { return false }
        let isAlone = (store as? any OneProcessStore)?.hasOneProcess ?? false
        return !isAlone || lease.holder.process == holder.process
    }

    /// Gives the turn back, unless tokens have taken its place or somebody else has it.
    private func release(_ lease: RefreshLease, of key: TokenKey) async {
        _ = try? await store.update(key) { found in
            found?.grant(lease.intent.grant)?.lease == lease ? found?.leasing(nil, to: lease.intent.grant) : nil
        }
    }
}

extension StoredSessions {
    /// The same with that lease on a session.
    fileprivate func leasing(_ lease: RefreshLease?, to id: String) -> StoredSessions {
        var next = self
        for index in next.grants.indices where next.grants[index].id == id { next.grants[index].lease = lease }
        return next
    }
}
