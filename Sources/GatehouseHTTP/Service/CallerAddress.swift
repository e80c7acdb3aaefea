#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A network address as limits count it: one line to the network, one caller.
///
/// Whoever has an IPv6 line has at least 2⁶⁴ addresses on it, so of IPv6 only the first 64 bits count. An IPv4 address that
/// comes wrapped in IPv6 (`::ffff:192.0.2.1`) is that IPv4 address.
struct CallerAddress: Sendable, Equatable {
    let text: String

    init(_ address: String) {
        var bytes = [UInt8](repeating: 0, count: 16)
        guard unsafe inet_pton(AF_INET6, address, &bytes) == 1 else {
            text = address
            return
        }
        if bytes.prefix(10).allSatisfy({ $0 == 0 }), bytes[10...11] == [0xFF, 0xFF] {
            text = bytes[12...].map(String.init).joined(separator: ".")
        } else {
            let groups = stride(from: 0, to: 8, by: 2).map { index in
                String(Int(bytes[index]) << 8 | Int(bytes[index + 1]), radix: 16)
            }
            text = groups.joined(separator: ":") + "::/64"
        }
    }
}
