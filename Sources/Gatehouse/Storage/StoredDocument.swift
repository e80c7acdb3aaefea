import Foundation
import GatehouseWire

/// The format of a file or keychain item: the sessions, their key and the format version.
///
/// Later versions may add optional members without increasing the version number. See
/// `docs/decisions/0021-tokens-at-rest-on-linux.md`.
struct StoredDocument: Codable {
    private static let newest = 1

    private var version: Int
    private var key: TokenStoreKey
    private var sessions: StoredSessions

    /// Encodes the newest version, with the members that a later version added to the replaced document.
    static func encode(
        _ sessions: StoredSessions,
        for key: TokenStoreKey,
        adding unknownMembers: UnknownJSONMembers? = nil
    ) throws(TokenStoreError) -> Data {
        let document = try write(sessions, key)
        return unknownMembers?.added(to: document) ?? document
    }

    /// Returns the members that a later version has added to a document.
    ///
    /// - Parameters:
    ///   - document: The document.
    ///   - sessions: The sessions decoded from it.
    ///   - key: The client.
    /// - Returns: `nil` if this version knows all members.
    /// - Throws: ``TokenStoreError`` if the sessions cannot be encoded.
    static func unknownMembers(
        of document: Data,
        readAs sessions: StoredSessions,
        for key: TokenStoreKey
    ) throws(TokenStoreError) -> UnknownJSONMembers? {
        UnknownJSONMembers(of: document, known: try write(sessions, key))
    }

    private static func write(_ sessions: StoredSessions, _ key: TokenStoreKey) throws(TokenStoreError) -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .secondsSince1970
        do {
            return try encoder.encode(StoredDocument(version: newest, key: key, sessions: sessions))
        } catch {
            throw TokenStoreError(.unavailable, "The sessions could not be encoded.")
        }
    }

    /// Decodes any version up to the newest.
    static func decode(_ data: Data, for key: TokenStoreKey) throws(TokenStoreError) -> StoredSessions {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .secondsSince1970
        let document = try? decoder.decode(StoredDocument.self, from: data)
        let version = if let document { document.version } else { try version(of: data) }
        guard version <= newest else {
            throw TokenStoreError(.corrupt, "Format version \(version) is not supported; the newest is \(newest).")
        }
        guard let document else { throw TokenStoreError(.corrupt, "The stored document lacks a member.") }
        guard document.key == key else {
            throw TokenStoreError(.corrupt, "The stored document belongs to another client.")
        }
        return document.sessions
    }

    /// Returns the version of a document, encrypted or not.
    static func version(of data: Data) throws(TokenStoreError) -> Int {
        guard let header = try? JSONDecoder().decode(Header.self, from: data) else {
            throw TokenStoreError(.corrupt, "The stored document is not valid JSON of this library.")
        }
        return header.version
    }

    private struct Header: Decodable {
        var version: Int
    }

    /// Returns whether data is an unencrypted document of a version up to the newest.
    static func isSupported(_ data: Data) -> Bool {
        guard let outline = try? JSONDecoder().decode(Outline.self, from: data) else { return false }
        return outline.version <= newest
    }

    /// Returns whether a document contains a session; `true` if it cannot be decoded.
    static func hasSessions(_ data: Data) -> Bool {
        guard let outline = try? JSONDecoder().decode(Outline.self, from: data) else { return true }
        return !outline.sessions.sessions.isEmpty
    }

    private struct Outline: Decodable {
        struct Sessions: Decodable {
            struct Session: Decodable {}

            var sessions: [Session]
        }

        var version: Int
        var sessions: Sessions
    }
}

/// The members of a document that this version does not know and would lose when it writes the document.
///
/// They are added to the next document, so that a later version finds them again. Elements of arrays are matched by
/// their member `id`; members of removed elements are dropped.
struct UnknownJSONMembers {
    /// The unknown part of a value.
    private indirect enum Remainder {
        /// The whole value.
        case whole(JSONValue)
        /// Members of a known object.
        case members([String: Remainder])
        /// Members of known elements.
        case elements([(id: JSONValue, remainder: Remainder)])
    }

    private let remainder: Remainder

    /// Compares a stored document with the same document as encoded by this version; `nil` if they have the same
    /// members.
    init?(of stored: Data, known: Data) {
        guard stored != known,
            let stored = try? JSONDecoder().decode(JSONValue.self, from: stored),
            let known = try? JSONDecoder().decode(JSONValue.self, from: known),
            let remainder = Self.remainder(of: stored, known)
        else { return nil }
        self.remainder = remainder
    }

    /// Returns the document with the unknown members added.
    func added(to document: Data) -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let known = try? JSONDecoder().decode(JSONValue.self, from: document),
            let data = try? encoder.encode(Self.sum(of: known, remainder))
        else { return document }
        return data
    }

    private static func remainder(of stored: JSONValue, _ known: JSONValue) -> Remainder? {
        switch (stored, known) {
        case (.object(let stored), .object(let known)):
            var remainder: [String: Remainder] = [:]
            for (name, member) in stored where member != .null {
                remainder[name] =
                    if let known = known[name] { Self.remainder(of: member, known) } else { .whole(member) }
            }
            return remainder.isEmpty ? nil : .members(remainder)
        case (.array(let stored), .array(let known)):
            let remainder = stored.compactMap { element -> (JSONValue, Remainder)? in
                guard let id = element["id"], let same = known.first(where: { $0["id"] == id }) else { return nil }
                return Self.remainder(of: element, same).map { (id, $0) }
            }
            return remainder.isEmpty ? nil : .elements(remainder)
        default:
            return nil
        }
    }

    private static func sum(of known: JSONValue, _ remainder: Remainder) -> JSONValue {
        switch (known, remainder) {
        case (.object(var members), .members(let remainder)):
            for (name, remainder) in remainder {
                switch (members[name], remainder) {
                case (let member?, _): members[name] = sum(of: member, remainder)
                case (nil, .whole(let value)): members[name] = value
                // Members cannot be kept without the object they belong to.
                case (nil, _): break
                }
            }
            return .object(members)
        case (.array(let known), .elements(let remainder)):
            return .array(
                known.map { element in
                    remainder.first { $0.id == element["id"] }.map { sum(of: element, $0.remainder) } ?? element
                }
            )
        default:
            return known
        }
    }
}
