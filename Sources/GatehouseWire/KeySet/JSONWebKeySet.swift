package import HTTPTypes

/// Public keys (RFC 7517 §5).
public struct JSONWebKeySet: Sendable, Hashable {
    /// The keys in the order they were published.
    public let keys: [JSONWebKey]

    /// A set of keys.
    package init(keys: [JSONWebKey]) {
        self.keys = keys
    }
}

extension JSONWebKeySet: Codable {
    /// A key of which nothing is known but that it is there.
    private struct Candidate: Decodable {
        let key: JSONWebKey?

        init(from decoder: any Decoder) throws {
            key = try? JSONWebKey(from: decoder)
        }
    }

    private enum CodingKeys: CodingKey {
        case keys
    }

    /// Reads a set; keys that are not understood are passed over (RFC 7517 §5).
    ///
    /// - Parameter decoder: Where the object is read from.
    /// - Throws: `DecodingError` when there is no object with an array `keys`.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        keys = try container.decode([Candidate].self, forKey: .keys).compactMap(\.key)
    }
}

extension JSONWebKeySet: JSONResponse {
    /// Asked for anew each time, so that nobody holds a set that lacks the key of the newest token.
    package var fields: HTTPFields { [.contentType: "application/json", .cacheControl: "no-cache"] }
}
