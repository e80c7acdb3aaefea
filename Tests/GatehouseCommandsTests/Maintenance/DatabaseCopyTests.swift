import Foundation
import GatehouseCommands
import GatehouseStore
import GatehouseStoreSQLite
import Testing

/// The command of a copy; the copy itself is tested with the PostgreSQL store.
@Suite struct DatabaseCopyTests {
    private static let target = "postgres://ada:secret@db.example.com/gatehouse?sslmode=require"

    private func fill(_ terminal: Terminal) async throws {
        let store = try SQLiteStore(path: terminal.folder.path + "/gatehouse.sqlite")
        let accounts = ["ada", "grace", "edsger"].map { id in
            GatehouseStore.Account(
                id: .init(id),
                identifiers: id == "ada" ? [AccountIdentifier(kind: .username, value: id, verifiedAt: nil)] : [],
                passwordHash: nil,
                attributes: [:],
                createdAt: Terminal.now,
                updatedAt: Terminal.now
            )
        }
        try await store.commit(accounts.map { .account(.insert($0)) })
        try await store.close()
    }

    private func copy(
        _ terminal: Terminal,
        from: String = "",
        to: String = target,
        _ more: String...
    ) async -> GatehouseCommands.ExitStatus {
        await terminal.run(
            all: ["database", "copy", "--from", "sqlite:\(terminal.folder.path)\(from)", "--to", to] + more
        )
    }

    @Test(arguments: ["", "/", "/gatehouse.sqlite"]) func printsRowCounts(from: String) async throws {
        let terminal = Terminal(hasServerData: false)
        try await fill(terminal)
        #expect(await copy(terminal, from: from) == .success)
        let file = terminal.folder.path + "/gatehouse.sqlite"
        let lines = terminal.printed.split(separator: "\n").map(String.init)
        #expect(lines.count == TableName.allCases.count + 1)
        #expect(lines.contains("accounts               3"))
        #expect(lines.contains("account_identifiers    1"))
        #expect(
            lines.last == """
                Copied 4 rows from \(file) to postgres://db.example.com/gatehouse. The row counts of all tables match.
                """
        )
        let advice = terminal.errorOutput
        #expect(advice.hasPrefix("Changes to \(file) since the copy began are not included."))
        #expect(advice.contains("Copy the key file, the file 'key' in its data folder, to"))
        #expect(!advice.contains("\r"))
    }

    @Test func showsProgressOnTerminal() async throws {
        let terminal = Terminal(isTerminal: true, hasServerData: false)
        try await fill(terminal)
        try Data(repeating: 7, count: 32).write(to: terminal.folder.appending(path: "key"))
        #expect(await copy(terminal) == .success)
        let shown = terminal.errorOutput
        #expect(shown.hasPrefix("Creating a snapshot of "))
        #expect(shown.contains("\r[----------"))
        #expect(shown.contains("\r[######################--------] 75 %  3 of 4 rows, accounts"))
        #expect(shown.contains("] 100 %  4 of 4 rows, audit_events"))
        #expect(shown.contains("\nChanges to "))
        #expect(shown.contains("Copy the key file, \(terminal.folder.path)/key, to"))
    }

    @Test func printsJSON() async throws {
        let terminal = Terminal(hasServerData: false)
        try await fill(terminal)
        #expect(await copy(terminal, "--json") == .success)
        let summary = try #require(try terminal.json() as? [String: Any])
        #expect(summary["rows"] as? Int == 4)
        #expect(summary["to"] as? String == "postgres://db.example.com/gatehouse")
        let tables = try #require(summary["tables"] as? [String: Int])
        #expect(tables.count == TableName.allCases.count)
        #expect(tables["accounts"] == 3)
        #expect(tables["sessions"] == 0)
    }

    @Test func reportsFailuresWithoutPassword() async throws {
        let failures: [(CopyError, String)] = [
            (
                .notEmpty(.accounts, rows: 7),
                "isn't empty (rows in table accounts: 7). Nothing was copied. Create an empty database"
            ),
            (.busy, "'postgres://db.example.com/gatehouse' is in use by another copy"),
            (.target(.unavailable("The database server cannot be reached.")), "The database server cannot be reached."),
            (
                .refused(.sessions, .unavailable("SQLSTATE 53100: the disk is full.")),
                "rejected the rows of sessions"
            ),
            (.unknownColumn(.clients, "later"), "Column later of clients doesn't exist on both sides."),
            (
                .unstorable(.auditEvents, column: "detail"),
                "in column detail of audit_events that the other database can't"
            ),
            (
                .different(.keys, source: 2, target: 3),
                "has 2 rows in keys, but 'postgres://db.example.com/gatehouse' has 3"
            ),
        ]
        for (failure, words) in failures {
            let terminal = Terminal(hasServerData: false, copyTarget: RecordingTarget(failure: failure))
            try await fill(terminal)
            #expect(await copy(terminal, "--json") == .failure)
            let message = terminal.errorOutput
            #expect(message.contains(words), "\(message)")
            #expect(message.split(separator: "\n").count == 1)
            #expect(!message.contains("secret"))
            #expect(terminal.printed == "")
        }
    }

    @Test func rejectsInvalidSourcesAndTargets() async throws {
        let terminal = Terminal(hasServerData: false)
        #expect(await copy(terminal) == .failure)
        #expect(terminal.errorOutput.contains("can't be copied: File \(terminal.folder.path)"))
        #expect(await terminal.run("database", "copy", "--from", Self.target, "--to", Self.target) == .failure)
        #expect(terminal.errorOutput.hasPrefix("gatehouse: Both databases are on PostgreSQL. Use pg_dump"))
        #expect(await copy(terminal, to: "sqlite:x") == .failure)
        #expect(terminal.errorOutput.hasPrefix("gatehouse: Both databases are SQLite files."))
        #expect(await copy(terminal, to: "mysql://ada:secret@db") == .failure)
        let message = terminal.errorOutput
        #expect(message.hasSuffix("Use --to sqlite:PATH or postgres://USER@HOST/DATABASE.\n"))
        #expect(!message.contains("secret"))
    }
}
