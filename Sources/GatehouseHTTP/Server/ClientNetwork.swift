import GatehouseServer
import HTTPTypes

/// A network address as counted by limits.
///
/// IPv6 addresses count by their first 64 bits: each line has at least 2⁶⁴ addresses.
struct ClientNetwork: Sendable, Hashable {
    let text: String

    init(_ address: String) {
        guard let bytes = IPAddress(address)?.bytes else {
            text = address
            return
        }
        if bytes.count == 4 {
            text = bytes.map(String.init).joined(separator: ".")
        } else {
            let groups = stride(from: 0, to: 8, by: 2).map { index in
                String(Int(bytes[index]) << 8 | Int(bytes[index + 1]), radix: 16)
            }
            text = groups.joined(separator: ":") + "::/64"
        }
    }
}

/// The reverse proxies whose `X-Forwarded-For` field is trusted.
///
/// Each proxy appends the address of its own caller, so only entries added by trusted proxies count; clients can forge
/// the rest.
package struct TrustedProxies: Sendable, Equatable {
    /// No proxies: the caller is the peer of the connection.
    package static let none = TrustedProxies(networks: [])

    private let networks: [IPNetwork]

    private init(networks: [IPNetwork]) {
        self.networks = networks
    }

    /// Creates the list from addresses (`192.0.2.10`) and ranges (`10.0.0.0/8`, `2001:db8::/32`).
    ///
    /// - Returns: `nil` if one of them is malformed.
    package init?(_ texts: [String]) {
        var networks: [IPNetwork] = []
        for text in texts {
            guard let network = IPNetwork(text) else { return nil }
            networks.append(network)
        }
        self.init(networks: networks)
    }

    /// Returns the address of the caller: the rightmost address in `X-Forwarded-For` that is not a trusted proxy.
    ///
    /// Returns the peer if the peer is not trusted, or if the field has no such address or is malformed.
    func caller(of request: HTTPRequest, peer: String) -> String {
        guard isTrusted(peer) else { return peer }
        let entries = request.headerFields[values: .xForwardedFor].joined(separator: ",").split(separator: ",")
        for entry in entries.reversed() {
            let text = Self.withoutPort(entry.filter { $0 != " " && $0 != "\t" })
            guard IPAddress(text) != nil else { return peer }
            if !isTrusted(text) { return text }
        }
        return peer
    }

    func isTrusted(_ text: String) -> Bool {
        guard !networks.isEmpty, let address = IPAddress(text) else { return false }
        return networks.contains { $0.contains(address) }
    }

    /// Removes the port that some proxies add: `192.0.2.1:50000`, `[2001:db8::1]:50000`.
    private static func withoutPort(_ entry: String) -> String {
        if entry.hasPrefix("["), let end = entry.firstIndex(of: "]") { return String(entry[..<end].dropFirst()) }
        guard let colon = entry.firstIndex(of: ":"), entry.lastIndex(of: ":") == colon else { return entry }
        return String(entry[..<colon])
    }
}
