import Foundation
import GatehouseCommands
import GatehouseServer
import GatehouseStore
import GatehouseStoreSQLite
import GatehouseWire
import Testing

/// Backups of a real database file, and their way back.
@Suite struct BackupTests {
    private let terminal = Terminal(hasServerData: false)
    private var data: DataDirectory { DataDirectory(path: terminal.folder.path) }
    private var backup: URL { terminal.folder.appending(path: "backups/monday", directoryHint: .isDirectory) }
    private var restored: URL { terminal.folder.appending(path: "restored", directoryHint: .isDirectory) }

    private static let random = RandomSource { Data(repeating: 9, count: $0) }

    /// A store that stays open, as that of a running server does.
    private func store() throws -> SQLiteStore {
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

    @Test func nothingIsRestoredToAFolderThatOthersMayWriteTo() async throws {
        try await store().close()
        #expect(await terminal.run("backup", backup.path) == .success)
        try FileManager.default.createDirectory(at: restored, withIntermediateDirectories: true)
        try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: restored.path)
        #expect(await terminal.run("restore", backup.path, "--data", restored.path) == .failure)
        #expect(try FileManager.default.contentsOfDirectory(atPath: restored.path) == [])
    }

    @Test func aServerIsBroughtBackFromACopyThatWasMadeWhileItRan() async throws {
        let running = try store()
        try await running.commit([.account(.insert(account("ada")))])
        #expect(await terminal.run("backup", backup.path) == .success)
        let said = terminal.printed
        #expect(said.hasPrefix("Backed up to \(backup.path)"))
        #expect(said.contains(": 1 account, 0 clients, 0 sessions; "))
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
        let again = try SQLiteStore(path: restored.appending(path: "gatehouse.sqlite").path)
        #expect(try await again.accounts(after: nil, limit: 9).map(\.id) == ["ada"])
        try await again.close()
        // The backup is as it was.
        #expect(Set(try FileManager.default.contentsOfDirectory(atPath: backup.path)) == ["gatehouse.sqlite", "key"])
    }

    @Test func nothingIsWrittenOver() async throws {
        try await store().close()
        #expect(await terminal.run("backup", backup.path) == .success)
        #expect(await terminal.run("backup", backup.path) == .failure)
        #expect(terminal.complaints.contains("There is something in \(backup.path)"))
        #expect(await terminal.run("restore", backup.path) == .failure)
        #expect(terminal.complaints.contains("which restoring would destroy."))
    }

    @Test func whatIsNoServerIsNotBackedUp() async throws {
        #expect(await terminal.run("backup", backup.path) == .failure)
        #expect(terminal.complaints.contains("There is no Gatehouse data in \(terminal.folder.path)"))
        #expect(
            await terminal.run("backup", backup.path, "--database", "postgres://ada:secret@db/gatehouse") == .failure
        )
        let complaint = terminal.complaints
        #expect(complaint.contains("postgres://db/gatehouse is not a file") && complaint.contains("pg_dump"))
        #expect(!complaint.contains("secret"))
        #expect(!FileManager.default.fileExists(atPath: backup.path))
    }

    @Test func aBackupThatIsNotWholeIsNotRestored() async throws {
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
        #expect(terminal.complaints.contains("it has no key file"))
    }

    @Test func anotherServersKeyIsNoticed() async throws {
        let running = try store()
        let sealed = Data("sealed under another".utf8)
        let record = StoredKey(id: "k1", algorithm: .es256, sealedPrivateKey: sealed, createdAt: Terminal.now)
        try await running.commit([.key(.insert(record))])
        try await running.close()
        #expect(await terminal.run("backup", backup.path) == .failure)
        let complaint = terminal.complaints
        #expect(complaint.contains("The key file \(data.keyFile.path) does not belong to the database"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: terminal.folder.path + "/backups") == [])

        // One that was put together by hand is not restored either.
        try FileManager.default.createDirectory(
            at: backup,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        for (file, name) in [(data.keyFile, "key"), (data.database, "gatehouse.sqlite")] {
            try FileManager.default.copyItem(at: file, to: backup.appending(path: name))
        }
        #expect(await terminal.run("restore", backup.path, "--data", restored.path) == .failure)
        #expect(terminal.complaints.contains("stored under another key file"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: restored.path) == [])
    }
}
