#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A network address as four or sixteen bytes.
///
/// An IPv4-mapped IPv6 address (`::ffff:192.0.2.1`) equals its IPv4 address.
package struct IPAddress: Sendable, Equatable {
    package let bytes: [UInt8]

    /// Parses an address without port, brackets or zone.
    package init?(_ text: some StringProtocol) {
        var ipv4 = [UInt8](repeating: 0, count: 4)
        var ipv6 = [UInt8](repeating: 0, count: 16)
        if unsafe inet_pton(AF_INET, String(text), &ipv4) == 1 {
            self.init(bytes: ipv4)
        } else if unsafe inet_pton(AF_INET6, String(text), &ipv6) == 1 {
            self.init(bytes: ipv6)
        } else {
            return nil
        }
    }

    /// Creates an address from its bytes in network order; `nil` unless there are four or sixteen.
    package init?(bytes: [UInt8]) {
        guard bytes.count == 4 || bytes.count == 16 else { return nil }
        let isMapped =
            bytes.count == 16 && bytes.prefix(10).allSatisfy { $0 == 0 } && bytes[10...11] == [0xFF, 0xFF]
        self.bytes = isMapped ? Array(bytes[12...]) : bytes
    }
}

/// A range of network addresses, such as `10.0.0.0/8`; a single address is a range of one (RFC 4632 §3.1).
package struct IPNetwork: Sendable, Equatable {
    private let prefix: [UInt8]
    private let length: Int

    /// The addresses of the own machine (RFC 1122 §3.2.1.3, RFC 4291 §2.5.3).
    package static let loopback = [IPNetwork("127.0.0.0/8"), IPNetwork("::1")].compactMap(\.self)

    /// Parses `ADDRESS/BITS` or a single address.
    package init?(_ text: some StringProtocol) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count <= 2, let address = IPAddress(parts[0]) else { return nil }
        let size = address.bytes.count * 8
        if parts.count == 2 {
            guard let length = UInt8(parts[1]), length <= size else { return nil }
            self.length = Int(length)
        } else {
            length = size
        }
        prefix = Self.mask(address.bytes, to: length)
    }

    package func contains(_ address: IPAddress) -> Bool {
        address.bytes.count == prefix.count && Self.mask(address.bytes, to: length) == prefix
    }

    /// Returns the bytes with all bits after the first `length` cleared.
    private static func mask(_ bytes: [UInt8], to length: Int) -> [UInt8] {
        bytes.enumerated().map { index, byte in
            let keptBits = min(8, max(0, length - index * 8))
            return byte & ~(keptBits == 8 ? 0 : UInt8.max >> keptBits)
        }
    }
}
