package import Foundation

/// Comparison whose time says nothing about where two values differ.
package enum ConstantTime {
    /// Whether both hold the same bytes; the time depends on the lengths alone.
    package static func equal(_ left: some DataProtocol, _ right: some DataProtocol) -> Bool {
        guard left.count == right.count else { return false }
        var difference: UInt8 = 0
        for (left, right) in zip(left, right) { difference |= left ^ right }
        return difference == 0
    }

    /// Whether both texts have the same UTF-8 bytes; the time depends on the lengths alone.
    package static func equal(_ left: String, _ right: String) -> Bool {
        equal(Array(left.utf8), Array(right.utf8))
    }
}
