package import Foundation
package import GatehouseWire

/// The keys that other parties publish: clients at their `jwks_uri`, and trusted issuers.
package struct RemoteKeySets: Sendable {
    /// The minimum number of seconds between two fetches because of unknown keys, which cost an attacker nothing.
    package static let refreshInterval: TimeInterval = 30
    /// The maximum number of keys of a set: each verification reads all of them, also that of a forged signature.
    package static let maximumKeys = 100

    private let cache: RemoteDocumentCache<JSONWebKeySet>

    package init(fetcher: any RemoteDocumentFetcher, environment: ServerEnvironment) {
        cache = RemoteDocumentCache(
            fetcher: fetcher,
            environment: environment,
            caching: .keySets
        ) { document, _ throws(RemoteDocumentError) in
            let set: JSONWebKeySet
            do throws(WireError) { set = try JSONCoding.decode(JSONWebKeySet.self, from: document.body) } catch {
                throw .invalidDocument(error.message)
            }
            guard set.keys.count <= Self.maximumKeys else {
                throw .invalidDocument("The key set has more than \(Self.maximumKeys) keys.")
            }
            return set
        }
    }

    /// Returns the keys at a URL.
    ///
    /// - Parameters:
    ///   - uri: The URL.
    ///   - isRefreshed: Whether a signature matched none of the known keys, so that a newer set may contain its key.
    /// - Returns: The keys, possibly the same as before; none if the other server has withdrawn or damaged them.
    /// - Throws: `temporarily_unavailable` if they cannot be fetched at the moment: the signature may be valid.
    package func keys(at uri: String, refreshed isRefreshed: Bool) async throws(OAuthError) -> JSONWebKeySet {
        guard let url = RemoteURL(uri) else { return JSONWebKeySet(keys: []) }
        do throws(RemoteDocumentError) {
            if isRefreshed, let newer = try await cache.newerValue(at: url, interval: Self.refreshInterval) {
                return newer
            }
            return try await cache.value(at: url)
        } catch {
            guard error.isTransient else { return JSONWebKeySet(keys: []) }
            throw .busy
        }
    }
}
