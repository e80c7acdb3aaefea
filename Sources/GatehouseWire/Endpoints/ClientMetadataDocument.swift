package import Foundation

/// A client identifier that is the URL of the client's metadata (OAuth Client ID Metadata Document, draft 02, §3).
package struct ClientMetadataURL: Sendable, Hashable, CustomStringConvertible {
    /// The URL as sent: client identifiers are compared as strings.
    package let description: String
    /// The host in lower case, for the consent page.
    package let host: String

    /// Creates an identifier from a client identifier; `nil` for one that is not an `https` URL with a path, or has
    /// user information, a fragment, or a segment `.` or `..`.
    ///
    /// - Parameters:
    ///   - clientID: The client identifier.
    ///   - allowsLoopback: Whether `http` is allowed for hosts of the same machine, for development.
    package init?(_ clientID: String, allowsLoopback: Bool = false) {
        guard let uri = RedirectURI(rawValue: clientID), let host = uri.host,
            clientID.hasPrefix("https://") || allowsLoopback && clientID.hasPrefix("http://") && uri.isLoopback
        else { return nil }
        let rest = clientID.dropFirst(uri.scheme.count + "://".count).drop { $0 != "/" && $0 != "?" }
        guard rest.hasPrefix("/"), Self.segments(of: rest).allSatisfy({ $0 != "." && $0 != ".." }) else { return nil }
        description = clientID
        self.host = host
    }

    /// Returns the segments of the path with the escapes of dots decoded, as HTTP libraries decode them.
    private static func segments(of path: Substring) -> [Substring] {
        path.prefix { $0 != "?" }.lowercased().replacing("%2e", with: ".").split(separator: "/")
    }
}

/// The metadata document of a client (OAuth Client ID Metadata Document, draft 02, §4).
package struct ClientMetadataDocument: Sendable, Hashable, Codable {
    package let clientID: String
    package let metadata: ClientMetadata

    /// Creates a document of metadata without secrets.
    package init(clientID: String, metadata: ClientMetadata) {
        self.clientID = clientID
        self.metadata = metadata
    }

    /// Reads the document that was fetched from a URL.
    ///
    /// - Throws: `invalid_client_metadata` if `client_id` is not the URL, for shared secrets, for an authentication
    ///   method other than `none` and `private_key_jwt`, and as ``ClientMetadata/init(body:)``; `invalid_redirect_uri`.
    package init(body: Data, from url: ClientMetadataURL) throws(OAuthError) {
        metadata = try ClientMetadata(body: body)
        let information = try ClientMetadata.decode(ClientInformation.self, from: body)
        clientID = information.clientID
        guard clientID.utf8.elementsEqual(url.description.utf8) else {
            throw OAuthError(.invalidClientMetadata, "client_id must be the URL of the document.")
        }
        guard information.clientSecret == nil, information.clientSecretExpiresAt == nil else {
            throw OAuthError(.invalidClientMetadata, "The document must not contain a client secret.")
        }
        switch authenticationMethod {
        case .none: break
        case .privateKeyJWT:
            guard metadata.keySet != nil || metadata.jwksURI != nil else {
                throw OAuthError(
                    .invalidClientMetadata,
                    "The method \(ClientAuthenticationMethod.privateKeyJWT) requires jwks or jwks_uri."
                )
            }
        default:
            throw OAuthError(
                .invalidClientMetadata,
                "token_endpoint_auth_method must be \(ClientAuthenticationMethod.none) or "
                    + "\(ClientAuthenticationMethod.privateKeyJWT)."
            )
        }
    }

    /// The client authentication method; by default none, because the default of registrations needs a secret.
    package var authenticationMethod: ClientAuthenticationMethod { metadata.tokenEndpointAuthMethod ?? .none }

    private enum CodingKeys: String, CodingKey {
        case clientID = "client_id"
    }

    package init(from decoder: any Decoder) throws {
        clientID = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .clientID)
        metadata = try ClientMetadata(from: decoder)
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(clientID, forKey: .clientID)
        try metadata.encode(to: encoder)
    }
}
