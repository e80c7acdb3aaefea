import Crypto
import Foundation
package import GatehouseStore
package import GatehouseWire

/// The tenant names of the server's single directory.
package struct EntraTenants: Sendable {
    /// The directory's identifier, a UUID.
    package let id: String
    private let names: Set<String>

    /// The suffix of tenant names in domain form.
    private static let domain = ".onmicrosoft.com"

    init(names: [String], issuer: String) {
        id = Self.id(ofIssuer: issuer)
        let names = names.map { $0.lowercased() }
        self.names = Set(names + names.map { $0 + Self.domain } + [id])
    }

    /// Returns the directory's identifier, derived from the issuer, so that all nodes agree.
    static func id(ofIssuer issuer: String) -> String {
        UUID(bytes: SHA256.hash(data: Data("\(issuer) tenant".utf8)), version: 8).text
    }

    /// Returns the normalized name of a tenant; names are case-insensitive.
    ///
    /// - Throws: An error with `code` for an unknown tenant.
    package func resolve(_ segment: String?, as code: OAuthErrorCode = .invalidRequest) throws(EntraError) -> String {
        let name = Self.normalized(segment)
        guard names.contains(name) else {
            throw EntraError(code, EntraErrorNumber.invalidTenant, text: "Unknown tenant.")
        }
        return name
    }

    /// Returns whether a path segment names a tenant.
    package func contains(_ segment: String) -> Bool { names.contains(Self.normalized(segment)) }

    /// Returns the normalized segment; an empty string if it is longer than any name.
    private static func normalized(_ segment: String?) -> String {
        guard let segment, segment.utf8.count <= lengthLimit else { return "" }
        return (segment.removingPercentEncoding ?? "").lowercased()
    }

    /// The maximum length of a segment: a name of 63 bytes with the domain, percent-encoded.
    private static let lengthLimit = 256
}

/// The rules for clients of native authentication.
package struct EntraClientPolicy: Sendable {
    let records: RecordLookup
    let requests: RequestLimiter

    /// Returns the native app of a request, and counts the request against its limit.
    ///
    /// - Throws: `unauthorized_client` for an unknown client, `invalid_client` for one that is confidential or not
    ///   registered for native authentication.
    package func admit(_ form: Parameters, context: RequestMetadata) async throws(EntraError) -> Client {
        guard let id = form[.clientID] else { throw EntraError(Parameters.entraInvalid(.clientID)) }
        let found: Client?
        do { found = try await records.client(Client.ID(id)) } catch { throw EntraError(error) }
        guard let client = found else {
            throw EntraError(
                .unauthorizedClient,
                EntraErrorNumber.unknownClient,
                text: "Unknown client."
            )
        }
        guard !client.isConfidential else {
            throw EntraError(
                .invalidClient,
                EntraErrorNumber.confidentialClient,
                text: "Native authentication requires a public client."
            )
        }
        guard client.native != nil else {
            throw EntraError(
                .invalidClient,
                EntraErrorNumber.nativeDisabled,
                suberror: .nativeDisabled,
                text: "The client is not authorized to use native authentication."
            )
        }
        do { try requests.countRequest(of: client, context) } catch { throw EntraError(error) }
        return client
    }
}

extension Client {
    /// Rejects cross-origin requests from web origins that the client is not registered for; requests without an origin
    /// pass.
    ///
    /// - Throws: `unauthorized_client`.
    package func admit(origin: String?) throws(EntraError) {
        guard let origin, let origins = native?.origins, !origins.contains(origin), !origins.contains("*") else {
            return
        }
        throw EntraError(
            .unauthorizedClient,
            EntraErrorNumber.unknownOrigin,
            text: "The client is not authorized to use this web origin."
        )
    }
}

/// The metadata document of a tenant.
///
/// Issuer, keys and accounts are the server's: a tenant has only its own endpoint URLs.
package struct EntraMetadataHandler: Sendable {
    let discovery: DiscoveryHandler
    let issuer: String

    /// Returns the metadata of a tenant.
    package func metadata(ofTenant tenant: String) -> ServerMetadata {
        var metadata = discovery.metadata
        let base = issuer + "/" + tenant
        metadata.authorizationEndpoint = Self.url(EntraAuthorizationEndpoint.self, base)
        metadata.tokenEndpoint = Self.url(EntraTokenEndpoint.self, base)
        metadata.authorizationChallengeEndpoint = nil
        metadata.pushedAuthorizationRequestEndpoint = nil
        metadata.dpopSigningAlgorithms = nil
        metadata.jwksURI = Self.url(EntraKeySetEndpoint.self, base)
        metadata.deviceAuthorizationEndpoint = Self.url(EntraDeviceCodeEndpoint.self, base)
        metadata.endSessionEndpoint = Self.url(EntraEndSessionEndpoint.self, base)
        metadata.claimsSupported = metadata.claimsSupported.map { $0 + [.objectID, .tenantID, .tokenVersion] }
        return metadata
    }

    private static func url<E: Endpoint>(_ endpoint: E.Type, _ base: String) -> URL? { URL(string: base + E.path) }
}
