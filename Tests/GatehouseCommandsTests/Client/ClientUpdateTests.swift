import Foundation
import GatehouseCommands
import GatehouseServer
import GatehouseStore
import GatehouseWire
import Testing

@Suite struct ClientUpdateTests {
    private let terminal = Terminal()

    private func create(_ arguments: String...) async throws -> Client {
        let status = await terminal.run(all: ["client", "create", "--name", "App", "--client-id", "app"] + arguments)
        try #require(status == .success)
        _ = terminal.printed
        _ = terminal.errorOutput
        return try #require(try await terminal.store.client("app"))
    }

    private func update(_ arguments: [String]) async -> GatehouseCommands.ExitStatus {
        await terminal.run(all: ["client", "update", "app"] + arguments)
    }

    /// Returns the stored client, with a given revision for comparison.
    private func stored(asRevision revision: Int = 1) async throws -> Client {
        var client = try #require(try await terminal.store.client("app"))
        client.revision = revision
        return client
    }

    private func audited() async throws -> [AuditKind] {
        try await terminal.store.events(of: nil, before: nil, limit: 10).map(\.kind)
    }

    private static let properties: [([String], @Sendable (inout Client) -> Void)] = [
        (["--name", "Renamed"], { $0.name = "Renamed" }),
        (["--redirect-uri", "https://b.example/cb"], { $0.redirectURIs = ["https://b.example/cb"] }),
        (
            ["--add-redirect-uri", "https://b.example/cb", "--remove-redirect-uri", "https://a.example/one"],
            { $0.redirectURIs = ["https://a.example/two", "https://b.example/cb"] }
        ),
        (["--add-redirect-uri", "https://a.example/one", "--name", "B"], { $0.name = "B" }),
        (
            ["--post-logout-redirect-uri", "https://b.example/bye"],
            { $0.postLogoutRedirectURIs = ["https://b.example/bye"] }
        ),
        (
            [
                "--add-post-logout-redirect-uri", "https://b.example/", "--remove-post-logout-redirect-uri",
                "https://a.example/bye",
            ],
            { $0.postLogoutRedirectURIs = ["https://b.example/"] }
        ),
        (["--remove-post-logout-redirect-uri", "https://a.example/bye"], { $0.postLogoutRedirectURIs = [] }),
        (
            ["--grant", "authorization_code", "--grant", "device_code"],
            { $0.grantTypes = [.authorizationCode, .deviceCode] }
        ),
        (["--scope", "openid phone"], { $0.scopes = [.openid, .phone] }),
        (["--logo-uri", "https://b.example/logo.png"], { $0.logoURI = "https://b.example/logo.png" }),
        (["--no-logo-uri"], { $0.logoURI = nil }), (["--no-tos-uri"], { $0.termsOfServiceURI = nil }),
        (["--tos-uri", "https://b.example/terms"], { $0.termsOfServiceURI = "https://b.example/terms" }),
        (["--no-policy-uri"], { $0.policyURI = nil }),
        (["--policy-uri", "https://b.example/privacy"], { $0.policyURI = "https://b.example/privacy" }),
        (["--auth-method", "client_secret_post"], { $0.tokenEndpointAuthMethod = .clientSecretPost }),
        (["--id-token-algorithm", "RS256"], { $0.idTokenAlgorithm = .rs256 }),
        (["--no-pkce"], { $0.requiresPKCE = false }), (["--redirect-uri-optional"], { $0.mayOmitRedirectURI = true }),
        (["--skip-consent"], { $0.skipsConsent = true }),
        (["--refresh-recovery", "journalled"], { $0.refreshRecovery = .journalled }),
        (["--introspects", "email"], { $0.introspects = [.email] }), (["--no-introspects"], { $0.introspects = [] }),
        (["--code-domain", "b.example"], { $0.codeDomain = "b.example" }),
        (["--no-code-domain"], { $0.codeDomain = nil }), (["--second-factor", "off"], { $0.secondFactor = .off }),
        (
            ["--apple-app-id", "A1B2C3D4E5.com.example.app"],
            { $0.mobileApps = MobileApps(appleAppIDs: ["A1B2C3D4E5.com.example.app"]) }
        ),
        (
            ["--backchannel-logout-uri", "https://b.example/logout", "--backchannel-logout-session-required"],
            { $0.backChannelLogout = BackChannelLogout(uri: "https://b.example/logout", requiresSessionID: true) }
        ),
        (["--pairwise"], { $0.sectorIdentifier = "a.example" }),
        (["--pairwise", "--sector-identifier", "b.example"], { $0.sectorIdentifier = "b.example" }),
        (
            ["--type", "public"],
            { client in
                client.secretHash = nil
                client.tokenEndpointAuthMethod = .none
                client.introspects = []
            }
        ),
    ]

