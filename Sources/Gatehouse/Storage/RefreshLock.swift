public import Foundation
import GatehouseJOSE
package import GatehouseWire

/// A lock that allows one process at a time to refresh a client's tokens.
///
/// The system releases the lock with the process.
public protocol RefreshLock: Sendable {
    /// Acquires the lock without waiting, and records the refresh in the journal.
    ///
    /// - Parameters:
    ///   - key: The client.
    ///   - entry: The refresh about to begin; the journal outlives this process.
    /// - Returns: The lock, held as long as the value; `nil` while another client holds it.
    /// - Throws: ``TokenStoreError`` if the store cannot be locked or the journal cannot be written.
    func tryAcquire(
        _ key: TokenStoreKey,
        recording entry: RefreshJournalEntry
    ) async throws(TokenStoreError) -> RefreshLockHandle?

    /// Returns whether the lock is held, in this process or another one.
    ///
    /// - Parameter key: The client.
    /// - Returns: Whether the lock is held.
    /// - Throws: ``TokenStoreError`` if this cannot be determined.
    func isHeld(_ key: TokenStoreKey) async throws(TokenStoreError) -> Bool

    /// Returns the refreshes that ended processes have begun and not finished.
    ///
    /// - Parameter key: The client.
    /// - Returns: The journal entries; none while the lock is held.
    /// - Throws: ``TokenStoreError`` if the journal cannot be read.
    func abandonedEntries(_ key: TokenStoreKey) async throws(TokenStoreError) -> [RefreshJournalEntry]
}

/// The lock for refreshing a client's tokens; released with the value or the process.
public final class RefreshLockHandle: Sendable {
    /// The unfinished entry of an earlier owner, for the same session.
    public let interrupted: RefreshJournalEntry?
    private let clearEntries: @Sendable () async -> Void

    /// Creates a handle.
    ///
    /// - Parameters:
    ///   - interrupted: The unfinished entry of an earlier owner.
    ///   - clearJournal: Clears the journal; its captures keep the lock.
    public init(interrupted: RefreshJournalEntry?, clearJournal: @escaping @Sendable () async -> Void) {
        self.interrupted = interrupted
        clearEntries = clearJournal
    }

    /// Clears the journal after the server has responded.
    package func clearJournal() async {
        await clearEntries()
    }
}

/// The refresh lock of a store, which also checks that the new tokens can be stored.
///
/// A lease needs no such check: acquiring it has written the store.
struct WriteCheckingRefreshLock: RefreshLock {
    let lock: any RefreshLock
    let sessions: SessionStore

    func tryAcquire(
        _ key: TokenStoreKey,
        recording entry: RefreshJournalEntry
    ) async throws(TokenStoreError) -> RefreshLockHandle? {
        guard let handle = try await lock.tryAcquire(key, recording: entry) else { return nil }
        do throws(TokenStoreError) {
            try await sessions.checkWritable()
        } catch {
            if handle.interrupted == nil { await handle.clearJournal() }
            throw error
        }
        return handle
    }

    func isHeld(_ key: TokenStoreKey) async throws(TokenStoreError) -> Bool {
        try await lock.isHeld(key)
    }

    func abandonedEntries(_ key: TokenStoreKey) async throws(TokenStoreError) -> [RefreshJournalEntry] {
        try await lock.abandonedEntries(key)
    }
}

/// A record that a refresh is about to begin, written before the request is sent.
///
/// While the named token is still stored, it is unknown whether the server has responded: the process may have been
/// killed, or the response lost. The entry is void once new tokens are stored.
public struct RefreshJournalEntry: Sendable, Hashable, Codable {
    /// The identifier of the session.
    public let sessionID: String
    /// The fingerprint of the refresh token, which reveals nothing of the token.
    public let tokenFingerprint: String
    /// The start of the refresh, by the server's clock.
    public let startedAt: Date

    /// Creates an entry for a session.
    package init(_ session: StoredSession, startedAt: Date) {
        sessionID = session.id
        tokenFingerprint = session.refreshToken.map(\.fingerprint) ?? ""
        self.startedAt = startedAt
    }

    /// Returns whether the session still has the token that was to be sent.
    func isOpen(for session: StoredSession) -> Bool {
        session.id == sessionID && session.refreshToken?.fingerprint == tokenFingerprint
    }
}

extension Secret {
    /// Sixteen hexadecimal digits of a digest, to identify the token in logs.
    package var fingerprint: String {
        SHA256Digest.of(reveal()).prefix(8).hexadecimal
    }
}
