package import Foundation

extension UUID {
    /// Creates a UUID of 16 bytes: random ones (version 4) or a digest (version 8; RFC 9562 §5.4, §5.8).
    package init(bytes: some Sequence<UInt8>, version: UInt8) {
        var rest = bytes.makeIterator()
        func byte() -> UInt8 { rest.next() ?? 0 }
        self.init(
            uuid: (
                byte(), byte(), byte(), byte(), byte(), byte(), byte() & 0x0F | version << 4, byte(),
                byte() & 0x3F | 0x80, byte(), byte(), byte(), byte(), byte(), byte(), byte()
            )
        )
    }
}
