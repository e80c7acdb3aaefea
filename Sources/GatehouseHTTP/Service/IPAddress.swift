#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A network address, as its four or sixteen bytes.
///
/// An IPv4 address that comes wrapped in IPv6 (`::ffff:192.0.2.1`) is that IPv4 address.
struct IPAddress: Sendable, Equatable {
    let bytes: [UInt8]

    /// Reads an address, and nothing around it: neither port nor brackets nor zone.
    init?(_ text: some StringProtocol) {
        var four = [UInt8](repeating: 0, count: 4)
        var sixteen = [UInt8](repeating: 0, count: 16)
        if unsafe inet_pton(AF_INET, String(text), &four) == 1 {
            bytes = four
        } else if unsafe inet_pton(AF_INET6, String(text), &sixteen) == 1 {
            let isWrapped = sixteen.prefix(10).allSatisfy { $0 == 0 } && sixteen[10...11] == [0xFF, 0xFF]
            bytes = isWrapped ? Array(sixteen[12...]) : sixteen
        } else {
            return nil
        }
    }
}
