import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The refresh lock of a file store: a lock on a file beside the client's own, which contains the journal.
///
/// The system releases the lock with the process. The journal is not synced to disk: it matters after a killed process,
/// not after a loss of power.
struct FileRefreshLock: RefreshLock {
    let files: SessionFiles
    let queue: BlockingQueue

    func tryAcquire(
        _ key: TokenStoreKey,
        recording entry: RefreshJournalEntry
    ) async throws(TokenStoreError) -> RefreshLockHandle? {
        let path = path(of: key)
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

    func isHeld(_ key: TokenStoreKey) async throws(TokenStoreError) -> Bool {
        let path = path(of: key)
        return try await queue.run { () throws(TokenStoreError) in
            guard let file = try PrivateFile(at: path, O_RDONLY) else { return false }
            return try !file.tryLock()
        }
    }

    func abandonedEntries(_ key: TokenStoreKey) async throws(TokenStoreError) -> [RefreshJournalEntry] {
        let path = path(of: key)
        return try await queue.run { () throws(TokenStoreError) in
            guard let file = try PrivateFile(at: path, O_RDONLY), try file.tryLock() else { return [] }
            return try RefreshJournal(file).entries()
        }
    }

    private func path(of key: TokenStoreKey) -> String {
        files.path(of: key) + ".lock"
    }
}

/// The journal in the locked file: refreshes that have begun and not ended; keeps the lock.
private final class RefreshJournal: Sendable {
    /// The maximum number of entries kept.
    private static let size = 16

    private let file: PrivateFile

    init(_ file: consuming PrivateFile) {
        self.file = file
    }

    /// Returns the entries; none if the file was truncated by a loss of power.
    func entries() throws(TokenStoreError) -> [RefreshJournalEntry] {
        (try? JSONDecoder().decode([RefreshJournalEntry].self, from: try file.contents())) ?? []
    }

    /// Replaces all entries.
    func write(_ entries: [RefreshJournalEntry]) throws(TokenStoreError) {
        guard !entries.isEmpty else { return try file.overwrite(with: Data()) }
        guard let data = try? JSONEncoder().encode(entries.suffix(Self.size)) else {
            throw TokenStoreError(.unavailable, "The refresh journal could not be encoded.")
        }
        try file.overwrite(with: data)
    }
}
