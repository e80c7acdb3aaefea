package import GatehouseWire

/// Determines the sectors of clients with pairwise subjects, when they register (OpenID Connect Core §8.1).
package struct SectorIdentifiers: Sendable {
    private let fetcher: any RemoteDocumentFetcher

    package init(fetcher: any RemoteDocumentFetcher) {
        self.fetcher = fetcher
    }

    /// Returns the sector of a client, which is a host.
    ///
    /// - Parameters:
    ///   - redirectURIs: The redirect URIs of the client.
    ///   - uri: The URL of a JSON array that must contain all of them; `nil` if they have one host in common.
    /// - Returns: The host of the URL, or of the redirect URIs.
    /// - Throws: `invalid_client_metadata`; `temporarily_unavailable` if the array cannot be fetched at the moment.
    package func sector(of redirectURIs: [String], listedAt uri: String?) async throws(OAuthError) -> String {
        guard let uri else { return try commonHost(of: redirectURIs) }
        guard let url = RemoteURL(uri), url.isEncrypted else {
            throw Self.invalid("The sector identifier must be an https URL without a fragment.")
        }
        let listed = try await list(at: url)
        guard Set(redirectURIs).isSubset(of: listed) else {
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

    private func commonHost(of redirectURIs: [String]) throws(OAuthError) -> String {
        let hosts = Set(redirectURIs.map { RedirectURI(rawValue: $0)?.host })
        guard hosts.count == 1, let host = hosts.first.flatMap(\.self) else {
            throw Self.invalid("Pairwise subjects of redirect URIs with several hosts require a sector identifier.")
        }
        return host
    }

    private func list(at url: RemoteURL) async throws(OAuthError) -> Set<String> {
        let document: RemoteDocument
        do throws(RemoteDocumentError) { document = try await fetcher.document(at: url, content: .json) } catch {
            guard !error.isTransient else { throw .busy }
            throw Self.invalid("The sector identifier document is not available: \(error).")
        }
        do throws(WireError) { return Set(try JSONCoding.decode([String].self, from: document.body)) } catch {
            throw Self.invalid("The sector identifier document must be a JSON array of redirect URIs.")
        }
    }

    private static func invalid(_ text: String) -> OAuthError { OAuthError(.invalidClientMetadata, text) }
}
