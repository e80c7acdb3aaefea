package import Foundation

/// A refresh lock for stores without one: a ``RefreshLease`` stored with the session.
struct LeaseRefreshLock: RefreshLock {
    let sessions: SessionStore
    let owner: LeaseOwner
    let clock: ServerClock

    func tryAcquire(
        _ key: TokenStoreKey,
        recording entry: RefreshJournalEntry
    ) async throws(TokenStoreError) -> RefreshLockHandle? {
        let now = clock.now
        let lease = RefreshLease(owner: owner, expiresAt: now.addingTimeInterval(RefreshLease.length), entry: entry)
        var (isGone, interrupted) = (false, RefreshJournalEntry?.none)
        let stored = try await sessions.update { found in
            // A session that is gone needs no lock; the caller notices when it reads the store.
            guard let session = found?.session(entry.sessionID) else {
                isGone = true
                return nil
            }
            if let lease = session.lease, isHeld(lease, at: now) { return nil }
            interrupted = session.lease?.entry
            return found?.leasing(lease, to: entry.sessionID)
        }
        if isGone { return RefreshLockHandle(interrupted: nil) {} }
        return stored.map { _ in RefreshLockHandle(interrupted: interrupted) { await release(lease) } }
    }

    func isHeld(_ key: TokenStoreKey) async throws(TokenStoreError) -> Bool {
        let (found, now) = (try await sessions.load(), clock.now)
        return found?.sessions.compactMap(\.lease).contains { isHeld($0, at: now) } ?? false
    }

    func abandonedEntries(_ key: TokenStoreKey) async throws(TokenStoreError) -> [RefreshJournalEntry] {
        let (found, now) = (try await sessions.load(), clock.now)
        return found?.sessions.compactMap(\.lease).filter { !isHeld($0, at: now) }.map(\.entry) ?? []
    }

    private func isHeld(_ lease: RefreshLease, at now: Date) -> Bool {
        guard lease.owner != owner, lease.expiresAt > now else { return false }
        // Ignores a lease that a changed clock would make too long.
        guard lease.expiresAt.timeIntervalSince(now) <= RefreshLease.length else { return false }
        return sessions.store.isSharedBetweenProcesses || lease.owner.process == owner.process
    }

    /// Releases the lease, unless it was replaced by new tokens or by another owner.
    private func release(_ lease: RefreshLease) async {
        let id = lease.entry.sessionID
        _ = try? await sessions.update { found in
            found?.session(id)?.lease == lease ? found?.leasing(nil, to: id) : nil
        }
    }
}

extension StoredSessions {
    /// Returns a copy with the lease on a session.
    fileprivate func leasing(_ lease: RefreshLease?, to id: String) -> StoredSessions {
        var next = self
        for index in next.sessions.indices where next.sessions[index].id == id { next.sessions[index].lease = lease }
        return next
    }
}

/// An owner of a ``RefreshLease``: a client in a process.
package struct LeaseOwner: Sendable, Hashable, Codable {
    /// An identifier of this process that, unlike a process number, is never reused.
    package static let process = ClientEnvironment.systemRandomBytes(8).hexadecimal

    /// The process.
    package var process: String
    /// The client in it.
    package var client: String
}

/// A refresh lock that is stored with the session, for stores without a lock that ends with its process.
///
/// It is acquired by a conditional save and expires, because a process that is suspended or killed cannot release it. A
/// file lock would not do there: iOS kills an app that is suspended while it holds one in a shared container.
package struct RefreshLease: Sendable, Hashable, Codable {
    /// The duration of a lease, in seconds; longer than any request.
    static let length: TimeInterval = 40

    /// The owner of the lease.
    package var owner: LeaseOwner
    /// The expiration, by the server's clock.
    package var expiresAt: Date
    /// The refresh it was acquired for.
    package var entry: RefreshJournalEntry
}