    @Test(arguments: properties.indices)
    func changesOnlyGivenProperty(index: Int) async throws {
        let (options, change) = Self.properties[index]
        var client = try await create(
            "--type",
            "confidential",
            "--redirect-uri",
            "https://a.example/one",
            "--redirect-uri",
            "https://a.example/two",
            "--post-logout-redirect-uri",
            "https://a.example/bye",
            "--logo-uri",
            "https://a.example/logo.png",
            "--tos-uri",
            "https://a.example/terms",
            "--policy-uri",
            "https://a.example/privacy",
            "--introspects",
            "username",
            "--code-domain",
            "a.example"
        )
        // Not the default of every client.
        client.refreshRecovery = .immediate
        try await terminal.store.commit([.client(.update(client))])
        #expect(await update(options) == .success, "\(terminal.errorOutput)")
        change(&client)
        #expect(try await stored() == client)
        #expect(try await audited() == [.clientUpdated, .clientCreated])
        #expect(terminal.printed.hasPrefix("Client ID"))
        #expect(await update(options) == (options.contains { $0.hasPrefix("--remove") } ? .failure : .success))
        #expect(try await audited() == [.clientUpdated, .clientCreated])
    }

    @Test func keepsAScopeForAppsThatSignUsersIn() async throws {
        let client = try await create("--redirect-uri", "https://a.example/")
        #expect(await update(["--scope", ""]) == .failure)
        #expect(terminal.errorOutput.contains("Name the scopes that it may ask for."))
        #expect(try await stored() == client)
        // A service gets its access from the resource server's own rules.
        #expect(await update(["--type", "confidential", "--grant", "client_credentials", "--scope", ""]) == .success)
    }

    @Test func namesNoDefaultsOfCreateInTheHelp() async {
        #expect(await terminal.run("client", "update", "--help") == .success)
        let update = terminal.printed
        for text in ["openid profile", "client_secret_basic)", "(default: public", "(default: ES256", "By default"] {
            #expect(!update.contains(text), "\(update)")
        }
        #expect(await terminal.run("client", "create", "--help") == .success)
        let create = terminal.printed
        for text in ["public", "ES256", "client_secret_basic"] {
            #expect(create.contains(text))
        }
    }

    @Test(arguments: ["create", "update"])
    func showsOptionsOfTheAppFirst(command: String) async throws {
        #expect(await terminal.run("client", command, "--help") == .success)
        let help = try #require(terminal.printed.split(separator: "APP:").last.map(String.init))
        let keys = try #require(help.range(of: "--jwks")).lowerBound
        for option in ["--name", "--type", "--redirect-uri", "--scope", "--grant"] {
            #expect(try #require(help.range(of: option)).lowerBound < keys)
        }
    }

    @Test func revertsSwitches() async throws {
        let client = try await create("--type", "confidential", "--redirect-uri", "https://a.example/")
        #expect(await update(["--no-pkce", "--redirect-uri-optional", "--skip-consent"]) == .success)
        #expect(await update(["--pkce", "--no-redirect-uri-optional", "--no-skip-consent"]) == .success)
        #expect(try await stored() == client)
    }

    @Test func issuesSecretWhenClientBecomesConfidential() async throws {
        _ = try await create("--redirect-uri", "https://a.example/")
        #expect(await update(["--type", "confidential"]) == .success)
        let secret = try #require(terminal.printed.firstMatch(of: /Client secret +(\S+)/)?.output.1)
        let client = try await stored()
        #expect(client.secretHash == OpaqueToken.hash(of: String(secret)) && client.isConfidential)
        #expect(terminal.errorOutput.contains("Save the client secret now"))
        #expect(await update(["--type", "confidential", "--name", "B"]) == .success)
        #expect(!terminal.printed.contains("Client secret"))
        #expect(try await stored().secretHash == client.secretHash)
    }

    @Test(
        arguments: [
            (
                ["--native", "password"],
                NativeAuthenticationSettings(method: .password, origins: ["https://a.example"])
            ),
            (
                ["--reveal-accounts"],
                NativeAuthenticationSettings(method: .code, disclosesAccounts: true, origins: ["https://a.example"])
            ),
            (
                ["--web-origin", "https://b.example", "--web-origin", "*"],
                NativeAuthenticationSettings(method: .code, origins: ["https://b.example", "*"])
            ),
            (["--no-web-origin"], NativeAuthenticationSettings(method: .code)),
        ] as [([String], NativeAuthenticationSettings)]
    )
    func changesNativeAuthentication(options: [String], native: NativeAuthenticationSettings) async throws {
        var client = try await create("--native", "code", "--web-origin", "https://a.example")
        #expect(await update(options) == .success)
        client.native = native
        #expect(try await stored() == client)
        #expect(try await audited() == [.clientUpdated, .clientCreated])
        #expect(await update(options) == .success)
        #expect(try await audited() == [.clientUpdated, .clientCreated])
    }

