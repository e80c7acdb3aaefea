import Foundation
import GatehouseStore

extension SignInName {
    /// The masked address or number, for a screen that others may see.
    ///
    /// An address keeps the first letter of its local part, and the last one of three or more; a number keeps its first
    /// two digits and its last two.
    var masked: String {
        guard kind == .email else {
            return value.prefix(3) + String(repeating: "*", count: max(0, value.count - 5)) + value.suffix(2)
        }
        let parts = value.split(separator: "@", maxSplits: 1)
        guard parts.count == 2, let first = parts[0].first, let last = parts[0].last else { return "" }
        return "\(first)***\(parts[0].count > 2 ? String(last) : "")@\(parts[1])"
    }
}
