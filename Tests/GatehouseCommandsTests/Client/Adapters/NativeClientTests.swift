import GatehouseCommands
import GatehouseServer
import GatehouseStore
import GatehouseWire
import Testing

@Suite struct NativeClientTests {
    private let terminal = Terminal()

    private func create(_ arguments: String...) async throws -> Client? {
        let status = await terminal.run(all: ["client", "create", "--name", "App", "--client-id", "app"] + arguments)
        return status == .success ? try await terminal.store.client("app") : nil
    }

    @Test func registersNativeAppWithoutRedirectURIAndConsent() async throws {
        let client = try #require(try await create("--native", "password"))
        #expect(client.native == NativeAuthenticationSettings(method: .password))
        #expect(client.grantTypes == [.refreshToken])
        #expect(client.skipsConsent)
        #expect(!client.isConfidential)
        #expect(client.scopes == [.openid, .profile, .email, .offlineAccess, .account])
    }

    @Test func storesDisclosureOriginsAndRedirectURI() async throws {
        let client = try #require(
            try await create(
                "--native",
                "code",
                "--reveal-accounts",
                "--web-origin",
                "https://app.example.com",
                "--web-origin",
                "http://localhost:3000",
                "--redirect-uri",
                "com.example.app:/callback"
            )
        )
        #expect(
            client.native
                == NativeAuthenticationSettings(
                    method: .code,
                    disclosesAccounts: true,
                    origins: ["https://app.example.com", "http://localhost:3000"]
                )
        )
        #expect(client.grantTypes == [.authorizationCode, .refreshToken])
    }

    @Test(
        arguments: [
            (["--native", "password", "--type", "confidential"], "must be public clients"),
            (["--native", "code", "--web-origin", "https://app.example.com/"], "is not a web origin"),
            (["--native", "code", "--web-origin", "http://app.example.com"], "is not a web origin"),
            (["--native", "code", "--web-origin", "https://App.example.com"], "is not a web origin"),
            (["--native", "code", "--web-origin", "app.example.com"], "is not a web origin"),
            (["--native", "code", "--web-origin", "https://me@app.example.com"], "is not a web origin"),
            (["--native", "sms"], "sms"), (["--reveal-accounts"], "requires --native"),
            (["--web-origin", "*"], "requires --native"),
        ] as [([String], String)]
    )
    func rejectsInvalidRegistration(arguments: [String], message: String) async throws {
        #expect(await terminal.run(all: ["client", "create", "--name", "App"] + arguments) == .failure)
        #expect(terminal.errorOutput.contains(message))
        #expect(try await terminal.store.clients(after: nil, limit: 9) == [])
    }

    @Test func listsSignInMethod() async throws {
        _ = try await create("--native", "code", "--web-origin", "*")
        _ = terminal.printed
        await terminal.run("client", "list")
        #expect(terminal.printed == "app  App  native (code)  -  -\n")
        await terminal.run("client", "list", "--json")
        let list = try #require(try terminal.json() as? [[String: Any]])
        #expect(list[0]["native"] as? String == "code")
        #expect(list[0]["reveal_accounts"] as? Bool == false)
        #expect(list[0]["web_origins"] as? [String] == ["*"])
    }
}
