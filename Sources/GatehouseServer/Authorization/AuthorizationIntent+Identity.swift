import GatehouseStore
import GatehouseWire

extension AuthorizationIntent {
    /// Whether the answer can only reach the client that the person agreed to before.
    ///
    /// A client with a secret proves who it is, and an https address belongs to one site. But any program on a device can
    /// listen on a loopback port or claim a private-use scheme and call itself by a public client's identifier; an agreement
    /// to that identifier says nothing about who asks this time (RFC 8252 §8.6).
    func assuresIdentity(of client: Client) -> Bool {
        client.tokenEndpointAuthMethod != .none || redirectURI.scheme == "https"
    }
}
