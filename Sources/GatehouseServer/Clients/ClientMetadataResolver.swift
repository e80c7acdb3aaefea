package import GatehouseWire

/// Looks up clients whose identifier is the URL of their metadata.
package struct ClientMetadataResolver: Sendable {
    package let policy: ClientMetadataPolicy
    private let cache: RemoteDocumentCache<MetadataDocumentClient>

    package init(policy: ClientMetadataPolicy, fetcher: any RemoteDocumentFetcher, environment: ServerEnvironment) {
        self.policy = policy
        cache = RemoteDocumentCache(
            fetcher: fetcher,
            environment: environment,
            caching: .metadata
        ) { document, url throws(RemoteDocumentError) in
            guard let url = policy.url(url.text) else {
                throw .invalidDocument("The URL is not a client identifier.")
            }
            do throws(OAuthError) {
                return try policy.client(ClientMetadataDocument(body: document.body, from: url), at: url)
            } catch {
                throw .invalidDocument(error.description)
            }
        }
    }

    /// Returns the client with an identifier; `nil` if the identifier is not the URL of a document that is accepted.
    ///
    /// Call it after all checks that need no network.
    ///
    /// - Throws: `invalid_client` for a missing or invalid document; `temporarily_unavailable` if it cannot be fetched
    ///   at the moment. Both are shown on an error page, because no redirect URI is known.
    package func client(_ clientID: String) async throws(OAuthError) -> CachedDocument<MetadataDocumentClient>? {
        guard let url = policy.url(clientID), let remote = RemoteURL(url.description) else { return nil }
        do throws(RemoteDocumentError) { return try await cache.document(at: remote) } catch {
            guard !error.isTransient else { throw .busy }
            let reason = if case .invalidDocument(let rule) = error { rule } else { "\(error)." }
            throw OAuthError(.invalidClient, "The client's metadata document is not valid: \(reason)")
        }
    }
}