    @Test func disablesAccountDisclosure() async throws {
        let client = try await create("--native", "code", "--reveal-accounts")
        #expect(client.native?.disclosesAccounts == true)
        #expect(await update(["--no-reveal-accounts"]) == .success)
        #expect(try await terminal.store.client("app")?.native == NativeAuthenticationSettings(method: .code))
    }

    @Test func enablesAndDisablesNativeAuthentication() async throws {
        let browsers = try await create("--redirect-uri", "com.example.app:/callback")
        #expect(await update(["--native", "password", "--web-origin", "https://a.example"]) == .success)
        var native = browsers
        native.native = NativeAuthenticationSettings(method: .password, origins: ["https://a.example"])
        native.skipsConsent = true
        #expect(try await stored() == native)
        #expect(await update(["--no-native"]) == .success)
        #expect(try await stored() == browsers)
        #expect(try await audited() == [.clientUpdated, .clientUpdated, .clientCreated])
    }

    @Test func showsUpdatedClient() async throws {
        _ = try await create("--native", "code", "--redirect-uri", "com.example.app:/callback")
        #expect(await update(["--native", "password", "--web-origin", "*", "--reveal-accounts"]) == .success)
        let text = terminal.printed
        #expect(text.contains("Type             native (password)\n"))
        #expect(text.hasSuffix("Accounts         disclosed\nWeb origins      *\n"))
        #expect(await update(["--no-reveal-accounts", "--no-web-origin", "--json"]) == .success)
        let object = try #require(try terminal.json() as? [String: Any])
        #expect(object["client_id"] as? String == "app")
        #expect(object["native"] as? String == "password")
        #expect(object["reveal_accounts"] as? Bool == false)
        #expect(object["web_origins"] as? [String] == [])
        #expect(object["requires_pkce"] as? Bool == true)
        #expect(object["skip_consent"] as? Bool == true)
        #expect(object["redirect_uri_optional"] as? Bool == false)
        #expect(object["refresh_recovery"] is String)
        #expect(object["introspects"] as? [String] == [])
        #expect(object["development"] == nil && object["code_domain"] == nil)
    }

    @Test(
        arguments: [
            ([], "Nothing to change."), (["--native", "sms"], "sms"),
            (["--native", "code", "--no-native"], "--native or --no-native, not both"),
            (["--reveal-accounts", "--no-reveal-accounts"], "--no-reveal-accounts"),
            (["--web-origin", "*", "--no-web-origin"], "--web-origin or --no-web-origin, not both"),
            (["--no-native", "--reveal-accounts"], "can't be combined with --no-native"),
            (["--web-origin", "https://app.example.com/"], "is not a web origin"),
            (["--no-native"], "refresh_token requires authorization_code or device_code"),
            (["--logo-uri", "https://a.example/", "--no-logo-uri"], "--logo-uri or --no-logo-uri, not both"),
            (
                ["--redirect-uri", "https://a.example/", "--add-redirect-uri", "https://b.example/"],
                "--add-redirect-uri and --remove-redirect-uri, not both"
            ),
            (["--remove-redirect-uri", "https://a.example/"], "is not registered"),
            (["--redirect-uri", "http://a.example/"], "must use https, except on loopback addresses"),
            (["--auth-method", "client_secret_post"], "is a public client without a secret"),
            (["--no-skip-consent"], "consent page cannot be enabled"), (["--no-pkce"], "must use PKCE"),
            (["--type", "confidential"], "must be public clients"), (["--name", ""], "name must have 1 to 100"),
            (["--admin"], "'app' isn't a Kii client"),
        ] as [([String], String)]
    )
    func rejectsInvalidUpdate(options: [String], message: String) async throws {
        let client = try await create("--native", "code")
        #expect(await update(options) == .failure)
        let errorOutput = terminal.errorOutput
        #expect(errorOutput.contains(message), "\(errorOutput)")
        #expect(try await terminal.store.client("app") == client)
        #expect(try await audited() == [.clientCreated])
    }

    @Test func explainsHowToEnableNativeAuthentication() async throws {
        let client = try await create("--redirect-uri", "com.example.app:/callback")
        #expect(await update(["--reveal-accounts"]) == .failure)
        let errorOutput = terminal.errorOutput
        #expect(errorOutput.contains("'app' doesn't use native authentication."))
        #expect(errorOutput.contains("Add --native code or --native password"))
        #expect(try await terminal.store.client("app") == client)
    }

    @Test func rejectsUnknownClient() async throws {
        #expect(await terminal.run("client", "update", "app", "--native", "code") == .failure)
        #expect(terminal.errorOutput.contains("No client with ID 'app'."))
    }
}
