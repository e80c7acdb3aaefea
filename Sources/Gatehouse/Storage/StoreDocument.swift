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

    /// Writes the newest version, and into it what a later version has added to the document that is replaced.
    static func encode(
        _ sessions: StoredSessions,
        for key: TokenKey,
        adding rest: JSONRemainder? = nil
    ) throws(TokenStoreError) -> Data {
        let document = try write(sessions, key)
        return rest?.added(to: document) ?? document
    }

    /// What a later version has added to a document.
    ///
    /// - Parameters:
    ///   - document: The document.
    ///   - sessions: What it was read as.
    ///   - key: Whose it is.
    /// - Returns: `nil` when this version knows all of it.
    /// - Throws: ``TokenStoreError`` when the sessions cannot be written.
    static func rest(
        of document: Data,
        readAs sessions: StoredSessions,
        for key: TokenKey
    ) throws(TokenStoreError) -> JSONRemainder? {
        JSONRemainder(of: document, known: try write(sessions, key))
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
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .secondsSince1970
        let document = try? decoder.decode(StoreDocument.self, from: data)
        let version = if let document { document.version } else { try version(of: data) }
        guard version <= newest else {
            throw TokenStoreError(.corrupt, "Version \(version) is stored; this library reads up to \(newest).")
        }
        guard let document else { throw TokenStoreError(.corrupt, "What is stored lacks a member.") }
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
