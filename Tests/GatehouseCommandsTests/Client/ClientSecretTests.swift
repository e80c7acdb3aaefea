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
        _ = terminal.complaints
        return try #require(try await terminal.store.client("app"))
    }

    private func rotate(_ arguments: String...) async -> GatehouseCommands.ExitStatus {
        await terminal.run(all: ["client", "secret", "rotate", "app"] + arguments)
    }

    @Test(
        arguments: [([], 86_400), (["--overlap", "12h"], 43_200), (["--overlap", "90d"], 7_776_000)]
            as [([String], TimeInterval)]
    )
    func keepsTheOldSecretForTheOverlap(options: [String], seconds: TimeInterval) async throws {
        let before = try await create("--type", "confidential")
        #expect(await terminal.run(all: ["client", "secret", "rotate", "app"] + options) == .success)
        let secret = try #require(terminal.printed.firstMatch(of: /^Client secret +(\S+)\n$/)?.output.1)
        let client = try #require(try await terminal.store.client("app"))
        #expect(client.secretHash == OpaqueToken.hash(of: String(secret)))
        let expiry = Terminal.now + seconds
        #expect(client.previousSecret == PreviousSecret(hash: try #require(before.secretHash), expiresAt: expiry))
        let complaints = terminal.complaints
        #expect(complaints.contains("Keep the secret now"))
        #expect(complaints.contains("The old secret works until \(expiry.formatted(.iso8601))."))
        await terminal.run("client", "show", "app")
        #expect(terminal.printed.contains("Old secret       works until \(expiry.formatted(.iso8601))"))
    }

    @Test func endsTheOldSecretAtOnce() async throws {
        _ = try await create("--type", "confidential")
        #expect(await rotate("--overlap", "0") == .success)
        #expect(try await terminal.store.client("app")?.previousSecret == nil)
        #expect(terminal.complaints.contains("The old secret has stopped working."))
    }

    @Test func printsTheClientWithItsNewSecretAsJSON() async throws {
        _ = try await create("--type", "confidential")
        #expect(await rotate("--json") == .success)
        let object = try #require(try terminal.json() as? [String: Any])
        #expect((object["client_secret"] as? String)?.count == 43)
        #expect(object["previous_secret_expires_at"] as? Int == 1_700_086_400)
    }

    @Test(arguments: [("1", "is no time"), ("91d", "90d at most"), ("-1h", "overlap")])
    func refusesAnOverlapThatIsNoTime(overlap: String, complaint: String) async throws {
        let before = try await create("--type", "confidential")
        #expect(await rotate("--overlap", overlap) == .failure)
        #expect(terminal.complaints.contains(complaint))
        #expect(try await terminal.store.client("app") == before)
    }

    @Test func refusesAClientWithoutASecret() async throws {
        let before = try await create()
        #expect(await rotate() == .failure)
        #expect(terminal.complaints.contains("The client app is public and has no secret."))
        #expect(try await terminal.store.client("app") == before)
        #expect(await terminal.run("client", "secret", "rotate", "other") == .failure)
        #expect(terminal.complaints.contains("There is no client other."))
    }
}
