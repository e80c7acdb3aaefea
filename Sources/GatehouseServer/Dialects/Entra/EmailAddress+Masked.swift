extension EmailAddress {
    /// The address for a screen that others may see: of the part before the `@` the first letter, and the last one of a long one.
    var masked: String {
        let parts = normalized.split(separator: "@", maxSplits: 1)
        guard parts.count == 2, let first = parts[0].first, let last = parts[0].last else { return "" }
        return "\(first)***\(parts[0].count > 2 ? String(last) : "")@\(parts[1])"
    }
}
