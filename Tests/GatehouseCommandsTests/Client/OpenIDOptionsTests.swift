import GatehouseCommands
import GatehouseStore
import GatehouseWire
import Testing

/// The options of userinfo responses and the defaults of authorization requests.
@Suite struct OpenIDOptionsTests {
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

    private let all = [
        "--userinfo-algorithm", "ES256", "--default-max-age", "300", "--default-acr", "phr", "--default-acr",
        "urn:gatehouse:acr:2", "--require-auth-time",
    ]

    @Test func setsNothingByDefault() async throws {
        #expect(await run("create", []) == .success, "\(terminal.errorOutput)")
        #expect(try await stored.security.userInfoAlgorithm == nil)
        #expect(try await stored.authenticationDefaults == nil)
    }

    @Test func setsAndRemovesEachSetting() async throws {
        #expect(await run("create", all) == .success, "\(terminal.errorOutput)")
        var expected = AuthenticationDefaults(
            maxAge: 300,
            classes: [.phishingResistant, .multiFactor],
            requiresAuthenticationTime: true
        )
        #expect(try await stored.security.userInfoAlgorithm == .es256)
        #expect(try await stored.authenticationDefaults == expected)
        #expect(await run("update", ["--name", "Other"]) == .success)
        #expect(try await stored.authenticationDefaults == expected)
        #expect(await run("update", ["--no-default-max-age", "--default-acr", "phrh"]) == .success)
        expected.maxAge = nil
        expected.classes = [.hardwareProtected]
        #expect(try await stored.authenticationDefaults == expected)
        #expect(await run("update", ["--no-default-acr", "--no-require-auth-time"]) == .success)
        #expect(try await stored.authenticationDefaults == nil)
        #expect(try await stored.security.userInfoAlgorithm == .es256)
        #expect(await run("update", ["--no-userinfo-algorithm", "--default-max-age", "0"]) == .success)
        #expect(try await stored.security.userInfoAlgorithm == nil)
        #expect(try await stored.authenticationDefaults == AuthenticationDefaults(maxAge: 0))
    }

    @Test(arguments: ["ES256", "RS256", "PS256", "EdDSA"])
    func acceptsAlgorithm(_ algorithm: String) async throws {
        #expect(await run("create", ["--userinfo-algorithm", algorithm]) == .success, "\(terminal.errorOutput)")
        #expect(try await stored.security.userInfoAlgorithm?.rawValue == algorithm)
    }

    @Test(arguments: [
        ["--userinfo-algorithm", "none"], ["--userinfo-algorithm", "HS256"], ["--default-max-age=-1"],
        ["--default-max-age", "5m"], ["--default-acr", "gold"],
    ])
    func rejectsInvalidValues(options: [String]) async throws {
        #expect(await run("create", options) != .success)
    }

    @Test(arguments: [
        ["--userinfo-algorithm", "ES256", "--no-userinfo-algorithm"],
        ["--default-max-age", "1", "--no-default-max-age"], ["--default-acr", "phr", "--no-default-acr"],
        ["--require-auth-time", "--no-require-auth-time"],
    ])
    func rejectsContradictions(options: [String]) async throws {
        #expect(await run("create", []) == .success)
        #expect(await run("update", options) != .success)
    }

    @Test func showsSettings() async throws {
        #expect(await run("create", all) == .success, "\(terminal.errorOutput)")
        _ = terminal.printed
        #expect(await run("show", []) == .success)
        let shown = terminal.printed
        for text in ["signed with ES256", "300 seconds", "phr urn:gatehouse:acr:2", "required"] {
            #expect(shown.contains(text + "\n"))
        }
        #expect(await run("show", ["--json"]) == .success)
        let json = terminal.printed
        for member in [
            "userinfo_signed_response_alg", "default_max_age", "default_acr_values", "require_auth_time",
        ] {
            #expect(json.contains("\"\(member)\""))
        }
    }
}
