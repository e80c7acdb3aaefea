package import HTTPTypes

/// The metadata of a protected resource (RFC 9728 §2); absent members are `nil`.
public struct ProtectedResourceMetadata: Sendable, Hashable, Codable {
    /// The resource identifier; identical to the audience of its tokens.
    public var resource: String
    /// The issuer identifiers of the authorization servers that issue tokens for the resource.
    public var authorizationServers: [String]?
    /// The scopes of the resource.
    public var scopesSupported: [Scope]?
    /// The ways to send a bearer token; the server of this package accepts `header` only.
    public var bearerMethodsSupported: [String]?
    /// The name of the resource shown to users.
    public var resourceName: String?
    /// The URL of the documentation for developers.
    public var resourceDocumentation: String?
    /// The algorithms that DPoP proofs may be signed with.
    public var dpopSigningAlgorithms: [SigningAlgorithm]?
    /// A Boolean value that indicates whether the resource accepts only tokens that are bound to a key.
    public var requiresDPoP: Bool?

    /// Creates the metadata of a resource; the other members can be set afterwards.
    ///
    /// - Parameters:
    ///   - resource: The resource identifier: an `https` URL without a fragment.
    ///   - authorizationServers: The issuer identifiers of the authorization servers.
    ///   - scopesSupported: The scopes of the resource.
    public init(resource: String, authorizationServers: [String]? = nil, scopesSupported: [Scope]? = nil) {
        self.resource = resource
        self.authorizationServers = authorizationServers
        self.scopesSupported = scopesSupported
    }

    private enum CodingKeys: String, CodingKey {
        case resource
        case authorizationServers = "authorization_servers"
        case scopesSupported = "scopes_supported"
        case bearerMethodsSupported = "bearer_methods_supported"
        case resourceName = "resource_name"
        case resourceDocumentation = "resource_documentation"
        case dpopSigningAlgorithms = "dpop_signing_alg_values_supported"
        case requiresDPoP = "dpop_bound_access_tokens_required"
    }
}

extension ProtectedResourceMetadata: JSONResponse {
    package var fields: HTTPFields { .publicJSON(maxAge: 300) }
}

/// The metadata endpoint of protected resources (RFC 9728 §3).
package enum ProtectedResourceMetadataEndpoint: Endpoint {
    package typealias Request = EmptyRequest
    package typealias Response = ProtectedResourceMetadata

    package static let method = HTTPRequest.Method.get
    /// The path for a resource whose identifier has none; other resources insert it before their own path.
    package static let path = "/.well-known/oauth-protected-resource"
    package static let errors: Set<OAuthErrorCode> = [.serverError, .temporarilyUnavailable]

    /// Returns the URL of the metadata of a resource; `nil` if its identifier is not an `https` or `http` URL.
    package static func url(resource: String) -> String? { WellKnownURL.inserting(path, into: resource) }

    /// Returns the path and query of ``url(resource:)``.
    package static func path(resource: String) -> String? { WellKnownURL.path(inserting: path, into: resource) }
}
