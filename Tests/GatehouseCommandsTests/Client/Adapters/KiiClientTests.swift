import Foundation
import GatehouseCommands
import GatehouseServer
import GatehouseStore
import GatehouseWire
import Testing

@Suite struct KiiClientTests {
    private static let day: TimeInterval = 24 * 60 * 60
    private let terminal = Terminal()

    private func create(_ arguments: String...) async throws -> Client {
        let status = await terminal.run(
            all: ["client", "create", "--name", "App", "--client-id", "app", "--kii"] + arguments
        )
        try #require(status == .success)
        return try #require(try await terminal.store.client("app"))
    }

    private func update(_ arguments: String...) async -> GatehouseCommands.ExitStatus {
        await terminal.run(all: ["client", "update", "app"] + arguments)
    }

    private func addApp(_ id: String) async throws {
        let status = await terminal.run(
            "client",
            "create",
            "--name",
            "App",
            "--client-id",
            id,
            "--native",
            "code"
        )
        try #require(status == .success)
        _ = terminal.printed
        _ = terminal.errorOutput
    }

    /// Returns the printed values by their names.
    private func values(_ text: String) -> [Substring: Substring] {
        Dictionary(
            uniqueKeysWithValues: text.matches(of: /(?m)^(\S[\w ]*?) {2,}(.+)$/).map { ($0.output.1, $0.output.2) }
        )
    }

