import Foundation
import GatehouseCommands
import GatehousePasswords
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import Testing

@Suite struct ClientAttributesTests {
    private let terminal = Terminal()

    private func create() async throws {
        let status = await terminal.run(
            all: [
                "client", "create", "--name", "App", "--client-id", "app", "--native", "code", "--attribute",
                "given_name,required",
            ]
        )
        try #require(status == .success)
        _ = terminal.printed
    }

    private func server() throws -> IdentityServer {
        IdentityServer(
            settings: ServerSettings(
                issuer: "https://id.example.com",
                isDevelopment: false,
                mailFrom: "id@example.com"
            ),
            environment: ServerEnvironment(
                now: { Terminal.now },
                random: RandomSource { Data(repeating: 7, count: $0) },
                logger: TestTrace.runLogger
            ),
            store: terminal.store,
            masterKey: try #require(MasterKey(bytes: Data(repeating: 7, count: 32))),
            hasher: PasswordHasher(threads: 1)
        )
    }

    private func attributes() async throws -> [ClientAttribute]? {
        try await terminal.store.client("app")?.attributes
    }

    @Test func addsReplacesListsAndRemovesAttributes() async throws {
        try await create()
        #expect(
            await terminal.run("client", "attributes", "add", "app", "plan,choice,page=2,options=a|b", "given_name")
                == .success
        )
        #expect(terminal.printed == "app asks for given_name, plan.\n")
        #expect(
            try await attributes() == [
                ClientAttribute(name: "given_name"),
                ClientAttribute(name: "plan", kind: .choice, options: ["a", "b"], page: 2),
            ]
        )
        await terminal.run("client", "attributes", "list", "app")
        #expect(terminal.printed == "1  given_name  text    no  -  -\n2  plan        choice  no  -  a|b\n")
        await terminal.run("client", "attributes", "list", "app", "--json")
        #expect(try terminal.json() as? [String] == ["given_name", "plan,choice,page=2,options=a|b"])

        #expect(await terminal.run("client", "attributes", "remove", "app", "given_name") == .success)
        #expect(try await attributes()?.map(\.name) == ["plan"])
        #expect(await terminal.run("client", "attributes", "remove", "app", "plan") == .success)
        #expect(terminal.printed == "app asks for plan.\napp asks for nothing.\n")
        let events = try await terminal.store.events(of: nil, before: nil, limit: 10)
        #expect(events.map(\.kind) == [.clientUpdated, .clientUpdated, .clientUpdated, .clientCreated])
    }

    @Test(
        arguments: [
            (["add", "other", "nickname"], "No client with ID 'other'."),
            (["list", "other"], "No client with ID 'other'."),
            (["add", "app", "email"], "is not a valid attribute name"), (["add", "app", "x,choice"], "options=A|B"),
            (["add", "app", "x,colour"], "colour"),
            (["remove", "app", "given_name", "nickname"], "'app' doesn't ask for 'nickname'."),
        ] as [([String], String)]
    )
    func rejectsInvalidChanges(arguments: [String], message: String) async throws {
        try await create()
        #expect(await terminal.run(all: ["client", "attributes"] + arguments) == .failure)
        #expect(terminal.errorOutput.contains(message))
        #expect(try await attributes() == [ClientAttribute(name: "given_name", isRequired: true)])
    }

    @Test func rejectsChangesToAttributesInConfigurationFile() async throws {
        try await create()
        let file = terminal.folder.appending(path: "gatehouse.yaml").path
        try Data("clients:\n  app:\n    attributes:\n      - nickname\n".utf8).write(to: URL(filePath: file))
        #expect(await terminal.run("client", "attributes", "add", "app", "x", "--config", file) == .failure)
        #expect(terminal.errorOutput.contains("are set in the configuration file"))
        #expect(try await attributes()?.map(\.name) == ["given_name"])
    }

    @Test func appliesAttributesOfConfigurationFile() async throws {
        try await create()
        let clients = StoreAdministration(server: try server()).clients
        let unknown = try await clients.apply([
            "app": [ClientAttribute(name: "nickname", page: 2)], "nobody": [ClientAttribute(name: "x")],
        ])
        #expect(unknown == ["nobody"])
        #expect(try await attributes() == [ClientAttribute(name: "nickname", page: 2)])
        let events = try await terminal.store.events(of: nil, before: nil, limit: 10).count
        #expect(try await clients.apply(["app": [ClientAttribute(name: "nickname", page: 2)]]) == [])
        #expect(try await terminal.store.events(of: nil, before: nil, limit: 10).count == events)
    }
}
