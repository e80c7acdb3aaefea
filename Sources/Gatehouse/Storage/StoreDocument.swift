import Foundation

/// What a file or a keychain item holds: the sessions, whose they are, and the version of this format.
///
/// Members may be added that an earlier version can do without; the number stays the same then. See
/// `docs/decisions/0021-tokens-at-rest-on-linux.md`.
struct StoreDocument: Codable {
    private static let newest = 1

    private var version: Int
    private var key: TokenKey
    private var sessions: StoredSessions

    /// Writes the newest version.
    ///
    /// What a later version has added to the document that is replaced goes into the new one; with it comes what it was read as.
    static func encode(
        _ sessions: StoredSessions,
        for key: TokenKey,
        replacing stored: (document: Data, sessions: StoredSessions)? = nil
    ) throws(TokenStoreError) -> Data {
        let document = try write(sessions, key)
        guard let stored, let rest = JSONRemainder(of: stored.document, known: try write(stored.sessions, key)) else {
            return document
        }
        return rest.added(to: document)
    }

    private static func write(_ sessions: StoredSessions, _ key: TokenKey) throws(TokenStoreError) -> Data {
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
        let version = try version(of: data)
        guard version <= newest else {
            throw TokenStoreError(.corrupt, "Version \(version) is stored; this library reads up to \(newest).")
        }
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .secondsSince1970
        guard let document = try? decoder.decode(StoreDocument.self, from: data) else {
            throw TokenStoreError(.corrupt, "What is stored lacks a member.")
        }
        guard document.key == key else {
            throw TokenStoreError(.corrupt, "What is stored belongs to another client.")
        }
        return document.sessions
    }

    /// The version of a document, sealed or not.
    static func version(of data: Data) throws(TokenStoreError) -> Int {
        guard let header = try? JSONDecoder().decode(Header.self, from: data) else {
            throw TokenStoreError(.corrupt, "What is stored is not the JSON of this library.")
        }
        return header.version
    }

    private struct Header: Decodable {
        var version: Int
    }
}
