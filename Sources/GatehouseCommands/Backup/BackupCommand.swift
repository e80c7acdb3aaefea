import ArgumentParser
import Foundation
import GatehouseServer
import GatehouseStore
import GatehouseStoreSQLite

struct BackupCommand: Command {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: "Copies a server's database and key file into a new folder, while the server runs.",
        discussion: """
            The copy is of one moment, and checked once it is made. Whoever has it has all the server's secrets: keep it as safe as the server. \
            'gatehouse restore' puts it back. A server on PostgreSQL is backed up with PostgreSQL's own tools, and its key file by hand.
            """
    )

    @Argument(help: "The folder to make.")
    var folder: String

    @Flag(help: "Prints what the backup holds as JSON.")
    var json = false

    @OptionGroup(title: "Server") var store: StoreOptions

    func run(in context: CommandContext) async throws {
        let settings = try await Settings(store, in: context)
        guard case .sqlite(let source) = settings.database else {
            throw CommandFailure(
                "The database \(settings.database.name) is not a file of this server's.",
                advice: "Use pg_dump for it, and copy the key file \(settings.data.keyFile.path)."
            )
        }
        guard settings.database.holdsData, try settings.data.presentKey() != nil,
            let key = try? Data(contentsOf: settings.data.keyFile)
        else {
            throw CommandFailure(
                "There is no Gatehouse data in \(settings.data.folder.path).",
                advice: "Give --data, --database or --config."
            )
        }
        let backup = BackupFolder(path: folder)
        guard backup.isFree else {
            throw CommandFailure("There is something in \(backup.folder.path).", advice: "Name a new folder.")
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
            throw CommandFailure(error)
        }
        guard let master = MasterKey(bytes: key), keys.allSatisfy(master.opens) else {
            throw CommandFailure(
                "The key file \(settings.data.keyFile.path) does not belong to the database \(source.path).",
                advice: "Nothing was kept. Give --data the folder that its key file is in."
            )
        }
        try draft.write(key: key)
        try draft.move(to: backup)
        let summary = BackupSummary(counts, in: backup.folder, of: backup.database)
        if json { return try context.output.json(summary) }
        context.output.line("Backed up to \(summary.folder): \(summary.words).")
    }
}
