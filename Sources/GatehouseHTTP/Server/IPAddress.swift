#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A network address as four or sixteen bytes.
///
/// An IPv4-mapped IPv6 address (`::ffff:192.0.2.1`) equals its IPv4 address.
struct IPAddress: Sendable, Equatable {
    let bytes: [UInt8]

    /// Parses an address without port, brackets or zone.
    init?(_ text: some StringProtocol) {
        var ipv4 = [UInt8](repeating: 0, count: 4)
        var ipv6 = [UInt8](repeating: 0, count: 16)
        if unsafe inet_pton(AF_INET, String(text), &ipv4) == 1 {
            bytes = ipv4
        } else if unsafe inet_pton(AF_INET6, String(text), &ipv6) == 1 {
            let isMapped = ipv6.prefix(10).allSatisfy { $0 == 0 } && ipv6[10...11] == [0xFF, 0xFF]
            bytes = isMapped ? Array(ipv6[12...]) : ipv6
        } else {
            return nil
        }
    }
}
