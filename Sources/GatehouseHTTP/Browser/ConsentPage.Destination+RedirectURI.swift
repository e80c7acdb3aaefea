import GatehouseWire

extension ConsentPage.Destination {
    /// What an address means to people.
    init(_ uri: RedirectURI) {
        guard let host = uri.host, ["https", "http"].contains(uri.scheme), !uri.isLoopback else {
            self = .app
            return
        }
        self = .site(host)
    }
}