    @Test func showsKeyOnceAndStoresItsHash() async throws {
        let client = try await create()
        let shown = values(terminal.printed)
        #expect(shown["App ID"] == "app" && shown.count == 2)
        let key = try #require(shown["App key"])
        #expect(
            client.passwordApp
                == PasswordAppSettings(keyHash: OpaqueToken.hash(of: String(key)), tokenLifetime: 365 * Self.day)
        )
        #expect(client.grantTypes == [.password])
        #expect(client.scopes == [.openid, .profile, .email, .phone, .address, .account])
        #expect(client.skipsConsent && !client.isConfidential && client.redirectURIs.isEmpty)
        #expect(terminal.errorOutput == "Save the app key now. It won't be shown again.\n")
    }

    @Test func issuesSeparateAdministratorSecret() async throws {
        let client = try await create("--admin")
        let shown = values(terminal.printed)
        let secret = try #require(shown["Admin secret"])
        #expect(client.passwordApp?.adminSecretHash == OpaqueToken.hash(of: String(secret)))
        #expect(secret != shown["App key"])
        #expect(terminal.errorOutput.contains("Only the key belongs in the app."))
    }

    @Test func storesAllOptions() async throws {
        for id in ["web", "shop"] { try await addApp(id) }
        let client = try await create(
            "--refresh-tokens",
            "--token-lifetime",
            "90d",
            "--accept-tokens-of",
            "web",
            "--accept-tokens-of",
            "shop",
            "--reveal-accounts"
        )
        #expect(client.passwordApp?.tokenLifetime == 90 * Self.day)
        #expect(client.passwordApp?.accepts == ["web", "shop"])
        #expect(client.passwordApp?.disclosesAccounts == true)
        #expect(client.grantTypes == [.password, .refreshToken])
        #expect(client.scopes.contains(.offlineAccess))
    }

    @Test func defaultsToOneHourTokensWithRefreshTokens() async throws {
        #expect(try await create("--refresh-tokens").passwordApp?.tokenLifetime == 60 * 60)
    }

    @Test func keepsGivenIDAndKey() async throws {
        let client = try await create("--app-key", "f0e1d2c3b4a59687")
        #expect(values(terminal.printed)["App key"] == "f0e1d2c3b4a59687")
        #expect(client.passwordApp?.keyHash == OpaqueToken.hash(of: "f0e1d2c3b4a59687"))
    }

    @Test func allowsBrowserSignInWithRedirectURI() async throws {
        let client = try await create("--redirect-uri", "com.example.app:/callback", "--refresh-tokens")
        #expect(client.grantTypes == [.password, .authorizationCode, .refreshToken])
    }

    @Test func printsJSON() async throws {
        _ = try await create("--admin", "--json")
        let object = try #require(try terminal.json() as? [String: Any])
        #expect(object["client_id"] as? String == "app")
        #expect((object["kii_app_key"] as? String)?.count == 43)
        #expect((object["kii_admin_secret"] as? String)?.count == 43)
        await terminal.run("client", "show", "app", "--json")
        let shown = try #require(try terminal.json() as? [String: Any])
        #expect(shown["kii_app_key"] == nil && shown["kii_admin_secret"] == nil)
        let kii = try #require(shown["kii"] as? [String: Any])
        #expect(kii["token_lifetime"] as? Int == 365 * 24 * 60 * 60)
        #expect(kii["accepts_tokens_of"] as? [String] == [])
        #expect(kii["reveal_accounts"] as? Bool == false)
        #expect(kii["administrator"] as? Bool == true)
    }

    @Test(
        arguments: [
            (["--type", "confidential"], "must be public clients"),
            (["--grant", "refresh_token"], "must be public clients with the grant type password"),
            (["--token-lifetime", "30s"], "The token lifetime must be 1 minute"),
            (["--token-lifetime", "soon"], "The value 'soon' is invalid for '--token-lifetime <time>': Use a number"),
            (["--app-key", "short"], "8 to 255"), (["--app-key", "with a space in it"], "8 to 255"),
            (["--native", "code"], "Use only one of"),
            (["--amazon"], "Use only one of"),
            (["--refresh-tokens", "--scope", "openid"], "must be registered together"),
            (["--scope", "openid offline_access"], "must be registered together"),
            (["--scope", "openid accounts:manage"], "cannot be registered"),
        ] as [([String], String)]
    )
    func rejectsInvalidRegistration(arguments: [String], message: String) async throws {
        #expect(await terminal.run(all: ["client", "create", "--name", "App", "--kii"] + arguments) == .failure)
        let errorOutput = terminal.errorOutput
        #expect(errorOutput.contains(message), "\(errorOutput)")
        #expect(try await terminal.store.clients(after: nil, limit: 9) == [])
    }

    @Test(arguments: [
        ["--app-key", "f0e1d2c3b4a59687"], ["--admin"], ["--refresh-tokens"], ["--token-lifetime", "90d"],
        ["--accept-tokens-of", "web"],
    ])
    func requiresKiiFlagForKiiOptions(arguments: [String]) async throws {
        #expect(await terminal.run(all: ["client", "create", "--name", "App"] + arguments) == .failure)
        #expect(terminal.errorOutput.contains("--kii is required for \(arguments[0])."))
    }

    @Test func rejectsPasswordGrantForOtherClients() async throws {
        #expect(await terminal.run("client", "create", "--name", "App", "--grant", "password") == .failure)
        #expect(terminal.errorOutput.contains("grant_types must be among"))
    }

    @Test func updatesOnlyGivenProperties() async throws {
        var client = try await create()
        #expect(await update("--accept-tokens-of", "web") == .failure)
        #expect(terminal.errorOutput.contains("Unknown client: web."))
        try await addApp("web")
        _ = terminal.printed
        #expect(await update("--token-lifetime", "12h", "--accept-tokens-of", "web", "--refresh-tokens") == .success)
        client.passwordApp?.tokenLifetime = 12 * 60 * 60
        client.passwordApp?.accepts = ["web"]
        client.grantTypes = [.password, .refreshToken]
        client.scopes.insert(.offlineAccess)
        client.revision += 1
        #expect(try await terminal.store.client("app") == client)
        #expect(
            terminal.printed.hasSuffix(
                """
                Accounts         not disclosed
                Token lifetime   12h
                Accepts tokens   web
                Administrator    no
                Refresh tokens   yes

                """
            )
        )
        #expect(await update("--no-accept-tokens", "--no-refresh-tokens", "--reveal-accounts") == .success)
        client.passwordApp?.accepts = []
        client.passwordApp?.disclosesAccounts = true
        client.grantTypes = [.password]
        client.scopes.remove(.offlineAccess)
        client.revision += 1
        #expect(try await terminal.store.client("app") == client)
    }

    @Test func replacesAndRemovesAdministratorSecret() async throws {
        let before = try await create("--admin").passwordApp?.adminSecretHash
        _ = terminal.printed
        #expect(await update("--admin") == .success)
        let secret = try #require(values(terminal.printed)["Admin secret"])
        let after = try await terminal.store.client("app")?.passwordApp?.adminSecretHash
        #expect(after == OpaqueToken.hash(of: String(secret)) && after != before)
        #expect(await update("--admin", "--json") == .success)
        let object = try #require(try terminal.json() as? [String: Any])
        #expect((object["kii_admin_secret"] as? String)?.count == 43)
        #expect(await update("--no-admin") == .success)
        #expect(try await terminal.store.client("app")?.passwordApp?.adminSecretHash == nil)
    }

    @Test func rejectsOptionsOfOtherClientKinds() async throws {
        _ = try await create()
        #expect(await update("--native", "code") == .failure)
        #expect(terminal.errorOutput.contains("'app' is a Kii client."))
        #expect(await update("--admin", "--native", "code") == .failure)
        #expect(await update() == .failure)
        #expect(await update("--accept-tokens-of", "web", "--no-accept-tokens") == .failure)
        #expect(await update("--token-lifetime", "1s") == .failure)
        await terminal.run("client", "create", "--name", "App", "--client-id", "other", "--native", "code")
        _ = terminal.errorOutput
        #expect(await terminal.run("client", "update", "other", "--admin") == .failure)
        #expect(terminal.errorOutput.contains("'other' isn't a Kii client"))
    }

    @Test func listsAndShowsClient() async throws {
        _ = try await create("--admin", "--token-lifetime", "90d")
        _ = terminal.printed
        await terminal.run("client", "list")
        #expect(terminal.printed == "app  App  kii  -  -\n")
        #expect(await terminal.run("client", "show", "app") == .success)
        #expect(
            terminal.printed == """
                Client ID        app
                Name             App
                Type             kii
                Grants           password
                Scope            openid profile email phone address account
                Redirect URIs    none
                Token requests   repeat the redirect URI
                After sign-out   none
                PKCE             required
                Consent          skipped
                ID tokens        ES256
                Refresh          journalled
                SMS codes for    none
                Logo             none
                Terms of use     none
                Privacy policy   none
                Attributes       none
                Second factor    as set for the server
                Accounts         not disclosed
                Token lifetime   90d
                Accepts tokens   none
                Administrator    yes
                Refresh tokens   no

                """
        )
        #expect(await terminal.run("client", "show", "unknown") == .failure)
    }
}
