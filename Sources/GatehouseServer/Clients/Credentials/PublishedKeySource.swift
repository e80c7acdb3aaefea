package import GatehouseWire

/// Provides the keys that clients publish at their `jwks_uri` (RFC 7591 §2), and trusted issuers at theirs.
package protocol PublishedKeySource: Sendable {
    /// Returns the keys of a client or issuer.
    ///
    /// - Parameters:
    ///   - uri: The https URL of the keys.
    ///   - isTrusted: Whether the configuration names the URL, or a client that an operator vouches for. Other clients
    ///     never delay the keys of these.
    ///   - isRefreshed: Whether a signature matched none of the known keys, so that a newer set may contain its key.
    ///     The source limits how often it fetches.
    /// - Returns: The keys, possibly the same as before.
    /// - Throws: `temporarily_unavailable` if there are none at the moment: the signature may be valid.
    func keys(
        at uri: String,
        ofTrustedParty isTrusted: Bool,
        refreshed isRefreshed: Bool
    ) async throws(OAuthError) -> JSONWebKeySet
}

extension RemoteKeySets: PublishedKeySource {}

/// The source of a server that fetches nothing.
package struct UnavailableKeys: PublishedKeySource {
    package init() {}

    package func keys(
        at uri: String,
        ofTrustedParty isTrusted: Bool,
        refreshed isRefreshed: Bool
    ) async throws(OAuthError) -> JSONWebKeySet {
        throw .busy
    }
}
