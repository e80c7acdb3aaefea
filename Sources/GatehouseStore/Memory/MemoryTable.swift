import Foundation

/// Records by identifier, in insertion order.
struct MemoryTable<ID: Hashable & Sendable, Record: Sendable>: Sendable {
    private struct Row: Sendable {
        let sequence: Int
        var record: Record
    }

    private var rows: [ID: Row] = [:]
    private var lastSequence = 0

    /// All records in insertion order.
    var records: [Record] {
        rows.values.sorted { $0.sequence < $1.sequence }.map(\.record)
    }

    /// All records with their sequence numbers, in insertion order.
    var positioned: [(sequence: Int, record: Record)] {
        rows.values.map { ($0.sequence, $0.record) }.sorted { $0.0 < $1.0 }
    }

    /// Returns all records sorted by a date, then in insertion order.
    func records(by date: (Record) -> Date) -> [Record] {
        rows.values
            .sorted { (date($0.record), $0.sequence) < (date($1.record), $1.sequence) }
            .map(\.record)
    }

    /// The record with an identifier; replacing a record keeps its position, `nil` removes it.
    subscript(id: ID) -> Record? {
        get { rows[id]?.record }
        set {
            guard let newValue else {
                rows[id] = nil
                return
            }
            if rows[id] == nil { lastSequence += 1 }
            rows[id] = Row(sequence: rows[id]?.sequence ?? lastSequence, record: newValue)
        }
    }

    func contains(where predicate: (Record) -> Bool) -> Bool {
        rows.values.contains { predicate($0.record) }
    }

    /// Inserts the record, unless the identifier exists or `condition` is false; returns whether it did.
    mutating func insert(_ record: Record, as id: ID, if condition: Bool = true) -> Bool {
        guard condition, rows[id] == nil else { return false }
        self[id] = record
        return true
    }

    /// Updates the record if it exists and `condition` holds for it; returns whether it did.
    mutating func update(
        _ id: ID,
        if condition: (Record) -> Bool = { _ in true },
        _ body: (inout Record) -> Void
    ) -> Bool {
        guard var record = self[id], condition(record) else { return false }
        body(&record)
        self[id] = record
        return true
    }

    /// Updates all records for which `condition` holds.
    mutating func updateAll(where condition: (Record) -> Bool, _ body: (inout Record) -> Void) {
        for (id, row) in rows where condition(row.record) {
            body(&rows[id, default: row].record)
        }
    }

    /// Removes the record; returns whether there was one.
    mutating func remove(_ id: ID) -> Bool {
        rows.removeValue(forKey: id) != nil
    }

    /// Removes all records for which `condition` holds; returns their number.
    @discardableResult
    mutating func removeAll(where condition: (Record) -> Bool) -> Int {
        let before = rows.count
        rows = rows.filter { !condition($0.value.record) }
        return before - rows.count
    }
}
