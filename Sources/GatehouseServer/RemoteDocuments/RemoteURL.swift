import GatehouseWire

/// A URL at which another party serves a document or receives notifications.
///
/// `https`; `http` only on loopback hosts, which a fetcher refuses outside development.
package struct RemoteURL: Sendable, Hashable {
    /// The URL as the other party wrote it.
    package let text: String
    /// The host in lower case, for limits and logs; an IPv6 address keeps its brackets.
    package let host: String
    /// The host and the port, if the URL names one, in lower case: the server, which responds or does not.
    let authority: String
    /// Whether the connection uses TLS.
    package let isEncrypted: Bool

    /// Creates a URL from an absolute URL without user information and fragment, of at most 2048 characters.
    package init?(_ text: String) {
        guard let uri = RedirectURI(rawValue: text), let host = uri.host, uri.scheme == "https" || uri.isLoopback else {
            return nil
        }
        self.text = text
        self.host = host
        authority = text.drop { $0 != "/" }.drop { $0 == "/" }.prefix { $0 != "/" && $0 != "?" }.lowercased()
        isEncrypted = uri.scheme == "https"
    }
}
