/// A table of bounded size that evicts the entries that were not used for the longest time.
struct RecentlyUsed<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private let capacity: Int
    private var entries: [Key: (value: Value, lastUse: UInt64)] = [:]
    private var uses: UInt64 = 0

    /// Creates an empty table for at most `capacity` entries.
    init(capacity: Int) {
        self.capacity = max(capacity, 1)
    }

    var count: Int { entries.count }

    /// Returns a value and marks it as used.
    mutating func value(for key: Key) -> Value? {
        guard let value = entries[key]?.value else { return nil }
        uses += 1
        entries[key]?.lastUse = uses
        return value
    }

    /// Inserts or replaces a value.
    mutating func insert(_ value: Value, for key: Key) {
        if entries[key] == nil, entries.count >= capacity { evict() }
        uses += 1
        entries[key] = (value, uses)
    }

    mutating func remove(_ key: Key) {
        entries[key] = nil
    }

    /// Evicts an eighth of the entries, so that a flood does not cost a search per insertion.
    private mutating func evict() {
        let oldest = entries.sorted { $0.value.lastUse < $1.value.lastUse }.prefix(max(1, capacity / 8))
        for (key, _) in oldest { entries[key] = nil }
    }
}
