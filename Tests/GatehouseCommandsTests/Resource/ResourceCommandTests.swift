import Foundation
import GatehouseCommands
import GatehouseServer
import GatehouseStore
import GatehouseWire
import Testing

@Suite struct ResourceCommandTests {
    private static let id = "https://api.example.com"

    private let terminal = Terminal()

    @discardableResult
    private func create(_ options: [String]) async -> GatehouseCommands.ExitStatus {
        await terminal.run(all: ["resource", "create", Self.id, "--name", "Orders"] + options)
    }

    private var stored: Resource? {
        get async throws { try await terminal.store.resources().first }
    }

    private func addClient(_ id: String, _ options: String...) async {
        let creation = ["client", "create", "--name", id, "--client-id", id, "--redirect-uri", "https://a.example/"]
        // The tests read what was registered.
        _ = await terminal.run(all: creation + options)
        _ = terminal.printed
        _ = terminal.errorOutput
    }

    @Test func registersAPIWithAllProperties() async throws {
        await addClient("orders-api", "--type", "confidential")
        let status = await create([
            "--scope", "orders:read=See your orders", "--scope", "orders:read[ja]=注文を見る", "--scope",
            "orders:write", "--token-format", "opaque", "--token-lifetime", "10m", "--algorithm", "RS256",
            "--introspector", "orders-api", "--introspects", "username", "--require-dpop",
        ])
        #expect(status == .success)
        #expect(terminal.printed == "Registered https://api.example.com.\n")
        let expected = Resource(
            id: "https://api.example.com",
            name: "Orders",
            scopes: [
                ResourceScope("orders:read", texts: ["en": "See your orders", "ja": "注文を見る"]),
                ResourceScope("orders:write"),
            ],
            tokenFormat: .opaque,
            algorithm: .rs256,
            tokenLifetime: 600,
            introspectors: ["orders-api"],
            introspects: [.username],
            requiresDPoP: true,
            createdAt: Terminal.now
        )
        #expect(try await stored == expected)
    }

