package import GatehouseWire

/// Provides the keys that clients and trusted issuers publish at their `jwks_uri` (RFC 7591 §2).
package protocol PublishedKeySource: Sendable {
    /// Returns the keys at a URL.
    ///
    /// - Parameters:
    ///   - uri: The https URL of the keys.
    ///   - isRefreshed: Whether a signature matched none of the known keys, so that a newer set may contain its key.
    ///     The source limits how often it fetches.
    /// - Returns: The keys, possibly the same as before.
    /// - Throws: `temporarily_unavailable` if there are none at the moment: the signature may be valid.
    func keys(at uri: String, refreshed isRefreshed: Bool) async throws(OAuthError) -> JSONWebKeySet
}

extension RemoteKeySets: PublishedKeySource {}

/// The source of a server that fetches nothing.
package struct UnavailableKeys: PublishedKeySource {
    package init() {}

    package func keys(at uri: String, refreshed isRefreshed: Bool) async throws(OAuthError) -> JSONWebKeySet {
        throw .busy
    }
}
