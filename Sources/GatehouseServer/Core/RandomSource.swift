package import Foundation

/// Where random bytes come from.
///
/// Logic never reaches for the system's generator itself, so that a test can repeat a run.
package struct RandomSource: Sendable {
    /// Gives this many unpredictable bytes.
    package let bytes: @Sendable (_ count: Int) -> Data

    package init(bytes: @escaping @Sendable (_ count: Int) -> Data) {
        self.bytes = bytes
    }

    /// A number below `bound`, every one equally likely: values from the uneven end of the range are drawn again.
    package func number(below bound: UInt64) -> UInt64 {
        let limit = UInt64.max - UInt64.max % bound
        while true {
            let value = bytes(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            if value < limit { return value % bound }
        }
    }
}
