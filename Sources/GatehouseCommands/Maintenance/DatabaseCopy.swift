import ArgumentParser
import Foundation
import GatehouseStore
import GatehouseStorePostgres
import GatehouseStoreSQLite
import GatehouseWire

struct DatabaseCopy: Command {
    static let configuration = CommandConfiguration(
        commandName: "copy",
        abstract: "Copy all records between SQLite and PostgreSQL, to an empty database.",
        discussion: """
            Copies all records in one transaction, or none, and compares the row counts. The source is a snapshot and \
            stays unchanged; its servers can keep running, but their later writes are not copied. So rehearse with a \
            copy while they run; then stop them, copy to another empty database, and start the servers on that \
            database. The key file is not in the database: copy it to the data folder of every server, because the \
            signing keys can't be decrypted without it.

            SQLite is read from a temporary copy, which needs free space in the temporary folder (TMPDIR, or \
            /var/tmp).
            """
    )

    @Option(
        help: ArgumentHelp(
            "Database to copy: sqlite:PATH of the file or its data folder, or postgres://USER@HOST/DATABASE",
            valueName: "url"
        )
    )
    var from: String

    @Option(
        help: ArgumentHelp(
            """
            Empty database of the other kind: postgres://USER@HOST/DATABASE or sqlite:PATH. Keep passwords out of the \
            command line: use PGPASSWORD or ~/.pgpass.
            """,
            valueName: "url"
        )
    )
    var to: String

    @Flag(help: "Print the row count of each table as JSON.")
    var json = false

    func run(in context: CommandContext) async throws {
        let (source, target) = (try location(from, "--from"), try location(to, "--to"))
        try requireDifferentKinds(source, target)
        let bar = ProgressBar(on: context.output)
        let counts: RowCounts
        do throws(CopyError) {
            context.output.progress("Creating a snapshot of \(source.name)…")
            let snapshot = try await snapshot(of: source)
            defer { bar.end() }
            counts = try await fill(context.copyTarget(target), from: snapshot) { progress in
                let label = "\(progress.rows) of \(progress.total) rows, \(progress.table.name)"
                bar.show(progress.rows, of: progress.total, label)
            }
        } catch {
            throw CommandError(error, from: source.name, to: target.name)
        }
        let summary = CopySummary(counts, from: source.name, to: target.name)
        if json {
            try context.output.json(summary)
        } else {
            summary.write(to: context.output)
        }
        context.output.error(
            """
            Changes to \(source.name) since the copy began are not included. Copy the key file, \
            \(keyFile(of: source)), to the data folders of the servers on the new database.
            """
        )
    }

    private func fill(
        _ target: any CopyTarget,
        from source: any CopySource,
        progress: @escaping @Sendable (CopyProgress) -> Void
    ) async throws(CopyError) -> RowCounts {
        try await target.fill(from: source, progress: progress)
    }

    /// Returns the path of the key file, or a description if it is not beside the database.
    private func keyFile(of source: DatabaseLocation) -> String {
        guard case .sqlite(let database) = source else { return "the file 'key' in the data folder of its servers" }
        let file = DataDirectory(path: database.deletingLastPathComponent().path).keyFile
        return FileManager.default.fileExists(atPath: file.path) ? file.path : "the file 'key' in its data folder"
    }

    /// Returns the database, which on SQLite is the file also if its folder is given.
    private func location(_ text: String, _ option: String) throws(CommandError) -> DatabaseLocation {
        let location = try DatabaseLocation(parsing: text, option: option)
        guard case .sqlite(let file) = location else { return location }
        let isFolder = (try? file.resourceValues(forKeys: [.isDirectoryKey]).isDirectory) ?? false
        return isFolder || file.hasDirectoryPath ? .sqlite(DataDirectory(path: file.path).database) : location
    }

    private func requireDifferentKinds(_ source: DatabaseLocation, _ target: DatabaseLocation) throws(CommandError) {
        switch (source, target) {
        case (.sqlite, .postgres), (.postgres, .sqlite): return
        case (.sqlite, .sqlite):
            throw CommandError("Both databases are SQLite files.", advice: "To copy to files, use: gatehouse backup")
        case (.postgres, .postgres):
            throw CommandError("Both databases are on PostgreSQL.", advice: "Use pg_dump and pg_restore.")
        }
    }

    private func snapshot(of source: DatabaseLocation) async throws(CopyError) -> any CopySource {
        do throws(StoreError) {
            switch source {
            case .sqlite(let file): return try await SQLiteSnapshot(of: file.path)
            case .postgres(let url): return try await PostgresSnapshot.take(of: url)
            }
        } catch {
            throw .source(error)
        }
    }
}

struct DatabaseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "database",
        abstract: "Copy a server to another database.",
        subcommands: [DatabaseCopy.self]
    )
}

/// The row counts of a copy, equal on both sides.
struct CopySummary: Encodable {
    let from: String
    let to: String
    /// The number of rows of all tables.
    let rows: Int
    /// The number of rows of each table.
    let tables: [String: Int]

    init(_ counts: RowCounts, from: String, to: String) {
        self.from = from
        self.to = to
        rows = counts.total
        tables = Dictionary(uniqueKeysWithValues: TableName.allCases.map { ($0.name, counts[$0]) })
    }

    func write(to output: Output) {
        var table = Table("TABLE", "ROWS")
        for (name, rows) in tables.sorted(by: { $0.key < $1.key }) { table.add(name, String(rows)) }
        table.write(to: output, empty: "")
        output.line("Copied \(rows) rows from \(from) to \(to). The row counts of all tables match.")
    }
}

extension CommandError {
    /// Creates the error for a failed copy.
    init(_ error: CopyError, from source: String, to target: String) {
        switch error {
        case .source(.unavailable(let reason)), .source(.exhausted(let reason)):
            self.init(
                "'\(source)' can't be copied: \(reason)",
                advice: "Check --from, its permissions, and the free space in the temporary folder."
            )
        case .source(let reason):
            self.init("'\(source)' can't be copied: \(reason.reason)")
        case .target(let reason):
            self.init(
                "'\(target)' can't be written: \(reason.reason)",
                advice: "Nothing was copied. Check --to and try again."
            )
        case .notEmpty(let table, let rows):
            self.init(
                "'\(target)' isn't empty (rows in table \(table.name): \(rows)).",
                advice: "Nothing was copied. Create an empty database, for example with createdb, or name a new file."
            )
        case .busy:
            self.init(
                "'\(target)' is in use by another copy, or by a server that changes its tables.",
                advice: "Try again later."
            )
        case .refused(let table, let reason):
            self.init(
                "'\(target)' rejected the rows of \(table.name): \(reason.reason)",
                advice: "Nothing was copied."
            )
        case .unknownColumn(let table, let column):
            self.init(
                "Column \(column) of \(table.name) doesn't exist on both sides.",
                advice: "Nothing was copied. Use the version of Gatehouse that created both databases."
            )
        case .unstorable(let table, let column):
            self.init(
                "'\(source)' has a value in column \(column) of \(table.name) that the other database can't store, for example text with U+0000.",
                advice: "Nothing was copied. Change the value in the source."
            )
        case .different(let table, let sourceRows, let targetRows):
            self.init(
                "'\(source)' has \(sourceRows) rows in \(table.name), but '\(target)' has \(targetRows).",
                advice: "Nothing was copied. Stop all servers on the new database and try again."
            )
        }
    }
}
