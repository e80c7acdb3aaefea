import ArgumentParser
import Foundation
import GatehouseStore
import GatehouseStoreSQLite
import GatehouseWire

struct DatabaseCopy: Command {
    static let configuration = CommandConfiguration(
        commandName: "copy",
        abstract: "Copies all records from SQLite to an empty PostgreSQL database.",
        discussion: """
            Accounts, their identifiers, sessions, clients, keys, codes, counters, the audit log and the mail that waits: all is copied in one \
            transaction, or nothing, and counted on both sides. The source is of one moment and stays as it is, and its server may run; \
            what it writes after that moment is not in the copy. So try the move with a copy while the server runs; then stop \
            it, copy to another empty database, and start servers on that one. The key file is not in a database: copy it to the data folder \
            of every server, because the signing keys can be opened with it alone.

            The source is read from a temporary copy, for which there has to be room in the folder for temporary files (TMPDIR, or else \
            /var/tmp).
            """
    )

    @Option(
        help: ArgumentHelp(
            "The database to copy: sqlite:PATH, of the file or of the data folder it is in.",
            valueName: "url"
        )
    )
    var from: String

    @Option(
        help: ArgumentHelp(
            """
            An empty database: postgres://USER@HOST/DATABASE. Other users of the machine can read a password on the command line: give one in \
            PGPASSWORD or ~/.pgpass.
            """,
            valueName: "url"
        )
    )
    var to: String

    @Flag(help: "Prints how many rows each table has as JSON.")
    var json = false

    func run(in context: CommandContext) async throws {
        let (source, target) = (try source(), try DatabaseLocation(parsing: to, option: "--to"))
        guard case .postgres(let url) = target else {
            throw CommandFailure(
                "Records are copied to PostgreSQL only.",
                advice: "Give --to postgres://USER@HOST/DATABASE; 'gatehouse backup' copies to files."
            )
        }
        let bar = ProgressBar(on: context.output)
        let counts: CopyCounts
        do throws(CopyError) {
            context.output.progress("Taking a copy of \(source.path)…")
            let snapshot = try await snapshot(of: source)
            defer { bar.end() }
            counts = try await context.copyTarget(url).fill(from: snapshot) { progress in
                let label = "\(progress.rows) of \(progress.total) rows, \(progress.table.name)"
                bar.show(progress.rows, of: progress.total, label)
            }
        } catch {
            throw CommandFailure(error, from: source.path, to: target.name)
        }
        let summary = CopySummary(counts, from: source.path, to: target.name)
        if json {
            try context.output.json(summary)
        } else {
            summary.write(to: context.output)
        }
        context.output.error(
            """
            What \(source.path) has got since the copy began is not in it. Servers on the new database need the key file of the old one, \
            \(keyFile(beside: source)), in their data folders.
            """
        )
    }

    /// Where the key file is, as far as can be seen from here.
    private func keyFile(beside source: URL) -> String {
        let file = DataDirectory(path: source.deletingLastPathComponent().path).keyFile
        return FileManager.default.fileExists(atPath: file.path) ? file.path : "the file key of its data folder"
    }

    /// The file, also where the folder that it is in is named.
    private func source() throws(CommandFailure) -> URL {
        guard case .sqlite(let file) = try DatabaseLocation(parsing: from, option: "--from") else {
            throw CommandFailure("Records are copied from SQLite only.", advice: "Give --from sqlite:PATH.")
        }
        let isFolder = (try? file.resourceValues(forKeys: [.isDirectoryKey]).isDirectory) ?? false
        return isFolder ? DataDirectory(path: file.path).database : file
    }

    private func snapshot(of source: URL) async throws(CopyError) -> SQLiteSnapshot {
        do { return try await SQLiteSnapshot(of: source.path) } catch { throw .source(error) }
    }
}
