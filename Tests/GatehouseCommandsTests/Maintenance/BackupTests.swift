import Foundation
import GatehouseServer
import GatehouseStore
import GatehouseStoreSQLite
import GatehouseWire
import Testing

@testable import GatehouseCommands

/// Backup and restore of a real database file.
@Suite struct BackupTests {
    private let terminal = Terminal(hasServerData: false)
    private var data: DataDirectory { DataDirectory(path: terminal.folder.path) }
    private var backup: URL { terminal.folder.appending(path: "backups/monday", directoryHint: .isDirectory) }
    private var restored: URL { terminal.folder.appending(path: "restored", directoryHint: .isDirectory) }

    private static let random = RandomSource { Data(repeating: 9, count: $0) }

    /// Returns a store that stays open, like that of a running server.
    private func store() throws -> any Store {
        _ = try data.masterKey(random: Self.random)
        return try SQLiteStore(path: data.database.path)
    }

    private func account(_ id: String) -> GatehouseStore.Account {
        GatehouseStore.Account(
            id: GatehouseStore.Account.ID(id),
            identifiers: [],
            passwordHash: nil,
            attributes: [:],
            createdAt: Terminal.now,
            updatedAt: Terminal.now
        )
    }

    private func mode(_ file: URL) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
    }

    @Test func rejectsRestoreToWritableFolder() async throws {
        try await store().close()
        #expect(await terminal.run("backup", backup.path) == .success)
        try FileManager.default.createDirectory(at: restored, withIntermediateDirectories: true)
        try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: restored.path)
        #expect(await terminal.run("restore", backup.path, "--data", restored.path) == .failure)
        #expect(try FileManager.default.contentsOfDirectory(atPath: restored.path) == [])
    }

    @Test func restoresBackupOfRunningServer() async throws {
        let running = try store()
        try await running.commit([.account(.insert(account("ada")))])
        #expect(await terminal.run("backup", backup.path) == .success)
        let output = terminal.printed
        #expect(output.hasPrefix("Backed up to \(backup.path)"))
        #expect(output.contains(": 1 account, 0 clients, 0 sessions; "))
        try await running.commit([.account(.insert(account("too late")))])
        try await running.close()
        #expect(try mode(backup) == 0o700)
        #expect(Set(try FileManager.default.contentsOfDirectory(atPath: backup.path)) == ["gatehouse.sqlite", "key"])
        for name in ["gatehouse.sqlite", "key"] { #expect(try mode(backup.appending(path: name)) == 0o600) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: terminal.folder.path + "/backups") == ["monday"])

        #expect(await terminal.run("restore", backup.path, "--data", restored.path, "--json") == .success)
        #expect((try terminal.json() as? [String: Any])?["accounts"] as? Int == 1)
        let names = try FileManager.default.contentsOfDirectory(atPath: restored.path)
        #expect(Set(names) == ["gatehouse.sqlite", "key"])
        #expect(try Data(contentsOf: restored.appending(path: "key")) == Data(repeating: 9, count: 32))
        let reopened: any Store = try SQLiteStore(path: restored.appending(path: "gatehouse.sqlite").path)
        #expect(try await reopened.accounts(after: nil, limit: 9).map(\.id) == ["ada"])
        try await reopened.close()
        // The backup is unchanged.
        #expect(Set(try FileManager.default.contentsOfDirectory(atPath: backup.path)) == ["gatehouse.sqlite", "key"])
    }

    @Test func checksBackupWithoutWriting() async throws {
        let running = try store()
        try await running.commit([.account(.insert(account("ada")))])
        try await running.close()
        #expect(await terminal.run("backup", backup.path) == .success)
        _ = terminal.printed
        let before = try Data(contentsOf: backup.appending(path: "gatehouse.sqlite"))
        #expect(await terminal.run("restore", backup.path, "--check") == .success)
        let lines = terminal.printed.split(separator: "\n")
        #expect(lines.first?.hasPrefix("The backup \(backup.path) is complete: 1 account, 0 clients, ") == true)
        #expect(lines.last == "Newest record: 2023-11-14T22:13:20Z.")
        #expect(await terminal.run("restore", backup.path, "--check", "--json") == .success)
        let found = try #require(try terminal.json() as? [String: Any])
        #expect(found["accounts"] as? Int == 1)
        #expect(found["outdated"] as? Bool == false)
        #expect(found["newest"] as? String == "2023-11-14T22:13:20Z")
        #expect(try Data(contentsOf: backup.appending(path: "gatehouse.sqlite")) == before)
        #expect(Set(try FileManager.default.contentsOfDirectory(atPath: backup.path)) == ["gatehouse.sqlite", "key"])

        try before.prefix(before.count / 2).write(to: backup.appending(path: "gatehouse.sqlite"))
        #expect(await terminal.run("restore", backup.path, "--check") == .failure)
        #expect(terminal.errorOutput.contains("is damaged. Use another backup"))
        #expect(await terminal.run("restore", backup.path, "--check", "--recover") != .success)
    }

    @Test func recoversDamagedDataFolder() async throws {
        let running = try store()
        try await running.commit([.account(.insert(account("ada")))])
        try await running.close()
        #expect(
            await terminal.run("restore", terminal.folder.path, "--recover", "--data", restored.path, "--json")
                == .success
        )
        let summary = try #require(try terminal.json() as? [String: Any])
        let tables = try #require(summary["tables"] as? [String: [String: Int]])
        #expect(tables["accounts"] == ["kept": 1, "lost": 0])
        let names = try FileManager.default.contentsOfDirectory(atPath: restored.path)
        #expect(Set(names) == ["gatehouse.sqlite", "key"])
    }

    @Test func recoversOnlyFolderOfStoppedServer() async throws {
        _ = try data.masterKey(random: Self.random)
        let running = try SQLiteStore(path: data.database.path, isServer: true)
        let arguments = ["restore", terminal.folder.path, "--recover", "--data", restored.path]
        #expect(await terminal.run(all: arguments) == .failure)
        #expect(terminal.errorOutput.contains("A server uses \(data.database.path). Stop it first."))
        #expect(try FileManager.default.contentsOfDirectory(atPath: restored.path) == [])
        try await running.close()
        #expect(await terminal.run(all: arguments) == .success)
    }

    @Test func rejectsExistingTargets() async throws {
        try await store().close()
        #expect(await terminal.run("backup", backup.path) == .success)
        #expect(await terminal.run("backup", backup.path) == .failure)
        #expect(terminal.errorOutput.contains("'\(backup.path)' isn't empty."))
        #expect(await terminal.run("restore", backup.path) == .failure)
        #expect(terminal.errorOutput.contains("Stop its server, move its files away"))
    }

    @Test func rejectsBackupWithoutLocalData() async throws {
        #expect(await terminal.run("backup", backup.path) == .failure)
        #expect(terminal.errorOutput.contains("No Gatehouse data in '\(terminal.folder.path)'"))
        #expect(
            await terminal.run("backup", backup.path, "--database", "postgres://ada:secret@db/gatehouse") == .failure
        )
        let message = terminal.errorOutput
        #expect(message.contains("'postgres://db/gatehouse' isn't a local file") && message.contains("pg_dump"))
        #expect(!message.contains("secret"))
        #expect(!FileManager.default.fileExists(atPath: backup.path))
    }

    @Test func namesAMissingKeyFile() async throws {
        try await store().close()
        try FileManager.default.removeItem(at: data.keyFile)
        #expect(await terminal.run("backup", backup.path) == .failure)
        #expect(terminal.errorOutput.contains("Key file '\(data.keyFile.path)' is missing"))
        #expect(!FileManager.default.fileExists(atPath: backup.path))
    }

    @Test func rejectsIncompleteBackup() async throws {
        try await store().close()
        #expect(await terminal.run("backup", backup.path) == .success)
        let copy = backup.appending(path: "gatehouse.sqlite")
        let whole = try Data(contentsOf: copy)
        for broken in [Data(), whole.prefix(whole.count / 2), Data(repeating: 65, count: whole.count)] {
            try broken.write(to: copy)
            #expect(await terminal.run("restore", backup.path, "--data", restored.path) == .failure)
            #expect(try FileManager.default.contentsOfDirectory(atPath: restored.path) == [])
        }
        try FileManager.default.removeItem(at: backup.appending(path: "key"))
        #expect(await terminal.run("restore", backup.path, "--data", restored.path) == .failure)
        #expect(terminal.errorOutput.contains("the key file is missing"))
    }

    @Test func rejectsForeignKeyFile() async throws {
        let running = try store()
        let sealed = Data("sealed under another".utf8)
        let record = StoredKey(id: "k1", algorithm: .es256, sealedPrivateKey: sealed, createdAt: Terminal.now)
        try await running.commit([.key(.insert(record))])
        try await running.close()
        #expect(await terminal.run("backup", backup.path) == .failure)
        let refusal = terminal.errorOutput
        #expect(refusal.contains("Key file '\(data.keyFile.path)' doesn't belong to database"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: terminal.folder.path + "/backups") == [])

        // A manually assembled backup is rejected too.
        try FileManager.default.createDirectory(
            at: backup,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        for (file, name) in [(data.keyFile, "key"), (data.database, "gatehouse.sqlite")] {
            try FileManager.default.copyItem(at: file, to: backup.appending(path: name))
        }
        #expect(await terminal.run("restore", backup.path, "--data", restored.path) == .failure)
        let message = terminal.errorOutput
        #expect(message.contains("encrypted with a different key file than '\(backup.appending(path: "key").path)'"))
        #expect(!message.contains("newer version"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: restored.path) == [])
    }
}

@Suite struct BackupFolderTests {
    private let terminal = Terminal(hasServerData: false)
    private var location: URL { terminal.folder.appending(path: "place", directoryHint: .isDirectory) }

    @Test func rejectsExistingFolder() throws {
        let folder = BackupFolder(path: location.path)
        try FileManager.default.createDirectory(at: location, withIntermediateDirectories: true)
        #expect(folder.isAvailable)
        #expect(throws: CommandError.self) { try folder.create() }
    }

    @Test func createsFolderAccessibleOnlyByOwner() throws {
        try BackupFolder(path: location.path).create()
        let attributes = try FileManager.default.attributesOfItem(atPath: location.path)
        #expect(attributes[.posixPermissions] as? Int == 0o700)
    }

    @Test func usesUnpredictableDraftNames() {
        let folder = BackupFolder(path: location.path)
        let names = [UInt8(1), 2].map { number in
            folder.draft(RandomSource { Data(repeating: number, count: $0) }).folder.lastPathComponent
        }
        #expect(names == [".place.AQEBAQEBAQEB", ".place.AgICAgICAgIC"])
    }
}
