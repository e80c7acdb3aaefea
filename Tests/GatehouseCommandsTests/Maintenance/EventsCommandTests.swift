import GatehouseCommands
import GatehouseStore
import Testing

@Suite struct EventsCommandTests {
    @Test func listsNewestEventsFirstUpToLimit() async throws {
        let terminal = Terminal()
        await terminal.run("user", "create", "--email", "a@example.com")
        await terminal.run("user", "delete", "a@example.com", "--yes")
        _ = terminal.printed
        await terminal.run("events", "--json")
        let all = try #require(try terminal.json() as? [[String: Any]])
        #expect(all.compactMap { $0["kind"] as? String } == ["account.deleted", "account.created"])
        // The deletion of an account removes the request IDs of its earlier events.
        #expect(all.map { $0["request"] as? String } == ["command-line", nil])
        await terminal.run("events", "--json", "--limit", "1")
        #expect((try terminal.json() as? [[String: Any]])?.count == 1)
    }

    @Test func filtersEventsByEmailAddress() async throws {
        let terminal = Terminal()
        await terminal.run("user", "create", "--email", "a@example.com")
        await terminal.run("user", "create", "--email", "b@example.com")
        _ = terminal.printed
        await terminal.run("events", "--user", "b@example.com", "--json")
        let events = try #require(try terminal.json() as? [[String: Any]])
        let account = try #require(try await terminal.store.account(.email, "b@example.com"))
        #expect(events.compactMap { $0["account"] as? String } == [account.id.rawValue])
        #expect(await terminal.run("events", "--user", "c@example.com") == .failure)
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

    @Test func rejectsZeroLimit() async {
        #expect(await Terminal().run("events", "--limit", "0") == .failure)
    }
}
