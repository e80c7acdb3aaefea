import Foundation

/// The first version of the storage format: a copy of its types that never changes.
///
/// Both directions must work as long as users may downgrade: the first version reads the current format, and the
/// current version reads what the first version writes.
enum FirstFormat {
    struct Document: Codable, Equatable {
        var version: Int
        var key: Key
        var sessions: Sessions
    }

    struct Key: Codable, Equatable {
        var issuer: String
        var clientID: String
    }

    struct Sessions: Codable, Equatable {
        var generation: UInt64
        var sessions: [Grant]
        var current: String?
        var pendingRevocations: [Revocation]
    }

    struct Grant: Codable, Equatable {
        var id: String
        var account: Account
        var scopes: String
        var access: String
        var expires: Date
        var refresh: String?
        var identity: String?
        var profile: Profile?
        var cachedTokens: [CachedToken]?
    }

    struct Account: Codable, Equatable {
        var id: String
        var name: String?
        var email: String?
    }

    struct Profile: Codable, Equatable {
        var claims: [String: String]
        var fetchedAt: Date
    }

    struct CachedToken: Codable, Equatable {
        var scopes: String
        var accessToken: String
        var expiresAt: Date
    }

    struct Revocation: Codable, Equatable {
        var id: String
        var token: String
        var since: Date
    }

    struct TooNew: Error, Equatable {
        var version: Int
    }

    static func read(_ data: Data) throws -> Document {
        struct Header: Decodable { var version: Int }
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .secondsSince1970
        let version = try decoder.decode(Header.self, from: data).version
        guard version <= 1 else { throw TooNew(version: version) }
        return try decoder.decode(Document.self, from: data)
    }

    /// Drops unknown members, as the first version did.
    static func write(_ document: Document) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .secondsSince1970
        return try encoder.encode(document)
    }
}
