import Foundation

/// What a file or a keychain item holds: the sessions, whose they are, and the version of this format.
struct StoreDocument: Codable {
    private static let newest = 1

    private var version: Int
    private var key: TokenKey
    private var sessions: StoredSessions

    /// Writes the newest version.
    static func encode(_ sessions: StoredSessions, for key: TokenKey) throws(TokenStoreError) -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .secondsSince1970
        do {
            return try encoder.encode(StoreDocument(version: newest, key: key, sessions: sessions))
        } catch {
            throw TokenStoreError(.unavailable, "The sessions could not be written as JSON.")
        }
    }

    /// Reads any version up to the newest.
    static func decode(_ data: Data, for key: TokenKey) throws(TokenStoreError) -> StoredSessions {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .secondsSince1970
        guard let header = try? decoder.decode(Header.self, from: data) else {
            throw TokenStoreError(.corrupt, "What is stored is not the JSON of this library.")
        }
        guard header.version <= newest else {
            throw TokenStoreError(.corrupt, "Version \(header.version) is stored; this library reads up to \(newest).")
        }
        guard let document = try? decoder.decode(StoreDocument.self, from: data) else {
            throw TokenStoreError(.corrupt, "What is stored lacks a member.")
        }
        guard document.key == key else {
            throw TokenStoreError(.corrupt, "What is stored belongs to another client.")
        }
        return document.sessions
    }

    private struct Header: Decodable {
        var version: Int
    }
}
