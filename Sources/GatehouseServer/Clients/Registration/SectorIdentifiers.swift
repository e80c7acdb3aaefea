import Foundation
package import GatehouseWire

/// Determines the sectors of clients with pairwise subjects, when they register (OpenID Connect Core §8.1).
package struct SectorIdentifiers: Sendable {
    /// The number of seconds for which a document that lacks a redirect URI is not fetched again.
    private static let refreshInterval: TimeInterval = 30

    /// The maximum number of redirect URIs of a document, which are kept in memory.
    package static let maximumURIs = 1_000

    /// The redirect URIs that each document lists.
    private let cache: RemoteDocumentCache<Set<String>>

    package init(fetcher: any RemoteDocumentFetcher, environment: ServerEnvironment) {
        cache = RemoteDocumentCache(
            fetcher: fetcher,
            environment: environment,
            caching: .metadata
        ) { document, _ throws(RemoteDocumentError) in
            let list = try? JSONCoding.decode([String].self, from: document.body)
            guard let list, list.count <= Self.maximumURIs else {
                throw .invalidDocument(
                    "The sector identifier document must be a JSON array of at most \(Self.maximumURIs) redirect URIs."
                )
            }
            return Set(list)
        }
    }

    /// Returns the sector of a client, which is a host.
    ///
    /// - Parameters:
    ///   - redirectURIs: The redirect URIs of the client.
    ///   - uri: The URL of a JSON array that must contain all of them; `nil` if they have one host in common.
    /// - Returns: The host of the URL, or of the redirect URIs.
    /// - Throws: `invalid_client_metadata`; `temporarily_unavailable` if the array cannot be fetched at the moment.
    package func sector(of redirectURIs: [String], listedAt uri: String?) async throws(OAuthError) -> String {
        guard let uri else { return try RegistrationPolicy.sector(of: redirectURIs) }
        guard let url = RemoteURL(uri), url.isEncrypted else {
            throw Self.invalid("The sector identifier must be an https URL without a fragment.")
        }
        guard try await areListed(Set(redirectURIs), at: url) else {
            throw Self.invalid("The sector identifier document does not contain all redirect URIs.")
        }
        return url.host
    }

    /// Returns the sector of a client from its metadata; `nil` for public subject identifiers.
    ///
    /// OpenID Connect Registration §5: the document is validated also for clients with public subject identifiers.
    func sector(of metadata: ClientMetadata) async throws(OAuthError) -> String? {
        let isPairwise = metadata.subjectType == .pairwise
        guard isPairwise || metadata.sectorIdentifierURI != nil else { return nil }
        let sector = try await sector(
            of: metadata.redirectURIs ?? [],
            listedAt: metadata.sectorIdentifierURI
        )
        return isPairwise ? sector : nil
    }

    /// Returns whether a document contains redirect URIs.
    private func areListed(_ redirectURIs: Set<String>, at url: RemoteURL) async throws(OAuthError) -> Bool {
        do throws(RemoteDocumentError) {
            if redirectURIs.isSubset(of: try await cache.value(at: url)) { return true }
            // The document may have changed since it was fetched.
            let newer = try await cache.newerValue(at: url, interval: Self.refreshInterval)
            return newer.map { redirectURIs.isSubset(of: $0) } ?? false
        } catch {
            guard !error.isTransient else { throw .busy }
            if case .invalidDocument(let rule) = error { throw Self.invalid(rule) }
            throw Self.invalid("The sector identifier document is not available: \(error).")
        }
    }

    private static func invalid(_ text: String) -> OAuthError { OAuthError(.invalidClientMetadata, text) }
}
