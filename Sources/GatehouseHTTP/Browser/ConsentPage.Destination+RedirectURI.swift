import GatehouseWire

extension ConsentPage.Destination {
    /// Creates the destination of a redirect URI: the site for a web address, the app for any other.
    init(_ uri: RedirectURI) {
        guard let host = uri.host, ["https", "http"].contains(uri.scheme), !uri.isLoopback else {
            self = .app
            return
        }
        self = .site(host)
    }
}
