import Foundation

/// The journal in the locked file: refreshes that have begun and not ended; keeps the lock.
final class RefreshJournal: Sendable {
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
