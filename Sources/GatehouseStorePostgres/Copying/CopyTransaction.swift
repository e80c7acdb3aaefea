import GatehouseStore

/// The transaction in which an empty database takes all records of a source.
///
/// Blocks.
struct CopyTransaction<Source: CopySource> {
    let link: Link
    let source: Source
    let progress: @Sendable (CopyProgress) -> Void

    /// So many bytes go out at a time.
    private static var pieceSize: Int { 1 << 16 }
    /// So many rows go by between two reports.
    private static var reportInterval: Int { 1000 }

    /// - Returns: What both sides have.
    func run() throws(CopyError) -> CopyCounts {
        // Before the transaction begins, which the server ends when it hears nothing for a while.
        let counts = try sourceCounts()
        try begin()
        for table in CopiedTable.allCases {
            let rows = try count(table)
            guard rows == 0 else { throw .notEmpty(table, rows: rows) }
        }
        var rows = 0
        for table in CopiedTable.allCases { try copy(table, counts, after: &rows) }
        for statement in CopyPlan.completion { try execute(statement) }
        for table in CopiedTable.allCases {
            let target = try count(table)
            guard target == counts[table] else { throw .different(table, source: counts[table], target: target) }
        }
        try execute("COMMIT")
        // How PostgreSQL goes about a statement depends on what it knows of the tables, which it would find out by itself some minutes later: so
        // a failure is none of the copy's.
        _ = try? link.execute("ANALYZE \(CopiedTable.allCases.map(\.name).joined(separator: ", "))")
        return counts
    }

    /// Begins the transaction, and keeps out others that copy or change the schema.
    private func begin() throws(CopyError) {
        do throws(LinkError) {
            try link.execute("BEGIN; \(Migrations.lock)")
        } catch .failed(.lockNotAvailable) {
            throw .busy
        } catch {
            throw .target(StoreError(error))
        }
    }

    private func sourceCounts() throws(CopyError) -> CopyCounts {
        var counts = CopyCounts()
        do throws(StoreError) {
            for table in CopiedTable.allCases { counts[table] = try source.count(of: table) }
        } catch {
            throw .source(error)
        }
        return counts
    }

    private func copy(_ table: CopiedTable, _ counts: CopyCounts, after rows: inout Int) throws(CopyError) {
        func report() { progress(CopyProgress(table: table, rows: rows, total: counts.total)) }
        report()
        let plan = try plan(for: table)
        try send(to: table) { () throws(LinkError) in try link.startCopy(plan.statement) }
        var bytes = CopyPlan.header
        bytes.reserveCapacity(2 * Self.pieceSize)
        try source.forEachRow(of: table) { row throws(CopyError) in
            try plan.append(row, to: &bytes)
            rows += 1
            if bytes.count >= Self.pieceSize {
                try send(to: table) { () throws(LinkError) in try link.putCopy(bytes) }
                bytes.removeAll(keepingCapacity: true)
            }
            if rows.isMultiple(of: Self.reportInterval) { report() }
        }
        bytes += CopyPlan.trailer
        try send(to: table) { () throws(LinkError) in
            try link.putCopy(bytes)
            try link.endCopy()
        }
        report()
        if let continuation = plan.continuation { try execute(continuation) }
    }

    private func plan(for table: CopiedTable) throws(CopyError) -> CopyPlan {
        let catalogue = """
            SELECT string_agg(column_name || ' ' || data_type, ',' ORDER BY ordinal_position)
            FROM information_schema.columns WHERE table_schema = current_schema() AND table_name = '\(table.name)'
            """
        let columns = (try execute(catalogue) ?? "").split(separator: ",").map { column in
            let words = column.split(separator: " ", maxSplits: 1).map(String.init)
            return (name: words[0], type: words[1])
        }
        let names: [String]
        do { names = try source.columns(of: table) } catch { throw .source(error) }
        return try CopyPlan(table, columns: columns, source: names)
    }

    private func count(_ table: CopiedTable) throws(CopyError) -> Int {
        try execute("SELECT count(*) FROM \(table.name)").flatMap { Int($0) } ?? 0
    }

    @discardableResult
    private func execute(_ sql: String) throws(CopyError) -> String? {
        do { return try link.execute(sql) } catch { throw .target(StoreError(error)) }
    }

    private func send(to table: CopiedTable, _ body: () throws(LinkError) -> Void) throws(CopyError) {
        do {
            try body()
        } catch .failed(let state) {
            throw .refused(table, StoreError(state))
        } catch {
            throw .target(StoreError(error))
        }
    }
}
