import Foundation
import GatehouseCommands
import GatehouseStore
import Testing

@Suite struct DPoPClientTests {
    private let terminal = Terminal()

    private func run(_ verb: String, _ options: String...) async -> GatehouseCommands.ExitStatus {
        let base =
            verb == "create"
            ? ["--name", "App", "--client-id", "app", "--redirect-uri", "com.example.app:/callback"] : ["app"]
        return await terminal.run(all: ["client", verb] + base + options)
    }

    private var stored: Client {
        get async throws { try #require(try await terminal.store.client("app")) }
    }

    @Test func storesAndChangesRequirement() async throws {
        #expect(await run("create", "--require-dpop") == .success, "\(terminal.errorOutput)")
        #expect(try await stored.security.requiresDPoP)
        #expect(await run("update", "--name", "Renamed") == .success)
        #expect(try await stored.security.requiresDPoP)
        #expect(await run("update", "--no-require-dpop") == .success)
        #expect(try await !stored.security.requiresDPoP)
        let details = try await terminal.store.events(of: nil, before: nil, limit: 10).compactMap(\.detail)
        #expect(details.first == "security")
    }

    @Test func requiresNoProofByDefault() async throws {
        #expect(await run("create") == .success)
        #expect(try await !stored.security.requiresDPoP)
    }

    @Test func showsRequirement() async throws {
        #expect(await run("create", "--require-dpop") == .success)
        _ = terminal.printed
        #expect(await run("show") == .success)
        #expect(terminal.printed.contains("DPoP             required\n"))
        #expect(await run("show", "--json") == .success)
        let object = try #require(try terminal.json() as? [String: Any])
        #expect(object["requires_dpop"] as? Bool == true)
    }

    @Test func rejectsRequirementForAppsOfKii() async throws {
        #expect(await terminal.run(all: ["client", "create", "--name", "App", "--kii", "--require-dpop"]) == .failure)
        #expect(terminal.errorOutput.contains("cannot send DPoP proofs"))
    }
}
