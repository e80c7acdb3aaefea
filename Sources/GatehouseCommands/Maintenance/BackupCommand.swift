import ArgumentParser
import Foundation
import GatehouseServer
import GatehouseStore
import GatehouseStoreSQLite

struct BackupCommand: Command {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: "Back up the database and key file to a new folder; the server can keep running.",
        discussion: """
            The backup is a verified snapshot. It contains every secret of the server: protect it like the server. To \
            restore it, use 'gatehouse restore'. For PostgreSQL, use its own tools and copy the key file yourself.
            """
    )

    @Argument(help: "Folder to create")
    var folder: String

    @Flag(help: "Print a summary of the backup as JSON.")
    var json = false

    @OptionGroup(title: "Server") var store: StoreOptions

    func run(in context: CommandContext) async throws {
        let settings = try await Settings(store, in: context)
        guard case .sqlite(let source) = settings.database else {
            throw CommandError(
                "Database '\(settings.database.name)' isn't a local file.",
                advice: "Use pg_dump, and copy the key file \(settings.data.keyFile.path)."
            )
        }
        guard settings.database.holdsData else {
            throw CommandError(
                "No Gatehouse data in '\(settings.data.folder.path)'.",
                advice: "Check --data, --database and --config."
            )
        }
        guard try settings.data.existingKey() != nil, let key = try? Data(contentsOf: settings.data.keyFile) else {
            throw settings.data.missingKey(of: settings.database)
        }
        let backup = BackupFolder(path: folder)
        guard backup.isAvailable else {
            throw CommandError("'\(backup.folder.path)' isn't empty.", advice: "Choose a new folder.")
        }
        let draft = backup.draft(context.random)
        try draft.create()
        defer { draft.remove() }
        context.output.progress("Copying \(source.path)…")
        let counts: SQLiteCopy.Counts
        let keys: [StoredKey]
        do throws(StoreError) {
            let copy = SQLiteCopy(path: draft.database.path)
            try await copy.write(from: source.path)
            context.output.progress("Checking the copy…")
            counts = try await copy.check()
            keys = try await copy.keys()
        } catch {
            throw CommandError(error)
        }
        guard let masterKey = MasterKey(bytes: key), keys.allSatisfy(masterKey.opens) else {
            throw CommandError(
                "Key file '\(settings.data.keyFile.path)' doesn't belong to database '\(source.path)'.",
                advice: "No backup was created. Set --data to the folder of its key file."
            )
        }
        try draft.write(key: key)
        try draft.move(to: backup)
        let summary = BackupSummary(counts, in: backup.folder, of: backup.database)
        if json { return try context.output.json(summary) }
        context.output.line("Backed up to \(summary.folder): \(summary.contents).")
    }
}
