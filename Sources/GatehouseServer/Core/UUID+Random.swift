package import Foundation
import GatehouseWire

extension UUID {
    /// A random UUID.
    package init(random: RandomSource) {
        self.init(bytes: random.bytes(16), version: 4)
    }

    /// The UUID in small letters.
    package var text: String { uuidString.lowercased() }
}
