import ArgumentParser
import Foundation
import GatehouseServer
import GatehouseStore
import GatehouseStoreSQLite

struct RestoreCommand: Command {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Restore a backup to the data folder of a stopped server.",
        discussion: """
            The data folder must be empty or missing. The backup stays unchanged.

            --check reads the whole backup: its integrity, its age, and whether the key file belongs to it.

            --recover takes the data folder of a stopped server whose database is damaged, and copies the rows that \
            can still be read, table by table. Use it if there is no backup, or to compare with one.
            """
    )

    @Argument(help: "Folder that 'gatehouse backup' created; with --recover, a damaged data folder")
    var folder: String

    @Flag(help: "Only check the backup; nothing is written.")
    var check = false

    @Flag(help: "Recover the readable rows of a damaged data folder.")
    var recover = false

    @Flag(help: "Print a summary of the restored or checked data as JSON.")
    var json = false

    @OptionGroup(title: "Server") var store: StoreOptions

    func validate() throws {
        if check && recover { throw ValidationError("Use --check or --recover, not both.") }
    }

    func run(in context: CommandContext) async throws {
        if check { return try await check(in: context) }
        let settings = try await Settings(store, in: context)
        let data = settings.data
        guard settings.database == .sqlite(data.database) else {
            throw CommandError(
                "A backup can only be restored to a data folder.",
                advice: "Remove --database and set --data to the folder to restore to."
            )
        }
        let backup = BackupFolder(path: folder)
        let (key, keyBytes) = try key(of: backup)
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
        var outcomes: [TableName: SQLiteSalvage.Outcome]?
        do throws(StoreError) {
            let copy = SQLiteCopy(path: draft.database.path)
            if recover {
                outcomes = try await SQLiteSalvage(from: backup.database.path, to: copy.path).run()
            } else {
                try await copy.write(from: backup.database.path)
            }
            context.output.progress("Checking the copy…")
            counts = try await copy.check()
            try await open(draft.database, with: key)
        } catch {
            throw failure(error, of: backup)
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
        let recovery = outcomes.map { RecoverySummary($0, summary) }
        switch (recovery, json) {
        case (let recovery?, true): try context.output.json(recovery)
        case (let recovery?, false): recovery.write(to: context.output)
        case (nil, true): try context.output.json(summary)
        case (nil, false): context.output.line("Restored to \(summary.folder): \(summary.contents).")
        }
    }

    /// Checks the backup without writing.
    private func check(in context: CommandContext) async throws(CommandError) {
        let backup = BackupFolder(path: folder)
        let (key, _) = try key(of: backup)
        let copy = SQLiteCopy(path: backup.database.path)
        context.output.progress("Checking \(copy.path)…")
        let summary: BackupCheck
        do throws(StoreError) {
            let version = try await copy.version()
            let counts = try await copy.check()
            guard try await copy.keys().allSatisfy(key.opens) else { throw Self.foreignKey }
            summary = BackupCheck(BackupSummary(counts, in: backup.folder, of: backup.database), version)
        } catch {
            throw failure(error, of: backup)
        }
        if json {
            do { try context.output.json(summary) } catch { throw CommandError("\(error)") }
        } else {
            summary.write(to: context.output)
        }
    }

    private func key(of backup: BackupFolder) throws(CommandError) -> (MasterKey, Data) {
        guard let key = try DataDirectory(path: folder).existingKey(), let bytes = try? Data(contentsOf: backup.keyFile)
        else {
            throw CommandError(
                "No backup in '\(backup.folder.path)': the key file is missing.",
                advice: "Use the folder that 'gatehouse backup' created."
            )
        }
        return (key, bytes)
    }

    private func failure(_ error: StoreError, of backup: BackupFolder) -> CommandError {
        if error == Self.foreignKey {
            return CommandError(
                "The backup was encrypted with a different key file than '\(backup.keyFile.path)'.",
                advice: "Copy its own key file there, or use another backup."
            )
        }
        guard case .damaged = error else { return CommandError(error) }
        return recover
            ? CommandError(
                "'\(backup.database.path)' is damaged beyond what this command can read.",
                advice: "Restore a backup, or try '.recover' of SQLite's own command line."
            )
            : CommandError(
                "The backup '\(backup.database.path)' is damaged.",
                advice: "Use another backup, or recover its readable rows with --recover."
            )
    }

    private static let foreignKey = StoreError.corrupt("signing key, which was encrypted with a different key file")

    /// Upgrades the copy's schema and checks that the key file decrypts its signing keys.
    private func open(_ database: URL, with key: MasterKey) async throws(StoreError) {
        let store: any Store = try SQLiteStore(path: database.path)
        let keys = try await store.keys()
        try await store.close()
        guard keys.allSatisfy(key.opens) else { throw Self.foreignKey }
    }
}
