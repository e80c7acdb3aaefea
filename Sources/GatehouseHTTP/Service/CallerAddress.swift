/// A network address as limits count it: one line to the network, one caller.
///
/// Whoever has an IPv6 line has at least 2⁶⁴ addresses on it, so of IPv6 only the first 64 bits count.
struct CallerAddress: Sendable, Hashable {
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
