import Foundation
import GatehouseCommands
import GatehouseServer
import GatehouseStore
import Testing

@Suite struct ClientSecretTests {
    private let terminal = Terminal()

    private func create(_ arguments: String...) async throws -> Client {
        let status = await terminal.run(
            all: ["client", "create", "--name", "App", "--client-id", "app", "--redirect-uri", "https://a.example/"]
                + arguments
        )
        try #require(status == .success)
        _ = terminal.printed
        _ = terminal.errorOutput
        return try #require(try await terminal.store.client("app"))
    }

    private func rotate(_ arguments: String...) async -> GatehouseCommands.ExitStatus {
        await terminal.run(all: ["client", "secret", "rotate", "app"] + arguments)
    }

    @Test(
        arguments: [([], 86_400), (["--overlap", "12h"], 43_200), (["--overlap", "90d"], 7_776_000)]
            as [([String], TimeInterval)]
    )
    func acceptsOldSecretDuringOverlap(options: [String], seconds: TimeInterval) async throws {
        let before = try await create("--type", "confidential")
        #expect(await terminal.run(all: ["client", "secret", "rotate", "app"] + options) == .success)
        let secret = try #require(terminal.printed.firstMatch(of: /^Client secret +(\S+)\n$/)?.output.1)
        let client = try #require(try await terminal.store.client("app"))
        #expect(client.secretHash == OpaqueToken.hash(of: String(secret)))
        let expiry = Terminal.now + seconds
        #expect(client.previousSecrets == [PreviousSecret(hash: try #require(before.secretHash), expiresAt: expiry)])
        let errorOutput = terminal.errorOutput
        #expect(errorOutput.contains("Save the client secret now"))
        #expect(errorOutput.contains("The old secret is valid until \(expiry.formatted(.iso8601))."))
        await terminal.run("client", "show", "app")
        #expect(terminal.printed.contains("Old secret       valid until \(expiry.formatted(.iso8601))"))
    }

    @Test func listsTheEndOfEachPreviousSecret() async throws {
        _ = try await create("--type", "confidential")
        #expect(await rotate("--overlap", "12h") == .success)
        #expect(!terminal.errorOutput.contains("Earlier secrets"))
        #expect(await rotate("--overlap", "1h") == .success)
        #expect(
            terminal.errorOutput.contains(
                "Earlier secrets are still valid, too. To list them, run: gatehouse client show app"
            )
        )
        _ = terminal.printed
        await terminal.run("client", "show", "app")
        let printed = terminal.printed
        for seconds: TimeInterval in [43_200, 3_600] {
            let end = (Terminal.now + seconds).formatted(.iso8601)
            #expect(printed.contains("Old secret       valid until \(end)\n"))
        }
    }

    @Test func refusesASixthPreviousSecret() async throws {
        _ = try await create("--type", "confidential")
        for _ in 0..<5 { #expect(await rotate() == .success) }
        let before = try await terminal.store.client("app")
        _ = terminal.errorOutput
        #expect(await rotate() == .failure)
        #expect(terminal.errorOutput.contains("The client app has 5 earlier secrets that still work"))
        #expect(try await terminal.store.client("app") == before)
    }

    @Test func endsAllPreviousSecretsAtOnce() async throws {
        _ = try await create("--type", "confidential")
        #expect(await rotate() == .success)
        #expect(await rotate("--overlap", "0") == .success)
        #expect(try await terminal.store.client("app")?.previousSecrets == [])
        #expect(terminal.errorOutput.contains("All earlier secrets are no longer valid."))
    }

    @Test func printsNewSecretAsJSON() async throws {
        _ = try await create("--type", "confidential")
        #expect(await rotate("--json") == .success)
        let object = try #require(try terminal.json() as? [String: Any])
        #expect((object["client_secret"] as? String)?.count == 43)
        #expect(object["previous_secrets_expire_at"] as? [Int] == [1_700_086_400])
    }

    @Test(arguments: [("1", "Use 12h or 7d"), ("91d", "must not exceed 90d"), ("-1h", "Use 12h or 7d")])
    func rejectsInvalidOverlap(overlap: String, message: String) async throws {
        let before = try await create("--type", "confidential")
        #expect(await rotate("--overlap", overlap) == .failure)
        #expect(terminal.errorOutput.contains(message))
        #expect(try await terminal.store.client("app") == before)
    }

    @Test func rejectsRotationForPublicClient() async throws {
        let before = try await create()
        #expect(await rotate() == .failure)
        #expect(terminal.errorOutput.contains("Client app is public and has no secret."))
        #expect(try await terminal.store.client("app") == before)
        #expect(await terminal.run("client", "secret", "rotate", "other") == .failure)
        #expect(terminal.errorOutput.contains("No client with ID 'other'."))
    }
}
