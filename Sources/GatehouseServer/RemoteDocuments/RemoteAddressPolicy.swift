import GatehouseWire

/// The rule for the addresses that the server connects to when another party names the host.
///
/// A fetcher checks each address right before it connects, after resolution, so that neither a DNS name nor an unusual
/// spelling such as `0x7f.1` leads to a service of the server's own network.
package struct RemoteAddressPolicy: Sendable {
    /// Public addresses only.
    package static let publicOnly = RemoteAddressPolicy()
    /// All addresses, for hosts that the operator names; without TLS, loopback addresses only.
    package static let operatorNamed = RemoteAddressPolicy(exempt: ["0.0.0.0/0", "::/0"].compactMap { IPNetwork($0) })

    /// The networks that are allowed in spite of ``SpecialUseNetwork``.
    private let exempt: [IPNetwork]

    package init(exempt: [IPNetwork] = []) {
        self.exempt = exempt
    }

    /// Creates the policy of a server.
    ///
    /// A development server on a loopback address reaches the clients beside it; no other server reaches its own
    /// machine.
    ///
    /// - Parameters:
    ///   - issuer: The issuer.
    ///   - isDevelopment: Whether the server runs in development mode.
    ///   - exempt: The networks that the operator allows.
    package init(issuer: String, isDevelopment: Bool, exempt: [IPNetwork] = []) {
        let host = RedirectURI(rawValue: issuer)?.host
        let isLocal = ["127.0.0.1", "[::1]", "localhost"].contains(host)
        self.init(exempt: exempt + (isDevelopment && isLocal ? IPNetwork.loopback : []))
    }

    /// Returns whether the server may connect to an address.
    ///
    /// - Parameters:
    ///   - address: The address.
    ///   - isEncrypted: Whether the connection uses TLS; without it, only exempt loopback addresses are allowed.
    /// - Returns: Whether the address is allowed.
    package func admits(_ address: IPAddress, isEncrypted: Bool = true) -> Bool {
        let isExempt = exempt.contains { $0.contains(address) }
        guard isEncrypted else { return isExempt && IPNetwork.loopback.contains { $0.contains(address) } }
        return isExempt || SpecialUseNetwork.containing(address) == nil
    }
}

/// A network whose addresses are not public hosts (RFC 6890 §2.2, and IANA's registries of special-purpose addresses).
package struct SpecialUseNetwork: Sendable, Equatable {
    package let network: IPNetwork
    package let purpose: String

    private init(_ network: String, _ purpose: String) {
        guard let network = IPNetwork(network) else { preconditionFailure("A constant is not a network") }
        self.network = network
        self.purpose = purpose
    }

    /// Returns the network that an address belongs to; `nil` for public addresses.
    package static func containing(_ address: IPAddress) -> SpecialUseNetwork? {
        if translated.contains(address), let ipv4 = IPAddress(bytes: Array(address.bytes.suffix(4))) {
            return containing(ipv4)
        }
        if let network = all.first(where: { $0.network.contains(address) }) { return network }
        let isPublic = address.bytes.count == 4 || globalUnicast.network.contains(address)
        return isPublic ? nil : unallocated
    }

    /// IPv4 addresses on networks with IPv6 only (NAT64, RFC 6052 §2.1); judged by the IPv4 address.
    ///
    /// IPv4-mapped addresses are judged by it too: ``IPAddress`` equals both forms.
    private static let translated = SpecialUseNetwork("64:ff9b::/96", "translation").network
    /// The only IPv6 addresses that IANA has allocated to hosts (RFC 4291 §2.4).
    private static let globalUnicast = SpecialUseNetwork("2000::/3", "global unicast")
    private static let unallocated = SpecialUseNetwork("::/0", "unallocated")

    /// All networks with a special use, but the translated addresses.
    package static let all: [SpecialUseNetwork] = [
        SpecialUseNetwork("0.0.0.0/8", "this network (RFC 791 §3.2)"),
        SpecialUseNetwork("10.0.0.0/8", "private use (RFC 1918)"),
        SpecialUseNetwork("100.64.0.0/10", "carrier-grade NAT (RFC 6598)"),
        SpecialUseNetwork("127.0.0.0/8", "loopback (RFC 1122 §3.2.1.3)"),
        SpecialUseNetwork("169.254.0.0/16", "link local, and metadata of cloud machines (RFC 3927)"),
        SpecialUseNetwork("172.16.0.0/12", "private use (RFC 1918)"),
        SpecialUseNetwork("192.0.0.0/24", "IETF protocol assignments (RFC 6890 §2.1)"),
        SpecialUseNetwork("192.0.2.0/24", "documentation (RFC 5737)"),
        SpecialUseNetwork("192.31.196.0/24", "AS112 (RFC 7535)"),
        SpecialUseNetwork("192.52.193.0/24", "AMT (RFC 7450)"),
        SpecialUseNetwork("192.88.99.0/24", "6to4 relays (RFC 7526)"),
        SpecialUseNetwork("192.168.0.0/16", "private use (RFC 1918)"),
        SpecialUseNetwork("192.175.48.0/24", "AS112 (RFC 7534)"),
        SpecialUseNetwork("198.18.0.0/15", "benchmarking (RFC 2544)"),
        SpecialUseNetwork("198.51.100.0/24", "documentation (RFC 5737)"),
        SpecialUseNetwork("203.0.113.0/24", "documentation (RFC 5737)"),
        SpecialUseNetwork("224.0.0.0/4", "multicast (RFC 5771)"),
        SpecialUseNetwork("240.0.0.0/4", "reserved, and limited broadcast (RFC 1112 §4, RFC 8190)"),

        SpecialUseNetwork("::1/128", "loopback (RFC 4291 §2.5.3)"),
        SpecialUseNetwork("::/96", "unspecified, and IPv4-compatible (RFC 4291 §2.5)"),
        SpecialUseNetwork("64:ff9b:1::/48", "local translation (RFC 8215)"),
        SpecialUseNetwork("100::/64", "discard only (RFC 6666)"),
        SpecialUseNetwork("100:0:0:1::/64", "dummy prefix (RFC 9780)"),
        SpecialUseNetwork("2001::/32", "Teredo (RFC 4380)"),
        SpecialUseNetwork("2001:2::/48", "benchmarking (RFC 5180)"),
        SpecialUseNetwork("2001::/23", "IETF protocol assignments (RFC 2928)"),
        SpecialUseNetwork("2001:db8::/32", "documentation (RFC 3849)"),
        SpecialUseNetwork("2002::/16", "6to4 (RFC 3056)"),
        SpecialUseNetwork("2620:4f:8000::/48", "AS112 (RFC 7534)"),
        SpecialUseNetwork("3fff::/20", "documentation (RFC 9637)"),
        SpecialUseNetwork("5f00::/16", "segment routing (RFC 9602)"),
        SpecialUseNetwork("fc00::/7", "unique local (RFC 4193)"),
        SpecialUseNetwork("fe80::/10", "link local (RFC 4291 §2.5.6)"),
        SpecialUseNetwork("fec0::/10", "site local (RFC 3879)"),
        SpecialUseNetwork("ff00::/8", "multicast (RFC 4291 §2.7)"),
    ]
}
