package import GatehouseWire

/// Looks up the metadata of clients whose identifier is its URL.
package struct ClientMetadataResolver: Sendable {
    package let policy: ClientMetadataPolicy
    private let cache: RemoteDocumentCache<ClientMetadata>

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
                return try policy.metadata(of: ClientMetadataDocument(body: document.body, from: url), at: url)
            } catch {
                throw .invalidDocument(error.description)
            }
        }
    }

    /// Returns the metadata of a client; `nil` if its identifier is not the URL of a document that is accepted.
    ///
    /// Call it after all checks that need no network.
    ///
    /// - Throws: `invalid_client` for a missing or invalid document; `temporarily_unavailable` if it cannot be fetched
    ///   at the moment. Both are shown on an error page, because no redirect URI is known.
    package func metadata(of clientID: String) async throws(OAuthError) -> CachedDocument<ClientMetadata>? {
        guard let url = policy.url(clientID), let remote = RemoteURL(url.description) else { return nil }
        do throws(RemoteDocumentError) { return try await cache.document(at: remote) } catch {
            guard !error.isTransient else { throw .busy }
            let reason = if case .invalidDocument(let rule) = error { rule } else { "\(error)." }
            throw Self.invalidDocument(reason)
        }
    }

    /// Returns the error for a client whose document is missing or violates a rule.
    ///
    /// - Parameter reason: The reason, as a sentence.
    /// - Returns: `invalid_client`.
    static func invalidDocument(_ reason: String) -> OAuthError {
        OAuthError(.invalidClient, "The client's metadata document is not valid: \(reason)")
    }
}
