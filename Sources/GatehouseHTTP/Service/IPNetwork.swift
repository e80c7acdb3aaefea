/// A range of network addresses, such as `10.0.0.0/8`; a single address is a range of one (RFC 4632 §3.1).
struct IPNetwork: Sendable, Equatable {
    private let prefix: [UInt8]
    private let length: Int

    /// Reads `ADDRESS/BITS` or an address alone.
    init?(_ text: some StringProtocol) {
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

    func contains(_ address: IPAddress) -> Bool {
        address.bytes.count == prefix.count && Self.mask(address.bytes, to: length) == prefix
    }

    /// The bytes with everything after the first `length` bits cleared.
    private static func mask(_ bytes: [UInt8], to length: Int) -> [UInt8] {
        bytes.enumerated().map { index, byte in
            let kept = min(8, max(0, length - index * 8))
            return byte & ~(kept == 8 ? 0 : UInt8.max >> kept)
        }
    }
}
