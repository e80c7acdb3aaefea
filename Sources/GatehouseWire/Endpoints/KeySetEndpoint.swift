package import HTTPTypes

/// The JSON Web Key Set endpoint (OpenID Connect Core §10.1).
package enum KeySetEndpoint: Endpoint {
    package typealias Request = EmptyRequest
    package typealias Response = JSONWebKeySet

    package static let method = HTTPRequest.Method.get
    package static let path = "/oauth2/keys"
    package static let errors: Set<OAuthErrorCode> = [.serverError, .temporarilyUnavailable]
}

/// A set of public keys (RFC 7517 §5).
public struct JSONWebKeySet: Sendable, Hashable {
    /// The keys in the order published.
    public let keys: [JSONWebKey]

    /// Creates a key set.
    package init(keys: [JSONWebKey]) {
        self.keys = keys
    }
}

extension JSONWebKeySet: Codable {
    /// An element of the array that may not be a supported key.
    private struct Candidate: Decodable {
        let key: JSONWebKey?

        init(from decoder: any Decoder) throws {
            key = try? JSONWebKey(from: decoder)
        }
    }

    private enum CodingKeys: CodingKey {
        case keys
    }

    /// Decodes a key set; unsupported keys are ignored (RFC 7517 §5).
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: `DecodingError` if there is no object with an array `keys`.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        keys = try container.decode([Candidate].self, forKey: .keys).compactMap(\.key)
    }
}

extension JSONWebKeySet: JSONResponse {
    /// Revalidated on each request, so that no client has a set without the newest key.
    package var fields: HTTPFields { [.contentType: "application/json", .cacheControl: "no-cache"] }
}
