import Foundation
import GatehouseServer
import Synchronization

/// Random bytes that are the same in every run (SplitMix64).
final class SeededRandom: Sendable {
    private let state: Mutex<UInt64>

    init(seed: UInt64) {
        state = Mutex(seed)
    }

    var source: RandomSource {
        RandomSource { count in Data((0..<count).map { _ in UInt8(truncatingIfNeeded: self.next()) }) }
    }

    private func next() -> UInt64 {
        state.withLock { state in
            state &+= 0x9E37_79B9_7F4A_7C15
            var value = state
            value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
            value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
            return value ^ (value >> 31)
        }
    }
}
