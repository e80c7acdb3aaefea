import Foundation

/// How the first version of this library reads and writes what is stored: a copy of its types that never changes.
///
/// What is written today has to be read by it as long as people may go back to it, and what it writes then by today's.
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
        var grants: [Grant]
        var current: String?
        var outbox: [Revocation]
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
        var spares: [Spare]?
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

    struct Spare: Codable, Equatable {
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
    /// What it does not know is not in it: the first version carried nothing over.
    static func write(_ document: Document) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .secondsSince1970
        return try encoder.encode(document)
    }
}
