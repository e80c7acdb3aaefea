import Foundation
package import GatehouseStore
package import GatehouseWire

/// The trust in a client, and the identity of one that is not verified.
extension Client {
    /// Whether an operator registered the client, or an operator or a trusted issuer vouches for its name and redirect
    /// URIs.
    package var isVerified: Bool { origin?.isVerified ?? true }

    /// Whether an operator registered the client, or vouched for it by an initial access token.
    ///
    /// Anyone can register a client with a copy of a software statement, which gives it a name, but no privileges.
    var hasOperator: Bool { isVerified && origin?.statementIssuer == nil }

    /// Returns whether the server may redirect to a registered URI without a decision of the user (RFC 9700 §4.11.2).
    ///
    /// Anyone can register a website; a loopback address leads to none.
    package func allowsAutomaticRedirect(to uri: RedirectURI) -> Bool { isVerified || uri.isLoopback }

    /// The receivers of codes as the consent page shows them: the hosts of websites, and an empty text for apps on the
    /// device.
    var receivers: Set<String> {
        Set(redirectURIs.compactMap(RedirectURI.init(rawValue:)).map { $0.isOnDevice ? "" : $0.host ?? "" })
    }

    /// Returns whether an unverified client has changed, since a time, what users recognize it by: its name and the
    /// receivers of its codes.
    func hasChangedIdentity(since date: Date) -> Bool {
        guard !isVerified, let changed = origin?.identityChangedAt else { return false }
        return date < changed
    }
}
