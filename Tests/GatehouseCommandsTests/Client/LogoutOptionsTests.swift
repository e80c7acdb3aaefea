import GatehouseCommands
import GatehouseStore
import GatehouseWire
import Testing

/// The options of logout tokens and pairwise subject identifiers.
@Suite struct LogoutOptionsTests {
    private let terminal = Terminal()

    private func run(_ verb: String, _ options: [String]) async -> GatehouseCommands.ExitStatus {
        let base =
            verb == "create"
            ? ["--name", "App", "--client-id", "app", "--redirect-uri", "https://a.example/cb"] : ["app"]
        return await terminal.run(all: ["client", verb] + base + options)
    }

    private var stored: Client {
        get async throws { try #require(try await terminal.store.client("app")) }
    }

    @Test func changesOneSettingAndRemovesThem() async throws {
        let options = ["--backchannel-logout-uri", "https://a.example/out", "--pairwise"]
        #expect(await run("create", options) == .success, "\(terminal.errorOutput)")
        #expect(try await stored.backChannelLogout == BackChannelLogout(uri: "https://a.example/out"))
        #expect(try await stored.sectorIdentifier == "a.example")
        #expect(await run("update", ["--backchannel-logout-session-required"]) == .success)
        #expect(await run("update", ["--redirect-uri", "https://b.example/cb"]) == .success)
        let changed = BackChannelLogout(uri: "https://a.example/out", requiresSessionID: true)
        #expect(try await stored.backChannelLogout == changed)
        #expect(try await stored.sectorIdentifier == "a.example")
        #expect(await run("update", ["--no-backchannel-logout-uri", "--no-pairwise"]) == .success)
        #expect(try await stored.backChannelLogout == nil)
        #expect(try await stored.sectorIdentifier == nil)
    }

    /// OpenID Connect Back-Channel Logout §2.2, Core §8.1.
    @Test(arguments: [
        ["--backchannel-logout-uri", "http://a.example/out"], ["--backchannel-logout-uri", "https://a.example/#out"],
        ["--backchannel-logout-session-required"], ["--redirect-uri", "https://b.example/cb", "--pairwise"],
        ["--redirect-uri", "com.example.app:/cb", "--pairwise"],
        ["--redirect-uri", "com.example.app://a.example/cb", "--pairwise"],
        ["--sector-identifier", "https://a.example"],
        ["--sector-identifier", "a.example", "--no-pairwise"],
    ])
    func rejectsInvalidSettings(options: [String]) async throws {
        #expect(await run("create", options) != .success)
    }

    @Test func showsSettings() async throws {
        let options = ["--backchannel-logout-uri", "https://a.example/out", "--sector-identifier", "a.example"]
        #expect(await run("create", options) == .success, "\(terminal.errorOutput)")
        _ = terminal.printed
        #expect(await run("show", []) == .success)
        let shown = terminal.printed
        #expect(shown.contains("https://a.example/out\n"))
        #expect(shown.contains("pairwise, for a.example\n"))
        #expect(await run("show", ["--json"]) == .success)
        let json = terminal.printed
        #expect(json.contains("backchannel_logout_uri") && json.contains("\"sector_identifier\""))
    }
}
