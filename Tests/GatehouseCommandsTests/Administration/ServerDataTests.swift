import Foundation
import GatehouseCommands
import GatehouseStore
import GatehouseWire
import Testing

/// Administration with and without existing server data.
@Suite struct ServerDataTests {
    private let terminal = Terminal(hasServerData: false)

    private var folderExists: Bool { FileManager.default.fileExists(atPath: terminal.folder.path) }

    @Test(arguments: [
        ["client", "list"], ["client", "delete", "a"], ["user", "list"], ["user", "delete", "a"], ["events"],
        ["keys", "rotate"],
    ])
    func failsWithoutServerData(verb: [String]) async {
        #expect(await terminal.run(all: verb) == .failure)
        #expect(
            terminal.errorOutput
                == "gatehouse: No Gatehouse data in '\(terminal.folder.path)'. "
                + "Check --data, --database and --config, or start the server to create it.\n"
        )
        #expect(!folderExists)
    }

    @Test func createsDatabaseForClientWhenLocationIsSet() async {
        let status = await terminal.run("client", "create", "--name", "A", "--redirect-uri", "https://a.example/")
        #expect(status == .success)
        #expect(terminal.errorOutput.hasPrefix("Created a new database: \(terminal.folder.path)/gatehouse.sqlite"))
    }

    @Test(arguments: [
        ["client", "create", "--name", "A"], ["client", "create", "--name", "A", "--kii", "--token-lifetime", "1s"],
        ["client", "create", "--name", "A", "--kii", "--accept-tokens-of", "other"],
        ["client", "create", "--name", "A", "--redirect-uri", "http://a.example/"],
        ["client", "create", "--name", "A", "--kii", "--app-key", "short"],
        ["user", "create", "--email", "nowhere"], ["user", "create", "--email", "a@example.com", "--password-stdin"],
    ])
    func validatesInputBeforeCreatingDatabase(verb: [String]) async {
        let terminal = Terminal(input: "1234\n", hasServerData: false)
        #expect(await terminal.run(all: verb) == .failure)
        #expect(!terminal.errorOutput.contains("Created a new database"))
        #expect(!FileManager.default.fileExists(atPath: terminal.folder.path))
    }

    @Test func createsNoDatabaseWithoutLocation() async {
        let terminal = Terminal(environment: ["GATEHOUSE_DATA": ""], hasServerData: false)
        #expect(await terminal.run("user", "create", "--email", "alex@example.com") == .failure)
        #expect(terminal.errorOutput.contains("No Gatehouse data in"))
    }

    @Test func doesNotCreateMissingDatabase() async {
        let terminal = Terminal()
        let missing = terminal.folder.appending(path: "none.sqlite").path
        #expect(await terminal.run("events", "--database", "sqlite:\(missing)") == .failure)
        #expect(terminal.errorOutput.contains("No Gatehouse data in '\(missing)'."))
        #expect(!FileManager.default.fileExists(atPath: missing))
    }

    @Test(arguments: [["client", "list"], ["user", "create", "--email", "alex@example.com"], ["serve", "--dev"]])
    func doesNotReplaceMissingKeyFile(verb: [String]) async throws {
        let terminal = Terminal()
        await terminal.run("client", "create", "--name", "A", "--redirect-uri", "https://a.example/")
        let key = terminal.folder.appending(path: "key")
        try FileManager.default.removeItem(at: key)
        #expect(await terminal.run(all: verb) == .failure)
        #expect(terminal.errorOutput.contains("Key file '\(key.path)' is missing"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: terminal.folder.path) == ["gatehouse.sqlite"])
    }

    @Test func resumesInterruptedFirstStart() async throws {
        let terminal = Terminal()
        try FileManager.default.removeItem(at: terminal.folder.appending(path: "key"))
        let status = await terminal.run("client", "create", "--name", "A", "--redirect-uri", "https://a.example/")
        #expect(status == .success, "\(terminal.errorOutput)")
    }

    @Test(arguments: [
        ["client", "list"], ["client", "delete", "a"], ["user", "list"],
        ["user", "create", "--email", "a@example.com"],
        ["events"], ["keys", "rotate"], ["serve", "--dev"],
    ])
    func rejectsForeignKeyFile(verb: [String]) async throws {
        let terminal = Terminal()
        let sealed = Data("sealed under another".utf8)
        let record = StoredKey(id: "k1", algorithm: .es256, sealedPrivateKey: sealed, createdAt: Terminal.now)
        try await terminal.store.commit([.key(.insert(record))])
        #expect(await terminal.run(all: verb) == .failure)
        let key = terminal.folder.appending(path: "key").path
        #expect(
            terminal.errorOutput
                == "gatehouse: Key file '\(key)' doesn't belong to database '\(terminal.folder.path)/gatehouse.sqlite'. "
                + "Restore its key file, or set --data to its folder.\n"
        )
    }

    @Test(arguments: [
        (["serve", "--dev", "--begin-anew"], "exists. Leave out --begin-anew"),
        (["serve", "--dev", "--begin-anew", "--database", "postgres://db/gatehouse"], "is on PostgreSQL."),
    ])
    func rejectsBeginAnewWithExistingDatabase(verb: [String], message: String) async {
        let terminal = Terminal()
        #expect(await terminal.run(all: verb) == .failure)
        #expect(terminal.errorOutput.contains(message))
    }

    @Test(arguments: [
        ["client", "create", "--name", "A", "--redirect-uri", "https://a.example/"], ["serve", "--dev"],
    ])
    func rejectsKeyFileWithoutDatabase(verb: [String]) async throws {
        let terminal = Terminal()
        let database = terminal.folder.appending(path: "gatehouse.sqlite")
        try FileManager.default.removeItem(at: database)
        #expect(await terminal.run(all: verb) == .failure)
        let message = terminal.errorOutput
        #expect(message.contains("exists, but its database '\(database.path)' is missing."))
        #expect(message.contains("--begin-anew"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: terminal.folder.path) == ["key"])
    }
}
