package import Foundation

/// An app's API key, which contains its client identifier and the endpoints of its server.
///
/// Three parts in standard base64, separated by dots: header, payload, and the issuer's signature of both (RSA, PKCS #1
/// v1.5 over SHA-256). An app cannot verify the signature, because a key does not identify the signing key; nothing in
/// it is secret.
package struct AmazonAPIKey: Sendable, Hashable {
    /// The endpoints of the server.
    package struct Endpoints: Sendable, Hashable, Codable {
        package var authorization: URL
        /// The token endpoint, beside which all others except the authorization endpoint are located.
        package var token: URL
        /// The revocation endpoint; Amazon's own keys contain none.
        package var revocation: URL?

        package init(authorization: URL, token: URL, revocation: URL?) {
            self.authorization = authorization
            self.token = token
            self.revocation = revocation
        }

        private enum CodingKeys: String, CodingKey {
            case authorization = "authz"
            case token = "tokenExchange"
            case revocation
        }
    }

    package var endpoints: Endpoints
    package var clientID: String
    package var bundleID: String
    package var issuer: String?
    /// The identifier of the key, a UUID.
    package var id: String?
    /// The time of issue in milliseconds since 1970.
    package var issuedAt: Int64?

    package init(
        endpoints: Endpoints,
        clientID: String,
        bundleID: String,
        issuer: String?,
        id: String?,
        issuedAt: Int64?
    ) {
        self.endpoints = endpoints
        self.clientID = clientID
        self.bundleID = bundleID
        self.issuer = issuer
        self.id = id
        self.issuedAt = issuedAt
    }

    /// Creates a key for the server with this issuer.
    package init?(issuer: String, clientID: String, bundleID: String, id: String, issuedAt: Int64) {
        guard let url = URL(string: issuer) else { return nil }
        self.init(
            endpoints: Endpoints(
                authorization: AmazonAuthorizationEndpoint.url(issuer: url),
                token: AmazonTokenEndpoint.url(issuer: url),
                revocation: AmazonRevocationEndpoint.url(issuer: url)
            ),
            clientID: clientID,
            bundleID: bundleID,
            issuer: issuer,
            id: id,
            issuedAt: issuedAt
        )
    }

    /// The base URL of the token endpoint, from which the others are derived.
    package var base: URL? {
        let text = endpoints.token.absoluteString
        guard text.lowercased().hasSuffix(AmazonTokenEndpoint.path) else { return nil }
        return URL(string: String(text.dropLast(AmazonTokenEndpoint.path.count)))
    }
}

extension AmazonAPIKey {
    /// Parses a key; white space is ignored.
    ///
    /// - Throws: `WireError` if the key does not have three parts or lacks a required member.
    package init(_ text: String) throws(WireError) {
        let parts = text.filter { !$0.isWhitespace }.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let header = Data(base64Encoded: String(parts[0])),
            let body = Data(base64Encoded: String(parts[1])), Data(base64Encoded: String(parts[2])) != nil
        else { throw WireError("The API key must have three base64-encoded parts.") }
        guard try JSONCoding.decode(Header.self, from: header).algorithm == Header.current.algorithm else {
            throw WireError("The signature algorithm of the API key is not supported.")
        }
        let payload = try JSONCoding.decode(Payload.self, from: body)
        guard payload.type == Payload.type else { throw WireError("The text is not an API key.") }
        self.init(
            endpoints: payload.endpoints,
            clientID: payload.clientID,
            bundleID: payload.bundleID,
            issuer: payload.issuer,
            id: payload.id,
            issuedAt: payload.issuedAt.flatMap { Int64($0) }
        )
    }

    /// The signed part of the key: header and payload.
    package var unsigned: String {
        let name = AmazonIdentifier.name(ofClient: clientID)
        let payload = Payload(
            endpoints: endpoints,
            clientID: clientID,
            familyID: AmazonIdentifier.application.make(name),
            bundleSeedID: bundleID,
            bundleID: bundleID,
            issuer: issuer,
            type: Payload.type,
            variantID: AmazonIdentifier.variant.make(name),
            applicationID: AmazonIdentifier.variant.make(name),
            id: id,
            issuedAt: issuedAt.map { String($0) }
        )
        return [JSONCoding.encode(Header.current), JSONCoding.encode(payload)]
            .map { $0.base64EncodedString() }.joined(separator: ".")
    }

    /// Returns the complete key.
    package func text(signature: Data) -> String {
        unsigned + "." + signature.base64EncodedString()
    }

    private struct Header: Codable {
        let algorithm: String
        let version: String?

        static let current = Header(algorithm: "RSA-SHA256", version: "1")

        enum CodingKeys: String, CodingKey {
            case algorithm = "alg"
            case version = "ver"
        }
    }

    private struct Payload: Codable {
        static let type = "APIKey"

        var version: String? = "3"
        let endpoints: Endpoints
        let clientID: String
        let familyID: String?
        let bundleSeedID: String?
        let bundleID: String
        let issuer: String?
        let type: String
        let variantID: String?
        let applicationID: String?
        let id: String?
        let issuedAt: String?
        var trustPool: JSONValue? = .null

        enum CodingKeys: String, CodingKey {
            case version = "ver"
            case endpoints
            case clientID = "clientId"
            case familyID = "appFamilyId"
            case bundleSeedID = "bundleSeedId"
            case bundleID = "bundleId"
            case issuer = "iss"
            case type, trustPool
            case variantID = "appVariantId"
            case applicationID = "appId"
            case id
            case issuedAt = "iat"
        }
    }
}