    @Test func showsAPIInOriginalForm() async throws {
        await create(["--scope", "orders:read=See your orders", "--scope", "orders:read[de]=Bestellungen sehen"])
        _ = terminal.printed
        #expect(await terminal.run("resource", "show", Self.id) == .success)
        let shown = terminal.printed
        #expect(shown.contains("orders:read=See your orders\n"))
        #expect(shown.contains("orders:read[de]=Bestellungen sehen\n"))
        #expect(shown.contains("as set for the server"))
        await terminal.run("resource", "list", "--json")
        let list = try #require(try terminal.json() as? [[String: Any]])
        #expect(list.first?["resource"] as? String == Self.id)
        #expect(
            list.first?["scopes"] as? [String]
                == ["orders:read[de]=Bestellungen sehen", "orders:read=See your orders"]
        )
        #expect(list.first?["token_format"] as? String == "jwt")
        await terminal.run("resource", "list")
        #expect(terminal.printed == "https://api.example.com  Orders  jwt  orders:read\n")
    }

    @Test(arguments: [
        ["--scope", "orders:read[fr]=Voir"], ["--scope", "a b=Text"], ["--scope", "openid=Text"],
        ["--token-lifetime", "2d"], ["--introspects", "username"], ["--introspector", "missing"],
    ])
    func rejectsInvalidOptions(_ options: [String]) async throws {
        #expect(await terminal.run(all: ["resource", "create", Self.id, "--name", "A"] + options) == .failure)
        #expect(try await stored == nil)
    }

    @Test func namesCommandThatRegistersIntrospector() async {
        let command = "gatehouse client create --client-id orders-api --name orders-api --type confidential"
        await create(["--introspector", "orders-api"])
        #expect(terminal.errorOutput.contains(command))
        await create([])
        await terminal.run("resource", "update", Self.id, "--introspector", "orders-api")
        #expect(terminal.errorOutput.contains(command))
        await addClient("public")
        await terminal.run("resource", "update", Self.id, "--introspector", "public")
        #expect(terminal.errorOutput.contains("The introspector public must be a confidential client."))
    }

    @Test(arguments: ["http://api.example.com", "api", "https://api.example.com/#x"])
    func rejectsInvalidIdentifier(_ id: String) async throws {
        #expect(await terminal.run("resource", "create", id, "--name", "A") == .failure)
        #expect(terminal.errorOutput.contains("is not a resource identifier"))
    }

    @Test func updatesProperties() async throws {
        await create(["--scope", "orders:read=See", "--scope", "orders:write", "--token-lifetime", "10m"])
        let arguments = [
            "resource", "update", Self.id, "--name", "Shop", "--add-scope", "orders:read[ja]=注文", "--remove-scope",
            "orders:write", "--no-token-lifetime", "--require-dpop",
        ]
        let status = await terminal.run(all: arguments)
        #expect(status == .success)
        let resource = try #require(try await stored)
        #expect(resource.name == "Shop")
        #expect(resource.scopes == [ResourceScope("orders:read", texts: ["en": "See", "ja": "注文"])])
        #expect(resource.tokenLifetime == nil)
        #expect(resource.requiresDPoP)
        #expect(resource.revision == 2)
        _ = terminal.errorOutput
        #expect(await terminal.run("resource", "update", Self.id, "--remove-scope", "x") == .failure)
        #expect(terminal.errorOutput.contains("'x' is not a scope of https://api.example.com."))
        #expect(await terminal.run("resource", "update", Self.id) == .failure)
        #expect(await terminal.run("resource", "update", Self.id, "--scope", "a", "--add-scope", "b") == .failure)
    }

    @Test func explainsDeletionToOperator() async throws {
        await create(["--scope", "orders:read", "--token-lifetime", "10m"])
        await addClient("shop", "--scope", "openid orders:read", "--default-resource", Self.id)
        #expect(await terminal.run("resource", "delete", Self.id) == .failure)
        let text = terminal.errorOutput
        #expect(text.contains("introspection reports them as inactive"))
        #expect(text.contains("until they expire, for 10 minutes at most"))
        #expect(text.contains("1 client may request its scopes"))
        #expect(text.contains("It is the default of shop"))
        #expect(try await stored != nil)
        #expect(await terminal.run("resource", "delete", Self.id, "--yes") == .success)
        #expect(try await stored == nil)
        #expect(await terminal.run("resource", "delete", Self.id, "--yes") == .failure)
        #expect(terminal.errorOutput.contains("No API with the identifier"))
    }

    @Test func explainsDeletionOfExchangedAPI() async throws {
        await create(["--scope", "orders:read"])
        await terminal.run("resource", "create", "urn:example:shop", "--name", "Shop")
        let base = ["--type", "confidential", "--grant", "token-exchange", "--scope", "orders:read"]
        for (client, from, to) in [
            ("shop-api", "urn:example:shop", Self.id), ("orders-api", Self.id, "urn:example:shop"),
        ] {
            let status = await terminal.run(
                all: ["client", "create", "--name", client, "--client-id", client] + base
                    + ["--exchange-from", from, "--exchange-to", to]
            )
            #expect(status == .success, "\(terminal.errorOutput)")
        }
        _ = terminal.errorOutput
        #expect(await terminal.run("resource", "delete", Self.id) == .failure)
        let text = terminal.errorOutput
        #expect(text.contains("Its tokens can no longer be exchanged by orders-api."))
        #expect(text.contains("Exchanges for its tokens by shop-api fail with invalid_target."))
        #expect(text.contains("--no-exchange"))
        #expect(await terminal.run("resource", "delete", Self.id, "--yes") == .success)
        #expect(try await terminal.store.client("shop-api")?.tokenExchange?.targets == ["https://api.example.com"])
        await create([])
        for client in ["shop-api", "orders-api"] {
            await terminal.run("client", "update", client, "--no-exchange", "--grant", "client_credentials")
        }
        _ = terminal.errorOutput
        #expect(await terminal.run("resource", "delete", Self.id) == .failure)
        #expect(!terminal.errorOutput.contains("exchange"))
    }

    @Test func setsAPIsOfTokenExchange() async throws {
        await create(["--scope", "orders:read"])
        await terminal.run("resource", "create", "urn:example:shop", "--name", "Shop")
        let status = await terminal.run(
            all: [
                "client", "create", "--name", "Shop API", "--client-id", "shop-api", "--type", "confidential",
                "--grant", "token-exchange", "--scope", "orders:read", "--exchange-from", "urn:example:shop",
                "--exchange-to", Self.id,
            ]
        )
        #expect(status == .success)
        #expect(
            try await terminal.store.client("shop-api")?.tokenExchange
                == TokenExchangePolicy(subjects: ["urn:example:shop"], targets: ["https://api.example.com"])
        )
        _ = terminal.printed
        await terminal.run("client", "update", "shop-api", "--impersonate")
        #expect(try await terminal.store.client("shop-api")?.tokenExchange?.permitsImpersonation == true)
        #expect(terminal.printed.contains("without being named"))
        _ = terminal.errorOutput
        #expect(await terminal.run("client", "update", "shop-api", "--exchange-to", "urn:none") == .failure)
        #expect(terminal.errorOutput.contains("Unknown resource: urn:none"))
        await terminal.run("client", "update", "shop-api", "--grant", "client_credentials", "--no-exchange")
        #expect(try await terminal.store.client("shop-api")?.tokenExchange == nil)
    }

    @Test func rejectsTokenExchangeOfPublicClient() async throws {
        await create(["--scope", "orders:read"])
        await addClient("shop", "--exchange-from", Self.id, "--exchange-to", Self.id)
        #expect(try await terminal.store.client("shop") == nil)
        await addClient("shop", "--type", "confidential", "--exchange-from", Self.id)
        #expect(try await terminal.store.client("shop") == nil)
    }

    @Test func setsDefaultResourceOfClient() async throws {
        await create(["--scope", "orders:read"])
        await addClient("shop", "--scope", "openid orders:read", "--default-resource", Self.id)
        #expect(try await terminal.store.client("shop")?.defaultResource == "https://api.example.com")
        await terminal.run("client", "show", "shop")
        #expect(terminal.printed.contains("Default API"))
        await terminal.run("client", "update", "shop", "--no-default-resource")
        #expect(try await terminal.store.client("shop")?.defaultResource == nil)
        _ = terminal.errorOutput
        #expect(await terminal.run("client", "update", "shop", "--default-resource", "urn:none") == .failure)
        #expect(terminal.errorOutput.contains("Unknown resource: urn:none"))
    }
}
