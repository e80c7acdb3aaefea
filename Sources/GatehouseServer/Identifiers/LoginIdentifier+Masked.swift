import GatehouseStore

extension LoginIdentifier {
    /// The masked address or number, for screens that others may see.
    ///
    /// An address keeps the first character of its local part, and the last one of three or more; a number keeps its
    /// first and last two digits.
    var masked: String {
        guard kind == .email else {
            return value.prefix(3) + String(repeating: "*", count: max(0, value.count - 5)) + value.suffix(2)
        }
        let parts = value.split(separator: "@", maxSplits: 1)
        guard parts.count == 2, let first = parts[0].first, let last = parts[0].last else { return "" }
        return "\(first)***\(parts[0].count > 2 ? String(last) : "")@\(parts[1])"
    }
}
