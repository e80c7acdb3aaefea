import GatehouseCommands
import GatehouseServer
import GatehouseStore
import GatehouseWire
import Testing

@Suite struct ClientUpdateTests {
    private let terminal = Terminal()

    private func create(_ arguments: String...) async throws -> Client {
        let status = await terminal.run(all: ["client", "create", "--name", "App", "--client-id", "app"] + arguments)
        try #require(status == .success)
        _ = terminal.printed
        return try #require(try await terminal.store.client("app"))
    }

    private func update(_ arguments: [String]) async -> GatehouseCommands.ExitStatus {
        await terminal.run(all: ["client", "update", "app"] + arguments)
    }

    private func audited() async throws -> [AuditKind] {
        try await terminal.store.events(of: nil, before: nil, limit: 10).map(\.kind)
    }

    @Test(
        arguments: [
            (["--native", "password"], NativeAuthentication(method: .password, origins: ["https://a.example"])),
            (
                ["--reveal-accounts"],
                NativeAuthentication(method: .code, revealsAccounts: true, origins: ["https://a.example"])
            ),
            (
                ["--web-origin", "https://b.example", "--web-origin", "*"],
                NativeAuthentication(method: .code, origins: ["https://b.example", "*"])
            ),
            (["--no-web-origin"], NativeAuthentication(method: .code)),
        ] as [([String], NativeAuthentication)]
    )
    func whatIsNamedChangesAndNothingElse(options: [String], native: NativeAuthentication) async throws {
        var client = try await create("--native", "code", "--web-origin", "https://a.example")
        #expect(await update(options) == .success)
        client.native = native
        #expect(try await terminal.store.client("app") == client)
        #expect(try await audited() == [.clientUpdated, .clientCreated])
        #expect(await update(options) == .success)
        #expect(try await audited() == [.clientUpdated, .clientCreated])
    }

    @Test func accountsThatWereRevealedCanBeKeptAgain() async throws {
        let client = try await create("--native", "code", "--reveal-accounts")
        #expect(client.native?.revealsAccounts == true)
        #expect(await update(["--no-reveal-accounts"]) == .success)
        #expect(try await terminal.store.client("app")?.native == NativeAuthentication(method: .code))
    }

    @Test func anAppGetsPagesOfItsOwnAndLosesThemAgain() async throws {
        let browsers = try await create("--redirect-uri", "com.example.app:/callback")
        #expect(await update(["--native", "password", "--web-origin", "https://a.example"]) == .success)
        var native = browsers
        native.native = NativeAuthentication(method: .password, origins: ["https://a.example"])
        native.skipsConsent = true
        #expect(try await terminal.store.client("app") == native)
        #expect(await update(["--no-native"]) == .success)
        #expect(try await terminal.store.client("app") == browsers)
        #expect(try await audited() == [.clientUpdated, .clientUpdated, .clientCreated])
    }

    @Test func whatTheClientIsNowIsShown() async throws {
        _ = try await create("--native", "code", "--redirect-uri", "com.example.app:/callback")
        #expect(await update(["--native", "password", "--web-origin", "*", "--reveal-accounts"]) == .success)
        #expect(
            terminal.printed == """
                Client ID      app
                Native         password
                Accounts       told to anybody
                Web origins    *

                """
        )
        #expect(await update(["--no-reveal-accounts", "--no-web-origin", "--json"]) == .success)
        let object = try #require(try terminal.json() as? [String: Any])
        #expect(object["client_id"] as? String == "app")
        #expect(object["native"] as? String == "password")
        #expect(object["reveal_accounts"] as? Bool == false)
        #expect(object["web_origins"] as? [String] == [])
        #expect(await update(["--no-native"]) == .success)
        #expect(terminal.printed == "Client ID      app\nNative         no\n")
    }

    @Test(
        arguments: [
            ([], "Say what to change: --native, --no-native,"),
            (["--native", "sms"], "sms"),
            (["--native", "code", "--no-native"], "--native or --no-native, not both"),
            (["--reveal-accounts", "--no-reveal-accounts"], "--no-reveal-accounts"),
            (["--web-origin", "*", "--no-web-origin"], "--web-origin or --no-web-origin, not both"),
            (["--no-native", "--reveal-accounts"], "--no-native stands alone"),
            (["--web-origin", "https://app.example.com/"], "is no web origin"),
            (["--no-native"], "app has no other way to sign people in. Delete it, or register another app"),
        ] as [([String], String)]
    )
    func whatCannotWorkIsRefusedAndChangesNothing(options: [String], complaint: String) async throws {
        let client = try await create("--native", "code")
        #expect(await update(options) == .failure)
        #expect(terminal.complaints.contains(complaint))
        #expect(try await terminal.store.client("app") == client)
        #expect(try await audited() == [.clientCreated])
    }

    @Test func anAppWithoutPagesOfItsOwnIsToldHowToGetThem() async throws {
        let client = try await create("--redirect-uri", "com.example.app:/callback")
        #expect(await update(["--reveal-accounts"]) == .failure)
        let complaints = terminal.complaints
        #expect(complaints.contains("app has no pages of its own."))
        #expect(complaints.contains("Add --native code or --native password"))
        #expect(try await terminal.store.client("app") == client)
    }

    @Test func aClientWithASecretStaysInTheBrowser() async throws {
        let client = try await create("--type", "confidential", "--redirect-uri", "https://app.example.com/cb")
        #expect(await update(["--native", "code"]) == .failure)
        #expect(terminal.complaints.contains("is a public client"))
        #expect(try await terminal.store.client("app") == client)
    }

    @Test func anUnknownClientIsSaidToBeOne() async throws {
        #expect(await terminal.run("client", "update", "app", "--native", "code") == .failure)
        #expect(terminal.complaints.contains("There is no client app."))
    }
}
