import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

extension FileTokenStore: RefreshLock {
    /// Locks a file beside the client's own, which contains the journal.
    ///
    /// The system releases the lock with the process. The journal is not synced to disk: it matters after a killed
    /// process, not after a loss of power.
    package func tryAcquire(
        _ key: TokenStoreKey,
        recording entry: RefreshJournalEntry
    ) async throws(TokenStoreError) -> RefreshLockHandle? {
        let path = path(of: key) + ".lock"
        return try await queue.run { () throws(TokenStoreError) in
            guard let file = try PrivateFile(at: path, O_RDWR | O_CREAT), try file.tryLock() else { return nil }
            let journal = RefreshJournal(file)
            let before = try journal.entries()
            let others = before.filter { $0.sessionID != entry.sessionID }
            try journal.write(others + [entry])
            return RefreshLockHandle(interrupted: before.first { $0.sessionID == entry.sessionID }) {
                try? journal.write(others)
            }
        }
    }

    package func isHeld(_ key: TokenStoreKey) async throws(TokenStoreError) -> Bool {
        let path = path(of: key) + ".lock"
        return try await queue.run { () throws(TokenStoreError) in
            guard let file = try PrivateFile(at: path, O_RDONLY) else { return false }
            return try !file.tryLock()
        }
    }

    package func abandonedEntries(_ key: TokenStoreKey) async throws(TokenStoreError) -> [RefreshJournalEntry] {
        let path = path(of: key) + ".lock"
        return try await queue.run { () throws(TokenStoreError) in
            guard let file = try PrivateFile(at: path, O_RDONLY), try file.tryLock() else { return [] }
            return try RefreshJournal(file).entries()
        }
    }
}
