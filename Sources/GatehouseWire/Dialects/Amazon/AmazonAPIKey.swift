package import Foundation

/// The API key of an app: what it is called, and where its server is, in one text.
///
/// Three parts in standard base64, parted by dots: header, payload, and the signature of both by whoever issued it (RSA, PKCS #1 v1.5 over SHA-256).
/// An app cannot check the signature, because a key does not say whose key signed it; nothing in it is a secret.
package struct AmazonAPIKey: Sendable, Hashable {
    /// Where the server is.
    package struct Endpoints: Sendable, Hashable, Codable {
        package var authorization: URL
        /// All endpoints but the authorization endpoint stand beside this one.
        package var token: URL
        /// Where sign-outs are heard; Amazon's own keys name none.
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
    /// The key's own name, a UUID.
    package var id: String?
    /// Milliseconds since 1970.
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

    /// A key of the server that has this issuer.
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

    /// The server that the token endpoint belongs to, below which the others are found.
    package var base: URL? {
        let text = endpoints.token.absoluteString
        guard text.lowercased().hasSuffix(AmazonTokenEndpoint.path) else { return nil }
        return URL(string: String(text.dropLast(AmazonTokenEndpoint.path.count)))
    }
}
