package import Foundation
package import GatehouseWire

/// The keys that other parties publish: clients at their `jwks_uri`, and trusted issuers.
package struct RemoteKeySets: Sendable {
    /// The minimum number of seconds between two fetches because of unknown keys, which cost an attacker nothing.
    package static let refreshInterval: TimeInterval = 30
    /// The maximum number of keys of a set: each verification reads all of them, also that of a forged signature.
    package static let maximumKeys = 100

    private let trusted: RemoteDocumentCache<JSONWebKeySet>
    private let others: RemoteDocumentCache<JSONWebKeySet>

    /// Creates empty caches.
    ///
    /// - Parameters:
    ///   - fetcher: Fetches the keys of trusted parties.
    ///   - other: Fetches those of other parties, which may have named any number of hosts that do not respond. It has
    ///     threads of its own.
    ///   - environment: Clock and logger.
    package init(
        fetcher: any RemoteDocumentFetcher,
        untrusted other: any RemoteDocumentFetcher,
        environment: ServerEnvironment
    ) {
        trusted = Self.cache(fetcher, environment)
        others = Self.cache(other, environment)
    }

    private static func cache(
        _ fetcher: any RemoteDocumentFetcher,
        _ environment: ServerEnvironment
    ) -> RemoteDocumentCache<JSONWebKeySet> {
        RemoteDocumentCache(
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
    ///   - isTrusted: Whether the configuration names the URL, or a client that an operator vouches for.
    ///   - isRefreshed: Whether a signature matched none of the known keys, so that a newer set may contain its key.
    /// - Returns: The keys, possibly the same as before; none if the other server has withdrawn or damaged them.
    /// - Throws: `temporarily_unavailable` if they cannot be fetched at the moment: the signature may be valid.
    package func keys(
        at uri: String,
        ofTrustedParty isTrusted: Bool,
        refreshed isRefreshed: Bool
    ) async throws(OAuthError) -> JSONWebKeySet {
        guard let url = RemoteURL(uri) else { return JSONWebKeySet(keys: []) }
        let cache = isTrusted ? trusted : others
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
