import Foundation
package import GatehouseWire

/// What the server can do, told to Entra's clients under the name of a tenant.
///
/// Issuer, keys and people are the server's: a tenant is another set of addresses, and nothing more.
package struct EntraMetadataHandler: Sendable {
    let discovery: DiscoveryHandler
    let issuer: String

    /// Answers one request.
    package func metadata(ofTenant tenant: String) -> ServerMetadata {
        var metadata = discovery.metadata
        let base = issuer + "/" + tenant
        metadata.authorizationEndpoint = Self.url(EntraAuthorizationEndpoint.self, base)
        metadata.tokenEndpoint = Self.url(EntraTokenEndpoint.self, base)
        metadata.jwksURI = Self.url(EntraKeySetEndpoint.self, base)
        metadata.deviceAuthorizationEndpoint = Self.url(EntraDeviceCodeEndpoint.self, base)
        metadata.endSessionEndpoint = Self.url(EntraEndSessionEndpoint.self, base)
        metadata.claimsSupported = metadata.claimsSupported.map { $0 + [.objectID, .tenantID, .tokenVersion] }
        return metadata
    }

    private static func url<E: Endpoint>(_ endpoint: E.Type, _ base: String) -> URL? { URL(string: base + E.path) }
}
