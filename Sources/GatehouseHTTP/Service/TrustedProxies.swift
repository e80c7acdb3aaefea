import HTTPTypes

/// The reverse proxies whose word about who is calling is taken.
///
/// Anybody can send `X-Forwarded-For`, so it counts only when the other end of the connection is one of these, and of what it
/// says only what they wrote themselves: each adds the address it was called from at the right.
package struct TrustedProxies: Sendable, Equatable {
    /// Nobody's word is taken: the caller is the other end of the connection.
    package static let none = TrustedProxies(networks: [])

    private let networks: [IPNetwork]

    private init(networks: [IPNetwork]) {
        self.networks = networks
    }

    /// Reads addresses (`192.0.2.10`) and ranges (`10.0.0.0/8`, `2001:db8::/32`).
    ///
    /// - Returns: `nil` when one of them is neither.
    package init?(_ texts: [String]) {
        var networks: [IPNetwork] = []
        for text in texts {
            guard let network = IPNetwork(text) else { return nil }
            networks.append(network)
        }
        self.init(networks: networks)
    }

    /// Who a request comes from: the right-most address in `X-Forwarded-For` that is no trusted proxy, when `peer` is one.
    ///
    /// Where the field is missing, cannot be read up to there, or names trusted proxies alone, it is the peer.
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

    /// Some proxies write the port along: `192.0.2.1:50000`, `[2001:db8::1]:50000`.
    private static func withoutPort(_ entry: String) -> String {
        if entry.hasPrefix("["), let end = entry.firstIndex(of: "]") { return String(entry[..<end].dropFirst()) }
        guard let colon = entry.firstIndex(of: ":"), entry.lastIndex(of: ":") == colon else { return entry }
        return String(entry[..<colon])
    }
}
