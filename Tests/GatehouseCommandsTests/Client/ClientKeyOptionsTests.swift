import Foundation
import GatehouseCommands
import GatehouseServer
import GatehouseStore
import GatehouseWire
import Testing

@Suite struct ClientKeyOptionsTests {
    private let terminal = Terminal()
    private let folder = URL.temporaryDirectory.appending(path: "client-keys-\(UUID().uuidString)")

    private static let keys = """
        {"keys":[{"kty":"EC","crv":"P-256","kid":"key-1","x":"RemOkWH8kdmLextFi5JX2AeacYHLATDAMmE56NLortk",\
        "y":"sD4CDD0xrLd9f6FK6fdMtXwba2YpnlKLHrORNivsneg"}]}
        """

    /// Writes a file and returns its path.
    private func file(_ text: String) throws -> String {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let file = folder.appending(path: "keys")
        try Data(text.utf8).write(to: file)
        return file.path
    }

    private func create(_ arguments: [String]) async -> GatehouseCommands.ExitStatus {
        let basis = ["--name", "App", "--client-id", "app", "--redirect-uri", "https://app.example.com/cb"]
        return await terminal.run(all: ["client", "create"] + basis + arguments)
    }

    private func stored() async throws -> Client { try #require(try await terminal.store.client("app")) }

    @Test func createsClientWithKeys() async throws {
        let path = try file(Self.keys)
        let options = [
            "--auth-method", "private_key_jwt", "--jwks", path, "--assertion-algorithm", "ES256",
            "--require-pushed-requests", "--require-signed-requests",
        ]
        #expect(await create(options) == .success, "\(terminal.errorOutput)")
        #expect(!terminal.printed.contains("Client secret"))
        let client = try await stored()
        #expect(client.tokenEndpointAuthMethod == .privateKeyJWT)
        #expect(client.isConfidential && client.secretHash == nil)
        guard case .set(let set)? = client.keys else {
            Issue.record("The client has no keys.")
            return
        }
        #expect(set.keys.map(\.keyID) == ["key-1"])
        #expect(client.security.requiresPushedRequests && client.security.requiresSignedRequests)
        #expect(client.security.assertionAlgorithm == .es256)
        #expect(await terminal.run("client", "show", "app") == .success)
        let text = terminal.printed
        #expect(text.contains("Authentication   private_key_jwt\n"))
        #expect(text.contains("Keys             key-1\n"))
        #expect(text.contains("Requests         must be pushed and signed\n"))
    }

    @Test func createsClientWithSealedSecret() async throws {
        #expect(await create(["--auth-method", "client_secret_jwt"]) == .success)
        let secret = try #require(terminal.printed.firstMatch(of: /Client secret +(\S+)/)?.output.1)
        let client = try await stored()
        #expect(client.secretHash == OpaqueToken.hash(of: String(secret)))
        #expect(client.sealedSecret != nil)
    }

    @Test func changesMethodKeysAndRequirements() async throws {
        #expect(await create(["--type", "confidential"]) == .success)
        _ = terminal.printed
        let uri = "https://app.example.com/keys"
        let update = ["client", "update", "app"]
        #expect(
            await terminal.run(all: update + ["--auth-method", "private_key_jwt", "--jwks-uri", uri]) == .success,
            "\(terminal.errorOutput)"
        )
        var client = try await stored()
        #expect(client.keys == .uri(uri))
        #expect(client.secretHash == nil)
        #expect(!terminal.printed.contains("Client secret"))
        #expect(await terminal.run(all: update + ["--require-pushed-requests"]) == .success)
        #expect(try await stored().security.requiresPushedRequests)
        #expect(await terminal.run(all: update + ["--no-require-pushed-requests"]) == .success)
        #expect(try await !stored().security.requiresPushedRequests)
        #expect(await terminal.run(all: update + ["--no-jwks"]) == .failure)
        _ = terminal.printed
        #expect(
            await terminal.run(all: update + ["--auth-method", "client_secret_basic", "--no-jwks"]) == .success,
            "\(terminal.errorOutput)"
        )
        client = try await stored()
        #expect(client.keys == nil)
        #expect(client.secretHash != nil)
        #expect(terminal.printed.contains("Client secret"))
    }

    @Test func rejectsRotationForClientWithKeys() async throws {
        let path = try file(Self.keys)
        #expect(await create(["--auth-method", "private_key_jwt", "--jwks", path]) == .success)
        #expect(await terminal.run("client", "secret", "rotate", "app") == .failure)
        #expect(terminal.errorOutput.contains("authenticates with keys and has no secret"))
    }

    @Test func rejectsUnusableFiles() async throws {
        let method = ["--auth-method", "private_key_jwt"]
        #expect(await create(method + ["--jwks", folder.appending(path: "missing").path]) == .failure)
        #expect(terminal.errorOutput.contains("cannot be read"))
        let withPrivateKey = Self.keys.replacing("\"kid\"", with: "\"d\":\"AQAB\",\"kid\"")
        #expect(await create(method + ["--jwks", try file(withPrivateKey)]) == .failure)
        #expect(terminal.errorOutput.contains("The key must not contain private members."))
        #expect(await create(method) == .failure)
        #expect(terminal.errorOutput.contains("requires the client's public keys"))
        let both = ["--jwks", try file(Self.keys), "--jwks-uri", "https://app.example.com/keys"]
        #expect(await create(method + both) == .failure)
        #expect(terminal.errorOutput.contains("Use --jwks or --jwks-uri, not both."))
    }
}
