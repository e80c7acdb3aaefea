import GatehouseStore
package import GatehouseWire

/// The rules for logout tokens and pairwise subject identifiers.
extension RegistrationPolicy {
    /// Validates the endpoint of logout tokens (OpenID Connect Back-Channel Logout §2.2).
    func checkLogout(_ logout: BackChannelLogout?) throws(OAuthError) {
        if let logout { try Self.checkRemoteURL(logout.uri, "The back-channel logout URI") }
    }

    /// Validates the sector of pairwise subject identifiers (OpenID Connect Core §8.1).
    func checkSector(of registration: ClientRegistration) throws(OAuthError) {
        guard let sector = registration.sectorIdentifier else { return }
        guard (1...253).contains(sector.utf8.count), sector.utf8.allSatisfy(Self.isHostByte) else {
            throw Self.invalid("The sector identifier must be a host in lowercase, such as app.example.com.")
        }
        guard registration.passwordApp == nil else {
            throw Self.invalid("Apps of this kind do not support pairwise subject identifiers.")
        }
    }

    /// Returns the default sector of a client: the host of its redirect URIs.
    ///
    /// Any app can receive redirects to loopback addresses and private-use schemes, whose host it chooses: it would get
    /// the identifiers of that host's users.
    ///
    /// - Throws: `invalid_client_metadata` unless all have the same host and use https.
    package static func sector(of redirectURIs: [String]) throws(OAuthError) -> String {
        let hosts = Set(
            redirectURIs.map { text in
                guard let uri = RedirectURI(rawValue: text), uri.scheme == "https" else { return String?.none }
                return uri.host
            }
        )
        guard hosts.count == 1, let host = hosts.first.flatMap(\.self) else {
            throw Self.invalid(
                "The redirect URIs do not have one https host. Name the sector of the pairwise subject identifiers."
            )
        }
        return host
    }

    private static func isHostByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."),
            UInt8(ascii: "-"):
            true
        default: false
        }
    }
}
