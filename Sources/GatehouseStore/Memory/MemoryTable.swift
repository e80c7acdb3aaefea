import Foundation

/// Records by id that remember the order in which they were written.
struct MemoryTable<ID: Hashable & Sendable, Record: Sendable>: Sendable {
    private struct Row: Sendable {
        let sequence: Int
        var record: Record
    }

    private var rows: [ID: Row] = [:]
    private var lastSequence = 0

    /// Every record, in the order of writing.
    var records: [Record] {
        rows.values.sorted { $0.sequence < $1.sequence }.map(\.record)
    }

    /// Every record by a date of it; of one date, in the order of writing.
    func records(by date: (Record) -> Date) -> [Record] {
        rows.values
            .sorted { (date($0.record), $0.sequence) < (date($1.record), $1.sequence) }
            .map(\.record)
    }

    /// The record of that id; setting one that is there already keeps its place, setting `nil` removes it.
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

    /// Adds the record, unless the id exists or `condition` does not hold; answers whether it did.
    mutating func insert(_ record: Record, as id: ID, if condition: Bool = true) -> Bool {
        guard condition, rows[id] == nil else { return false }
        self[id] = record
        return true
    }

    /// Alters the record if it exists and `condition` holds for it; answers whether it did.
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

    /// Alters all records for which `condition` holds.
    mutating func updateAll(where condition: (Record) -> Bool, _ body: (inout Record) -> Void) {
        for (id, row) in rows where condition(row.record) {
            body(&rows[id, default: row].record)
        }
    }

    /// Removes the record; answers whether there was one.
    mutating func remove(_ id: ID) -> Bool {
        rows.removeValue(forKey: id) != nil
    }

    /// Removes all records for which `condition` holds; answers how many.
    @discardableResult
    mutating func removeAll(where condition: (Record) -> Bool) -> Int {
        let before = rows.count
        rows = rows.filter { !condition($0.value.record) }
        return before - rows.count
    }
}
