import Foundation

/// What is noted in the file that is locked for a turn to refresh; keeps the lock.
final class RefreshJournal: Sendable {
    /// How many sessions' intents are kept; nobody refreshes so many at once.
    private static let size = 16

    private let file: PrivateFile

    init(_ file: consuming PrivateFile) {
        self.file = file
    }

    /// The intents; what cannot be understood was cut off by a loss of power, and says nothing.
    func intents() throws(TokenStoreError) -> [RefreshIntent] {
        (try? JSONDecoder().decode([RefreshIntent].self, from: try file.contents())) ?? []
    }

    /// Notes these intents in the place of all others.
    func write(_ intents: [RefreshIntent]) throws(TokenStoreError) {
        guard !intents.isEmpty else { return try file.overwrite(with: Data()) }
        guard let data = try? JSONEncoder().encode(intents.suffix(Self.size)) else {
            throw TokenStoreError(.unavailable, "The intent to refresh could not be written as JSON.")
        }
        try file.overwrite(with: data)
    }
}
