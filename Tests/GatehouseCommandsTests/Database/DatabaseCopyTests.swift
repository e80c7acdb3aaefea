import Foundation
import GatehouseCommands
import GatehouseStore
import GatehouseStoreSQLite
import Testing

/// The command line around a copy; the tests of the store for PostgreSQL have the copy itself.
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

    @Test(arguments: ["", "/", "/gatehouse.sqlite"]) func whatWasCopiedIsSaid(from: String) async throws {
        let terminal = Terminal(hasServerData: false)
        try await fill(terminal)
        #expect(await copy(terminal, from: from) == .success)
        let file = terminal.folder.path + "/gatehouse.sqlite"
        let lines = terminal.printed.split(separator: "\n").map(String.init)
        #expect(lines.count == CopiedTable.allCases.count + 1)
        #expect(lines.contains("accounts             3"))
        #expect(lines.contains("account_identifiers  1"))
        #expect(
            lines.last == """
                Copied 4 rows from \(file) to postgres://db.example.com/gatehouse; both have the same number in each table.
                """
        )
        let advice = terminal.complaints
        #expect(advice.hasPrefix("What \(file) has got since the copy began is not in it."))
        #expect(advice.contains("the key file of the old one, the file key of its data folder, in"))
        #expect(!advice.contains("\r"))
    }

    @Test func aPersonSeesHowFarItIs() async throws {
        let terminal = Terminal(isTerminal: true, hasServerData: false)
        try await fill(terminal)
        try Data(repeating: 7, count: 32).write(to: terminal.folder.appending(path: "key"))
        #expect(await copy(terminal) == .success)
        let shown = terminal.complaints
        #expect(shown.hasPrefix("Taking a copy of "))
        #expect(shown.contains("\r[----------"))
        #expect(shown.contains("\r[######################--------] 75 %  3 of 4 rows, accounts"))
        #expect(shown.contains("] 100 %  4 of 4 rows, audit_events"))
        #expect(shown.contains("\nWhat "))
        #expect(shown.contains("the key file of the old one, \(terminal.folder.path)/key, in"))
    }

    @Test func aScriptReadsNumbers() async throws {
        let terminal = Terminal(hasServerData: false)
        try await fill(terminal)
        #expect(await copy(terminal, "--json") == .success)
        let summary = try #require(try terminal.json() as? [String: Any])
        #expect(summary["rows"] as? Int == 4)
        #expect(summary["to"] as? String == "postgres://db.example.com/gatehouse")
        let tables = try #require(summary["tables"] as? [String: Int])
        #expect(tables.count == CopiedTable.allCases.count)
        #expect(tables["accounts"] == 3)
        #expect(tables["sessions"] == 0)
    }

    @Test func eachFailureIsOneSentenceWithoutThePassword() async throws {
        let failures: [(CopyError, String)] = [
            (.notEmpty(.accounts, rows: 7), "is not empty (rows in its table accounts: 7). Name an empty database"),
            (.busy, "Another copy to postgres://db.example.com/gatehouse is under way"),
            (.target(.unavailable("The database server cannot be reached.")), "The database server cannot be reached."),
            (
                .refused(.sessions, .unavailable("SQLSTATE 53100: the disk is full.")),
                "did not take the rows of sessions"
            ),
            (.unknownColumn(.clients, "later"), "The column later of clients is not known on both sides."),
            (
                .unstorable(.auditEvents, column: "detail"),
                "in the column detail of audit_events that PostgreSQL cannot"
            ),
            (.different(.keys, source: 2, target: 3), "has 2 rows in keys, and 3 were in postgres://db.example.com"),
        ]
        for (failure, words) in failures {
            let terminal = Terminal(hasServerData: false, copyTarget: RecordingTarget(failure: failure))
            try await fill(terminal)
            #expect(await copy(terminal, "--json") == .failure)
            let complaint = terminal.complaints
            #expect(complaint.contains(words), "\(complaint)")
            #expect(complaint.split(separator: "\n").count == 1)
            #expect(!complaint.contains("secret"))
            #expect(terminal.printed == "")
        }
    }

    @Test func whatCannotBeCopiedIsRefused() async throws {
        let terminal = Terminal(hasServerData: false)
        #expect(await copy(terminal) == .failure)
        #expect(terminal.complaints.contains("cannot be copied: There is no file \(terminal.folder.path)"))
        #expect(await terminal.run("database", "copy", "--from", Self.target, "--to", "sqlite:x") == .failure)
        #expect(terminal.complaints == "gatehouse: Records are copied from SQLite only. Give --from sqlite:PATH.\n")
        #expect(await copy(terminal, to: "sqlite:x") == .failure)
        #expect(terminal.complaints.hasPrefix("gatehouse: Records are copied to PostgreSQL only."))
        #expect(await copy(terminal, to: "mysql://ada:secret@db") == .failure)
        let complaint = terminal.complaints
        #expect(complaint.hasSuffix("Use --to sqlite:PATH, or postgres://USER@HOST/DATABASE.\n"))
        #expect(!complaint.contains("secret"))
    }
}
