import ArgumentParser
import Foundation
import GatehouseServer
import GatehouseStore
import GatehouseStoreSQLite

struct RestoreCommand: Command {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Puts a backup into the data directory of a server that is not running.",
        discussion:
            "The data directory has to be empty or missing: what is in it would be lost. The backup stays as it is."
    )

    @Argument(help: "The folder that 'gatehouse backup' has made.")
    var folder: String

    @Flag(help: "Prints what was restored as JSON.")
    var json = false

    @OptionGroup(title: "Server") var store: StoreOptions

    func run(in context: CommandContext) async throws {
        let settings = try await Settings(store, in: context)
        let data = settings.data
        guard settings.database == .sqlite(data.database) else {
            throw CommandFailure(
                "A backup is restored to the database file of a data directory.",
                advice: "Leave --database out, and give --data the folder to restore to."
            )
        }
        let backup = BackupFolder(path: folder)
        guard let key = try DataDirectory(path: folder).presentKey(),
            let keyBytes = try? Data(contentsOf: backup.keyFile)
        else {
            throw CommandFailure(
                "There is no backup in \(backup.folder.path): it has no key file.",
                advice: "Name the folder that 'gatehouse backup' has made."
            )
        }
        guard BackupFolder(path: data.folder.path).isFree else {
            throw CommandFailure(
                "There is something in \(data.folder.path), which restoring would destroy.",
                advice: "Stop its server, move it away, and try again."
            )
        }
        try data.create()
        try DataDirectory.check(data.folder)
        let draft = BackupFolder(path: data.folder.appending(path: ".restore").path)
        try draft.create()
        defer { draft.remove() }
        context.output.progress("Copying \(backup.database.path)…")
        let counts: SQLiteCopy.Counts
        do throws(StoreError) {
            let copy = SQLiteCopy(path: draft.database.path)
            try await copy.write(from: backup.database.path)
            context.output.progress("Checking the copy…")
            counts = try await copy.check()
            try await open(draft.database, with: key, settings, context)
        } catch {
            throw CommandFailure(error)
        }
        try draft.write(key: keyBytes)
        do {
            // A key is on the disk before its database.
            for (source, target) in [(draft.keyFile, data.keyFile), (draft.database, data.database)] {
                try FileManager.default.moveItem(at: source, to: target)
                try BackupFolder.synchronize(data.folder)
            }
        } catch {
            throw CommandFailure("The data cannot be put into \(data.folder.path): \(error.localizedDescription)")
        }
        let summary = BackupSummary(counts, in: data.folder, of: data.database)
        if json { return try context.output.json(summary) }
        context.output.line("Restored to \(summary.folder): \(summary.words).")
    }

    /// Brings the copy up to date, and finds out whether the key file is the one that its signing keys were stored under.
    private func open(
        _ database: URL,
        with key: MasterKey,
        _ settings: Settings,
        _ context: CommandContext
    ) async throws(StoreError) {
        let store = try SQLiteStore(path: database.path)
        let keys = try await store.keys()
        try await store.close()
        guard keys.allSatisfy(key.opens) else {
            throw .corrupt("signing key, which was stored under another key file")
        }
    }
}
