import GatehouseStore

/// What a copy has brought over, as both sides have it.
struct CopySummary: Encodable {
    let from: String
    let to: String
    /// The rows of all tables.
    let rows: Int
    /// The rows of each table.
    let tables: [String: Int]

    init(_ counts: CopyCounts, from: String, to: String) {
        self.from = from
        self.to = to
        rows = counts.total
        tables = Dictionary(uniqueKeysWithValues: CopiedTable.allCases.map { ($0.name, counts[$0]) })
    }

    func write(to output: Output) {
        var table = Table("TABLE", "ROWS")
        for (name, rows) in tables.sorted(by: { $0.key < $1.key }) { table.add(name, String(rows)) }
        table.write(to: output, empty: "")
        output.line("Copied \(rows) rows from \(from) to \(to); both have the same number in each table.")
    }
}
