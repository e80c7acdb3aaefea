import Foundation
import GatehouseCommands
import GatehouseStore
import Testing

@Suite struct EventsCommandTests {
    /// Returns the events that the command prints as JSON.
    private func events(_ terminal: Terminal, _ options: String...) async throws -> [[String: Any]] {
        _ = terminal.printed
        #expect(await terminal.run(all: ["events", "--json"] + options) == .success)
        return try terminal.printed.split(separator: "\n").map { line in
            try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        }
    }

    /// Returns a terminal whose store has an event a minute before now, and one of another kind two hours before.
    private func terminal() async throws -> Terminal {
        let terminal = Terminal()
        try await terminal.store.commit([
            .audit(AuditEvent(id: "old", at: Terminal.now - 7_200, kind: .keysRotated, actor: .operator("alice"))),
            .audit(
                AuditEvent(
                    id: "new",
                    at: Terminal.now - 60,
                    kind: .refreshReplayed,
                    actor: .client("app"),
                    accountID: "ada",
                    clientID: "app",
                    address: "192.0.2.1",
                    detail: "\u{1B}[2J"
                )
            ),
        ])
        return terminal
    }

    @Test func listsNewestEventsFirstUpToLimit() async throws {
        let terminal = Terminal()
        await terminal.run("user", "create", "--email", "a@example.com")
        await terminal.run("user", "delete", "a@example.com", "--yes")
        let all = try await events(terminal)
        #expect(all.compactMap { $0["kind"] as? String } == ["account.deleted", "account.created"])
        // The deletion of an account removes the request IDs of its earlier events.
        #expect(all.map { $0["request"] as? String } == ["command-line", nil])
        #expect(try await events(terminal, "--limit", "1").count == 1)
    }

    @Test func namesOperator() async throws {
        let terminal = Terminal()
        await terminal.run("user", "create", "--email", "a@example.com")
        #expect(try await events(terminal).map { $0["actor"] as? String } == ["operator:operator"])
    }

    @Test func filtersEventsByEmailAddress() async throws {
        let terminal = Terminal()
        await terminal.run("user", "create", "--email", "a@example.com")
        await terminal.run("user", "create", "--email", "b@example.com")
        let events = try await events(terminal, "--user", "b@example.com")
        let account = try #require(try await terminal.store.account(.email, "b@example.com"))
        #expect(events.compactMap { $0["account"] as? String } == [account.id.rawValue])
        #expect(await terminal.run("events", "--user", "c@example.com") == .failure)
    }

    @Test(arguments: [
        (["--kind", "keys.rotated"], ["old"]), (["--kind", "keys.rotated", "--kind", "sign_in.failed"], ["old"]),
        (["--client", "app"], ["new"]), (["--user", "ada"], ["new"]), (["--since", "1h"], ["new"]),
        (["--until", "1h"], ["old"]), (["--since", "2023-11-14T22:12:20Z"], ["new"]),
        (["--since", "2023-11-14"], ["new", "old"]), (["--since", "2h", "--until", "119m"], ["old"]),
    ])
    func filtersEvents(options: [String], expected: [String]) async throws {
        let terminal = try await terminal()
        #expect(await terminal.run(all: ["events", "--json"] + options) == .success)
        let found = terminal.printed.split(separator: "\n").compactMap { line in
            (try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])?["id"] as? String
        }
        #expect(found == expected)
    }

    @Test func showsOneLinePerEventWithoutControlCharacters() async throws {
        let terminal = try await terminal()
        await terminal.run("events")
        #expect(
            terminal.printed == """
                2023-11-14T22:12:20Z  refresh_token.replayed        client:app  account=ada  address=192.0.2.1  \
                detail=\u{FFFD}[2J
                2023-11-14T20:13:20Z  keys.rotated                  operator:alice

                """
        )
    }

    @Test func escapesControlCharactersInJSON() async throws {
        let terminal = Terminal()
        let detail = "\u{9B}2J \u{1B}[2J \u{202E} Zoë \u{E0001}"
        try await terminal.store.commit([
            .audit(AuditEvent(id: "one", at: Terminal.now, kind: .signedIn, detail: detail))
        ])
        await terminal.run("events", "--json")
        let text = terminal.printed
        #expect(text.contains(#"\u009b2J"#) && text.contains(#"\u202e Zoë \udb40\udc01"#))
        #expect(!text.unicodeScalars.contains { ["\u{9B}", "\u{1B}", "\u{202E}"].contains($0) })
        #expect(try await events(terminal).first?["detail"] as? String == detail)
    }

    @Test func showsNoEmailAddresses() async {
        let terminal = Terminal()
        await terminal.run("user", "create", "--email", "a@example.com")
        _ = terminal.printed
        await terminal.run("events")
        let text = terminal.printed
        #expect(text.hasPrefix("2023-11-14T22:13:20Z  account.created  "))
        #expect(!text.contains("a@example.com"))
    }

    @Test func listsAllEventsSinceATimeInPages() async throws {
        let terminal = Terminal()
        try await terminal.store.commit(
            (1...1_203).map { .audit(AuditEvent(id: .init("\($0)"), at: Terminal.now, kind: .signedIn)) }
        )
        #expect(try await events(terminal, "--since", "1h").count == 1_203)
        #expect(try await events(terminal).count == 50)
    }

    @Test(arguments: [
        ["--limit", "0"], ["--kind", "sign_in"], ["--since", "yesterday"], ["--follow", "--limit", "1"],
        ["--follow", "--until", "1h"],
    ])
    func rejectsInvalidOptions(options: [String]) async {
        #expect(await Terminal().run(all: ["events"] + options) != .success)
    }
}
