import Foundation

/// Turns to refresh for a store that has none of its own: a ``RefreshLease`` is stored with the session.
struct LeasedTurns: RefreshTurns {
    let store: any TokenStore
    let holder: LeaseHolder
    let clock: ServerClock

    func take(_ key: TokenKey, for intent: RefreshIntent) async throws(TokenStoreError) -> RefreshTurn? {
        // What is not stored any more has no turns; the look that follows finds that out.
        guard let found = try await store.load(key), let grant = found.grant(intent.grant) else {
            return RefreshTurn(interrupted: nil) {}
        }
        let now = clock.now
        if let lease = grant.lease, isHeld(lease, at: now) { return nil }
        let lease = RefreshLease(holder: holder, until: now.addingTimeInterval(RefreshLease.length), intent: intent)
        guard try await replace(lease, in: found, of: key, grant.id) else { return nil }
        return RefreshTurn(interrupted: grant.lease?.intent) { await release(lease, of: key) }
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
        for _ in 0..<16 {
            guard let found = try? await store.load(key), found.grant(lease.intent.grant)?.lease == lease,
                (try? await replace(nil, in: found, of: key, lease.intent.grant)) == false
            else { return }
        }
    }

    /// - Returns: Whether that is stored; `false` when somebody else was faster.
    private func replace(
        _ lease: RefreshLease?,
        in found: StoredSessions,
        of key: TokenKey,
        _ id: String
    ) async throws(TokenStoreError) -> Bool {
        guard let index = found.grants.firstIndex(where: { $0.id == id }) else { return false }
        var next = found
        next.grants[index].lease = lease
        next.generation += 1
        do throws(TokenStoreError) {
            try await store.save(next, for: key, replacing: found.generation)
            return true
        } catch {
            guard error.kind == .conflict else { throw error }
            return false
        }
    }
}
