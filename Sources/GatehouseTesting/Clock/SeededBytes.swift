public import Foundation
import GatehouseConcurrency

/// A deterministic generator of pseudorandom bytes (SplitMix64).
///
/// For tests only: the seed determines all bytes.
public final class SeededBytes: Sendable {
    private let state: Mutex<UInt64>

    /// Creates a generator.
    ///
    /// - Parameter seed: The seed; equal seeds produce equal bytes.
    public init(seed: UInt64) {
        state = Mutex(seed)
    }

    /// Returns the next bytes.
    ///
    /// - Parameter count: The number of bytes.
    /// - Returns: The bytes.
    public func bytes(_ count: Int) -> Data {
        state.withLock { state in
            var data = Data(capacity: count + 8)
            while data.count < count {
                state &+= 0x9E37_79B9_7F4A_7C15
                var word = state
                word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
                word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
                word ^= word >> 31
                for shift in stride(from: UInt64(0), to: 64, by: 8) {
                    data.append(UInt8(truncatingIfNeeded: word >> shift))
                }
            }
            return data.prefix(count)
        }
    }
}
