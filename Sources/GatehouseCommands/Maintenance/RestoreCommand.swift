import ArgumentParser
import Foundation
import GatehouseServer
import GatehouseStore
import GatehouseStoreSQLite

struct RestoreCommand: Command {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Restore a backup to the data folder of a stopped server.",
        discussion:
            "The data folder must be empty or missing. The backup stays unchanged."
    )

    @Argument(help: "Folder that 'gatehouse backup' created")
    var folder: String

    @Flag(help: "Print a summary of the restored data as JSON.")
    var json = false

    @OptionGroup(title: "Server") var store: StoreOptions

    func run(in context: CommandContext) async throws {
        let settings = try await Settings(store, in: context)
        let data = settings.data
        guard settings.database == .sqlite(data.database) else {
            throw CommandError(
                "A backup can only be restored to a data folder.",
                advice: "Remove --database and set --data to the folder to restore to."
            )
        }
        let backup = BackupFolder(path: folder)
        guard let key = try DataDirectory(path: folder).existingKey(),
            let keyBytes = try? Data(contentsOf: backup.keyFile)
        else {
            throw CommandError(
                "No backup in '\(backup.folder.path)': the key file is missing.",
                advice: "Use the folder that 'gatehouse backup' created."
            )
        }
        guard BackupFolder(path: data.folder.path).isAvailable else {
            throw CommandError(
                "'\(data.folder.path)' isn't empty.",
                advice: "Stop its server, move its files away and try again."
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
            try await open(draft.database, with: key)
        } catch {
            throw CommandError(error)
        }
        try draft.write(key: keyBytes)
        do {
            // The key must be on the disk before its database.
            for (source, target) in [(draft.keyFile, data.keyFile), (draft.database, data.database)] {
                try FileManager.default.moveItem(at: source, to: target)
                try BackupFolder.synchronize(data.folder)
            }
        } catch {
            throw CommandError("The data can't be moved to '\(data.folder.path)': \(error.localizedDescription)")
        }
        let summary = BackupSummary(counts, in: data.folder, of: data.database)
        if json { return try context.output.json(summary) }
        context.output.line("Restored to \(summary.folder): \(summary.contents).")
    }

    /// Upgrades the copy's schema and checks that the key file decrypts its signing keys.
    private func open(_ database: URL, with key: MasterKey) async throws(StoreError) {
        let store: any Store = try SQLiteStore(path: database.path)
        let keys = try await store.keys()
        try await store.close()
        guard keys.allSatisfy(key.opens) else {
            throw .corrupt("signing key, which was encrypted with a different key file")
        }
    }
}
