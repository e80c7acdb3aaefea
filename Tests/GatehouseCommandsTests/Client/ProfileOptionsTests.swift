import Foundation
import GatehouseCommands
import GatehouseJOSE
import GatehouseStore
import GatehouseWire
import Testing

@Suite struct ProfileOptionsTests {
    private let terminal = Terminal()

    private func run(_ verb: String, _ options: String...) async -> GatehouseCommands.ExitStatus {
        let base =
            verb == "create"
            ? ["--name", "App", "--client-id", "app", "--redirect-uri", "https://app.example.com/callback"] : ["app"]
        return await terminal.run(all: ["client", verb] + base + options)
    }

    private var stored: Client {
        get async throws { try #require(try await terminal.store.client("app")) }
    }

    /// Writes the public key of a client into a file.
    private func keyFile() throws -> URL {
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).json")
        let set = JSONWebKeySet(keys: [try SigningKey.generate(.es256).publicJWK])
        try JSONEncoder().encode(set).write(to: file)
        return file
    }

    @Test func createsClientOfStrictProfileWithKeysOnly() async throws {
        let file = try keyFile()
        defer { try? FileManager.default.removeItem(at: file) }
        #expect(await run("create", "--profile", "fapi2-security", "--jwks", file.path()) == .success)
        let client = try await stored
        #expect(client.security.profile == .fapi2Security)
        #expect(client.tokenEndpointAuthMethod == .privateKeyJWT)
        #expect(client.security.requiresPushedRequests && client.security.requiresDPoP && client.requiresPKCE)
        #expect(client.secretHash == nil)
    }

    @Test func locksPropertiesUntilProfileIsRemoved() async throws {
        #expect(await run("create", "--profile", "oauth2.1", "--type", "confidential") == .success)
        #expect(await run("update", "--no-pkce") == .failure)
        #expect(terminal.errorOutput.contains("The profile oauth2.1 requires PKCE."))
        #expect(await run("update", "--no-profile", "--no-pkce") == .success)
        #expect(try await !stored.requiresPKCE)
    }

    @Test func movesClientToStrictProfile() async throws {
        let file = try keyFile()
        defer { try? FileManager.default.removeItem(at: file) }
        #expect(await run("create", "--type", "confidential", "--id-token-algorithm", "RS256") == .success)
        #expect(await run("update", "--profile", "fapi2-security") == .failure)
        #expect(terminal.errorOutput.contains("private_key_jwt requires"))
        #expect(await run("update", "--profile", "fapi2-security", "--jwks", file.path()) == .success)
        let client = try await stored
        #expect(client.tokenEndpointAuthMethod == .privateKeyJWT && client.secretHash == nil)
        #expect(client.idTokenAlgorithm == .es256)
    }

    @Test func showsProfile() async throws {
        #expect(await run("create", "--profile", "mcp") == .success)
        _ = terminal.printed
        #expect(await run("show") == .success)
        #expect(terminal.printed.contains("Profile          mcp\n"))
        #expect(await run("show", "--json") == .success)
        let object = try #require(try terminal.json() as? [String: Any])
        #expect(object["profile"] as? String == "mcp")
    }

    @Test func rejectsProfileTogetherWithItsRemoval() async throws {
        #expect(await run("create") == .success)
        #expect(await run("update", "--profile", "mcp", "--no-profile") == .failure)
        #expect(await run("update", "--profile", "fapi1") == .failure)
    }
}
