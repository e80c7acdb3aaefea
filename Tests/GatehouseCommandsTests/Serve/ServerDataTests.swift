import Foundation
import GatehouseCommands
import GatehouseStore
import GatehouseWire
import Testing

/// Where administration finds a server's data, and what it does where there are none.
@Suite struct ServerDataTests {
    private let terminal = Terminal(hasServerData: false)

    private var isThere: Bool { FileManager.default.fileExists(atPath: terminal.folder.path) }

    @Test(arguments: [
        ["client", "list"], ["client", "delete", "a"], ["user", "list"], ["user", "delete", "a"], ["events"],
        ["keys", "rotate"],
    ])
    func nothingIsMadeWhereThereIsNothing(verb: [String]) async {
        #expect(await terminal.run(all: verb) == .failure)
        #expect(
            terminal.complaints
                == "gatehouse: There is no Gatehouse data in \(terminal.folder.path). "
                + "Start the server first, or give --data, --database or --config.\n"
        )
        #expect(!isThere)
    }

    @Test func aClientMayBeThereBeforeTheFirstStartWhereThePlaceWasNamed() async {
        let status = await terminal.run("client", "create", "--name", "A", "--redirect-uri", "https://a.example/")
        #expect(status == .success)
        #expect(terminal.complaints.hasPrefix("Made a new database, \(terminal.folder.path)/gatehouse.sqlite"))
    }

    @Test(arguments: [
        ["client", "create", "--name", "A"], ["client", "create", "--name", "A", "--kii", "--token-lifetime", "1s"],
        ["client", "create", "--name", "A", "--kii", "--accept-tokens-of", "other"],
        ["client", "create", "--name", "A", "--redirect-uri", "http://a.example/"],
        ["client", "create", "--name", "A", "--kii", "--app-key", "short"],
        ["user", "create", "--email", "nowhere"], ["user", "create", "--email", "a@example.com", "--password-stdin"],
    ])
    func refusesWhatCannotBeCreatedBeforeItMakesADatabase(verb: [String]) async {
        let terminal = Terminal(input: "1234\n", hasServerData: false)
        #expect(await terminal.run(all: verb) == .failure)
        #expect(!terminal.complaints.contains("Made a new database"))
        #expect(!FileManager.default.fileExists(atPath: terminal.folder.path))
    }

    @Test func withoutAPlaceNothingIsMade() async {
        let terminal = Terminal(environment: ["GATEHOUSE_DATA": ""], hasServerData: false)
        #expect(await terminal.run("user", "create", "--email", "alex@example.com") == .failure)
        #expect(terminal.complaints.contains("There is no Gatehouse data in"))
    }

    @Test func aDatabaseThatIsNotThereIsNotMade() async {
        let terminal = Terminal()
        let missing = terminal.folder.appending(path: "none.sqlite").path
        #expect(await terminal.run("events", "--database", "sqlite:\(missing)") == .failure)
        #expect(terminal.complaints.contains("There is no Gatehouse data in \(missing)."))
        #expect(!FileManager.default.fileExists(atPath: missing))
    }

    @Test(arguments: [["client", "list"], ["user", "create", "--email", "alex@example.com"], ["serve", "--dev"]])
    func aLostKeyIsNotReplaced(verb: [String]) async throws {
        let terminal = Terminal()
        await terminal.run("client", "create", "--name", "A", "--redirect-uri", "https://a.example/")
        let key = terminal.folder.appending(path: "key")
        try FileManager.default.removeItem(at: key)
        #expect(await terminal.run(all: verb) == .failure)
        #expect(terminal.complaints.contains("The key file \(key.path) is missing"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: terminal.folder.path) == ["gatehouse.sqlite"])
    }

    @Test func finishesAnInterruptedStart() async throws {
        let terminal = Terminal()
        try FileManager.default.removeItem(at: terminal.folder.appending(path: "key"))
        let status = await terminal.run("client", "create", "--name", "A", "--redirect-uri", "https://a.example/")
        #expect(status == .success, "\(terminal.complaints)")
    }

    @Test(arguments: [
        ["client", "list"], ["client", "delete", "a"], ["user", "list"],
        ["user", "create", "--email", "a@example.com"],
        ["events"], ["keys", "rotate"], ["serve", "--dev"],
    ])
    func anotherKeyFileIsRefused(verb: [String]) async throws {
        let terminal = Terminal()
        let sealed = Data("sealed under another".utf8)
        let record = StoredKey(id: "k1", algorithm: .es256, sealedPrivateKey: sealed, createdAt: Terminal.now)
        try await terminal.store.commit([.key(.insert(record))])
        #expect(await terminal.run(all: verb) == .failure)
        let key = terminal.folder.appending(path: "key").path
        #expect(
            terminal.complaints
                == "gatehouse: The database \(terminal.folder.path)/gatehouse.sqlite belongs to another key file than \(key). "
                + "Put back the key file that it belongs to, or give --data the folder that it is in.\n"
        )
    }

    @Test(arguments: [
        ["client", "create", "--name", "A", "--redirect-uri", "https://a.example/"], ["serve", "--dev"],
    ])
    func aKeyFileWhoseDatabaseIsGoneIsRefused(verb: [String]) async throws {
        let terminal = Terminal()
        let database = terminal.folder.appending(path: "gatehouse.sqlite")
        try FileManager.default.removeItem(at: database)
        #expect(await terminal.run(all: verb) == .failure)
        let complaint = terminal.complaints
        #expect(complaint.contains("is there, and its database \(database.path) is not."))
        #expect(complaint.contains("--begin-anew"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: terminal.folder.path) == ["key"])
    }
}
