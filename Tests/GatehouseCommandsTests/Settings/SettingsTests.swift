import Foundation
import GatehouseCommands
import GatehouseHTTP
import GatehouseServer
import GatehouseStore
import GatehouseWire
import Testing

@Suite struct SettingsTests: SettingsReader {
    @Test func usesDefaults() async throws {
        let settings = try await settings()
        #expect(settings.issuer.text == "http://localhost:8080")
        #expect(settings.listen == ListenAddress(host: "localhost", port: 8080))
        #expect(settings.data.folder.lastPathComponent == ".gatehouse")
        #expect(settings.database == .sqlite(settings.data.database))
        #expect(settings.mailFrom == "no-reply@localhost.localdomain")
        #expect(!settings.isDevelopment)
        #expect(settings.limits == RateLimits())
        #expect(settings.trustedProxies == .none)
        #expect(settings.eventsRetention == 34_560_000.0)
        #expect(settings.drain == .zero)
        var lifetimes = Lifetimes()
        lifetimes.cachedClient = 1
        #expect(settings.server.lifetimes == lifetimes)
        #expect(settings.server.codeLength == 8)
        #expect(settings.server.sendsNewBrowserMail)
        #expect(settings.server.tenants == ["default"])
        #expect(settings.clientAttributes.isEmpty)
    }

    @Test func prefersCommandLineThenEnvironmentThenFile() async throws {
        try await withFile("listen: localhost:1\nmail-from: file@example.com\ndata: /file\n") { file in
            let environment = ["GATEHOUSE_LISTEN": "localhost:2", "GATEHOUSE_MAIL_FROM": "environment@example.com"]
            let settings = try await settings([.listen: "localhost:3"], environment: environment, file: file)
            #expect(settings.listen.port == 3)
            #expect(settings.mailFrom == "environment@example.com")
            #expect(settings.data.folder.path == "/file")
        }
    }

    @Test(arguments: ["yesterday", "2026-11-22", "1795316400", ""])
    func rejectsInvalidRestoreTime(text: String) async throws {
        let reason = await failure { _ = try await settings([.restoredAt: text]) }
        #expect(reason?.contains("Use a time in UTC, for example 2026-11-22T03:00:00Z.") == true)
    }

    @Test func readsFileNamedByEnvironment() async throws {
        try await withFile("listen: localhost:4") { file in
            let listen = try await settings(environment: ["GATEHOUSE_CONFIG": file]).listen
            #expect(listen.port == 4)
        }
    }

    /// A value of every setting but the limits.
    private static let values: [SettingKey: String] = [
        .issuer: "https://id.example.com", .listen: "[::1]:8443", .adminListen: "localhost:9090", .data: "/data",
        .database: "sqlite:/db",
        .smtp: "smtps://mail.example.com", .mailFrom: "id@example.com", .newBrowserMail: "off",
        .sms: "https://sms.example.com", .smsSecret: "0123456789abcdef", .smsCA: "/a.pem",
        .tlsCertificate: "/c.pem", .tlsKey: "/k.pem", .trustedProxy: "10.0.0.0/8, 192.0.2.10", .codeLength: "6",
        .codeLifetime: "15m", .signInFreshness: "5m", .accountDeletion: "7d", .tenant: "contoso, fabrikam",
        .eventsRetention: "90d", .drain: "20s", .logLevel: "debug", .logFormat: "json",
        .restoredAt: "2026-11-22T03:00:00Z", .secondFactor: "required",
        .secondFactorMailCodes: "on", .secondFactorSMSCodes: "on", .trustBrowser: "30d",
        .passkeyDomain: "example.com",
        .passkeyRelatedOrigins: "https://example.org, https://example.net",
        .passkeyUserVerification: "required", .passkeyNames: "/names.json",
        .remoteNetwork: "10.1.0.0/16, 192.0.2.10", .remoteCA: "/r.pem", .dpopNonce: "required",
        .registration: "token", .registrationScopes: "openid, email", .clientIDMetadata: "on", .dev: "false",
    ]

    @Test func readsEverySettingFromFileAndEnvironment() async throws {
        #expect(Set(Self.values.keys).isSubset(of: SettingKey.all))
        #expect(SettingKey.all.filter { !$0.rawValue.hasPrefix("limits.") }.count == Self.values.count)
        let yaml = Self.values.map { "\($0.rawValue): \"\($1)\"" }.joined(separator: "\n")
        let variables = Self.values.map { ("GATEHOUSE_" + $0.rawValue.uppercased().replacing("-", with: "_"), $1) }
        try await withFile(yaml) { file in
            for settings in [
                try await settings(file: file),
                try await settings(environment: Dictionary(uniqueKeysWithValues: variables)),
            ] {
                #expect(settings.issuer.text == "https://id.example.com")
                #expect(settings.listen.host == "::1")
                #expect(settings.adminListen == ListenAddress(host: "localhost", port: 9090))
                #expect(settings.data.folder.path == "/data")
                #expect(settings.database == .sqlite(URL(filePath: "/db")))
                #expect(settings.smtp?.reveal() == "smtps://mail.example.com")
                #expect(settings.mailFrom == "id@example.com")
                #expect(!settings.server.sendsNewBrowserMail)
                #expect(settings.sms?.url.reveal() == "https://sms.example.com")
                #expect(settings.sms?.secret.reveal() == "0123456789abcdef")
                #expect(settings.sms?.authorityFile == "/a.pem")
                #expect(settings.remote.networks.count == 2 && settings.remote.authorityFile == "/r.pem")
                #expect(settings.certificate == CertificateFiles(certificate: "/c.pem", key: "/k.pem"))
                #expect(settings.trustedProxies == TrustedProxies(["10.0.0.0/8", "192.0.2.10"]))
                #expect(settings.server.codeLength == 6)
                #expect(settings.server.restoredAt == Date(timeIntervalSince1970: 1_795_316_400))
                #expect(settings.server.lifetimes.mailCode == 900)
                #expect(settings.server.lifetimes.freshSignIn == 300)
                #expect(settings.server.lifetimes.accountDeletion == 604_800)
                #expect(settings.server.tenants == ["contoso", "fabrikam"])
                #expect(settings.eventsRetention == 7_776_000.0)
                #expect(settings.drain == .seconds(20))
                #expect(settings.server.lifetimes.trustedBrowser == 2_592_000)
                #expect(settings.server.requiresDPoPNonce)
                let registration = RegistrationSettings(
                    mode: .token,
                    scopes: [.openid, .email],
                    acceptsMetadataDocuments: true
                )
                #expect(settings.server.registration == registration)
                #expect(
                    settings.server.factors
                        == FactorSettings(
                            secondFactor: .required,
                            acceptsMailCodes: true,
                            acceptsSMSCodes: true,
                            passkeyDomain: "example.com",
                            relatedOrigins: ["https://example.org", "https://example.net"],
                            requiresUserVerification: true
                        )
                )
            }
        }
    }

    @Test(arguments: [
        ("9090", "Invalid admin-listen '9090'. Use HOST:PORT, for example localhost:9464."),
        (
            "localhost:8080",
            "The addresses in listen and admin-listen are the same. Use another port in --admin-listen, because metrics must not be public."
        ),
    ]) func rejectsAdminAddress(text: String, message: String) async {
        let line = await failure { _ = try await settings([.adminListen: text]) }
        #expect(line == message)
    }

    @Test(arguments: ["20", "-1s", "11m", "soon", ""]) func explainsFormatOfInvalidDrain(text: String) async {
        let line = await failure { _ = try await settings([.drain: text]) }
        #expect(line == "Invalid drain '\(text)'. Use a time up to 10m, for example 15s, or 0.")
    }

    @Test(arguments: [("0", Duration.zero), ("1s", .seconds(1)), ("10m", .seconds(600))])
    func acceptsDrainUpToTenMinutes(text: String, time: Duration) async throws {
        #expect(try await settings([.drain: text]).drain == time)
    }

    @Test func rejectsUnknownRegistrationMode() async {
        let line = await failure { _ = try await settings([.registration: "on"]) }
        #expect(line == "Invalid registration 'on'. Use off, token or open.")
    }

    @Test func rejectsUnknownDemandForNonces() async {
        let line = await failure { _ = try await settings([.dpopNonce: "on"]) }
        #expect(line == "Invalid dpop-nonce 'on'. Use off or required.")
    }

    @Test func reportsUnknownKeys() async throws {
        try await withFile("isuer: http://localhost\nlimits:\n  mails: 5/1h\nlisten: localhost:1\n") { file in
            let line = await failure { _ = try await settings(file: file) }
            #expect(line?.contains("has unknown keys: isuer, limits.mails.") == true)
            #expect(line?.contains("mails-per-recipient") == true)
        }
    }

    @Test func reportsMissingFile() async {
        let line = await failure { _ = try await settings(file: "/nowhere/gatehouse.yaml") }
        #expect(line == "Configuration file '/nowhere/gatehouse.yaml' not found. Check --config and GATEHOUSE_CONFIG.")
    }

    @Test(arguments: ["", "\n", "# nothing yet\n\n  # listen: localhost:1\n"])
    func acceptsFileWithoutSettings(text: String) async throws {
        try await withFile(text) { file in
            let listen = try await settings(file: file).listen
            #expect(listen == ListenAddress(host: "localhost", port: 8080))
        }
    }

    @Test(arguments: ["5", "[a, b]", "{tries: 5}"])
    func listsLimitsForInvalidSection(text: String) async throws {
        try await withFile("limits: \(text)\n") { file in
            let line = await failure { _ = try await settings(file: file) }
            #expect(line?.contains("tries-per-code") == true)
            #expect(line?.contains("docs/configuration.md") == true)
        }
    }

    @Test func rejectsUnknownLimitAndWarnsAboutOtherVariables() async throws {
        let line = await failure { _ = try await settings(environment: ["GATEHOUSE_LIMITS_MAILS_PER_FOO": "1/1h"]) }
        #expect(line?.contains("Unknown limit GATEHOUSE_LIMITS_MAILS_PER_FOO") == true)
        let sources = try await SettingSources(
            arguments: [:],
            environment: [
                "GATEHOUSE_TRUSTED_PROXIES": "10.0.0.1", "GATEHOUSE_TRUSTED_PROXY": "10.0.0.1",
                "GATEHOUSE_LOG_LEVEL": "debug",
                "GATEHOUSE_LIMITS_TRIES_PER_CODE": "3", "GATEHOUSE_PORT_8080_TCP": "tcp://10.0.0.2:8080", "HOME": "/",
            ],
            file: nil
        )
        #expect(sources.warnings == ["unknown variable GATEHOUSE_TRUSTED_PROXIES ignored."])
    }

    @Test func readsLimitsFromFile() async throws {
        try await withFile("limits:\n  mails-per-recipient: 3/1d\n  requests-per-client: 0\n  tries-per-code: 7\n") {
            file in
            let limits = try await settings(file: file).limits
            #expect(limits.mailsPerRecipient == RateLimits.Rate(3, per: 86_400))
            #expect(limits.requestsPerClient.count == 0)
            #expect(limits.attemptsPerCode == 7)
            #expect(limits.failuresPerAddress == RateLimits().failuresPerAddress)
        }
    }

    @Test(arguments: ["ten", "10", "10/", "10/5", "10/5w", "-1/5m", "1/0s", "1/-5s", "1/5m/3", ""])
    func explainsFormatOfInvalidLimit(text: String) async throws {
        try await withFile("limits:\n  mails-per-recipient: \"\(text)\"\n") { file in
            let line = await failure { _ = try await settings(file: file) }
            #expect(line?.contains("limits.mails-per-recipient") == true)
            #expect(line?.contains("COUNT/WINDOW") == true)
        }
    }

    @Test func readsEveryLimitFromEnvironment() async throws {
        for key in SettingKey.all where key.rawValue.hasPrefix("limits.") {
            let text = key.rawValue == "limits.tries-per-code" ? "3" : "3/7m"
            let name = "GATEHOUSE_" + key.rawValue.uppercased().replacing("-", with: "_").replacing(".", with: "_")
            let limits = try await settings(environment: [name: text]).limits
            #expect(limits != RateLimits(), "\(name)")
        }
    }

    @Test func readsTrustedProxiesAsListOrCommaSeparatedText() async throws {
        try await withFile("trusted-proxy:\n  - 10.0.0.0/8\n  - 2001:db8::1\n") { file in
            let listed = try await settings(file: file).trustedProxies
            #expect(listed == TrustedProxies(["10.0.0.0/8", "2001:db8::1"]))
            let given = try await settings([.trustedProxy: "192.0.2.1,192.0.2.2"], file: file).trustedProxies
            #expect(given == TrustedProxies(["192.0.2.1", "192.0.2.2"]))
        }
        let line = await failure { _ = try await settings([.trustedProxy: "10.0.0.1,proxy"]) }
        #expect(line?.contains("Invalid trusted-proxy") == true)
    }

    @Test(arguments: [("90d", 90 * 86_400.0), ("12h", 43_200), ("0", nil)])
    func readsEventsRetention(text: String, seconds: TimeInterval?) async throws {
        let settings = try await settings([.eventsRetention: text])
        #expect(settings.eventsRetention == seconds)
        #expect(settings.server.lifetimes.auditEvents == seconds)
    }

    @Test(arguments: ["ever", "90", "-1d", "1w"]) func rejectsInvalidTime(text: String) async {
        #expect(await failure { _ = try await settings([.eventsRetention: text]) }?.contains("400d") == true)
    }

    @Test func definesKeyForEveryLimit() {
        let keys = SettingKey.all.map(\.rawValue).filter { $0.hasPrefix("limits.") }
        #expect(keys.count == Mirror(reflecting: RateLimits()).children.count)
        #expect(Set(keys).count == keys.count)
    }

    @Test func requiresLocalIssuerInDevelopment() async throws {
        let line = await failure { _ = try await settings([.dev: "true", .issuer: "https://id.example.com"]) }
        #expect(line?.hasPrefix("--dev shows all emails") == true)
        #expect(try await settings([.dev: "true", .issuer: "http://127.0.0.1:9000"]).isDevelopment)
    }

    @Test func requiresLocalListenAddressInDevelopment() async throws {
        let line = await failure { _ = try await settings([.dev: "true", .listen: "0.0.0.0:8080"], mustServe: true) }
        #expect(line?.contains("only listens on localhost, not on 0.0.0.0") == true)
        #expect(line?.contains("--listen localhost:PORT") == true)
        #expect(try await settings([.listen: "0.0.0.0:8080"]).issuer.text == "http://localhost")
    }

    @Test func requiresIssuerForUnknownPort() async throws {
        let line = await failure { _ = try await settings([.dev: "true", .listen: "localhost:0"], mustServe: true) }
        #expect(line?.contains("Port 0 requires --issuer") == true)
        let named = try await settings(
            [.dev: "true", .listen: "localhost:0", .issuer: "http://localhost:9000"],
            mustServe: true
        )
        #expect(named.listen.port == 0)
    }

    @Test func requiresHTTPSExceptOnLocalhost() async throws {
        let line = await failure { _ = try await settings([.issuer: "http://id.example.com"]) }
        #expect(line?.contains("must use https") == true)
        #expect(try await settings([.issuer: "http://localhost:9000/"]).issuer.text == "http://localhost:9000")
    }

    @Test(arguments: [
        "ftp://localhost", "https://", "localhost:8080", "https://a.example/?x=1", "https://a.example/#f",
        "https://u@a.example",
    ])
    func rejectsInvalidIssuer(text: String) async {
        #expect(await failure { _ = try await settings([.issuer: text]) } != nil)
    }

    @Test(arguments: ["localhost", "localhost:", ":8080", "::1:8080", "localhost:65536", "localhost:http"])
    func rejectsInvalidListenAddress(text: String) async {
        #expect(await failure { _ = try await settings([.listen: text]) }?.contains("HOST:PORT") == true)
    }

    @Test func requiresIssuerOutsideDevelopment() async throws {
        #expect(
            await failure { _ = try await settings([.smtp: "smtp://localhost"], mustServe: true) }?.contains("--issuer")
                == true
        )
        #expect(try await settings([.dev: "true"], mustServe: true).issuer.text == "http://localhost:8080")
    }

    @Test func requiresKeyWithCertificate() async {
        #expect(await failure { _ = try await settings([.tlsCertificate: "/c.pem"]) }?.contains("--tls-key") == true)
    }

    @Test func requiresHTTPSIssuerWithCertificate() async throws {
        let files: [SettingKey: String] = [.tlsCertificate: "/c.pem", .tlsKey: "/k.pem", .dev: "true"]
        let http = files.merging([.issuer: "http://localhost:8080"]) { own, _ in own }
        #expect(
            await failure { _ = try await settings(http, mustServe: true) }?.contains("Use an https issuer") == true
        )
        #expect(try await settings(files, mustServe: true).issuer.text == "https://localhost:8080")
    }

    @Test func reportsMissingCertificateFile() throws {
        let failure = #expect(throws: CommandError.self) {
            _ = try CertificateFiles(certificate: "/etc/hostname", key: "/nowhere/key.pem").load()
        }
        #expect(failure?.message == "File '/nowhere/key.pem' not found.")
    }

    @Test(
        arguments: [
            ("http://localhost:8080", "localhost:8080", nil), ("http://127.0.0.1:8080", "localhost:8080", nil),
            ("http://localhost:8080", "0.0.0.0:8080", nil), ("http://localhost", "localhost:80", nil),
            ("http://localhost:8080", "localhost:9000", "Listening on localhost port 9000"),
            ("http://localhost:8080", "192.0.2.1:8080", "Listening on 192.0.2.1 port 8080"),
            ("https://id.example.com", "0.0.0.0:443", "plain http on 0.0.0.0 port 443"),
        ] as [(String, String, String?)]
    )
    func notesIssuerThatDiffersFromListenAddress(issuer: String, listen: String, note: String?) async throws {
        let settings = try await settings([.issuer: issuer, .listen: listen])
        let actual = settings.reachabilityNote(port: settings.listen.port)
        if let note { #expect(actual?.contains(note) == true) } else { #expect(actual == nil) }
    }

    @Test(arguments: [
        ("postgres://ada:secret@db.example:5433/gatehouse?sslmode=require", "postgres://db.example:5433/gatehouse"),
        ("postgres://ada:secret@a.example,b.example:5433/gatehouse", "postgres://a.example,b.example:5433/gatehouse"),
        ("postgres://ada:se@c/r@db.example.com/gatehouse", "postgres://db.example.com/gatehouse"),
        ("postgres://ada:sec?ret@db.example.com/gatehouse", "postgres://"), ("postgres://ada:secret@", "postgres://"),
        ("postgresql:///gatehouse", "postgresql:///gatehouse"),
    ])
    func acceptsPostgresURL(text: String, name: String) async throws {
        let database = try await settings([.database: text]).database
        #expect(database == .postgres(Secret(text)))
        #expect(database.name == name)
    }

    @Test(arguments: ["mysql://localhost/gatehouse", "postgres:gatehouse", "sqlite:", "sqlite", "gatehouse.sqlite"])
    func rejectsUnsupportedDatabaseURL(text: String) async {
        #expect(await failure { _ = try await settings([.database: text]) }?.contains("--database sqlite:PATH") == true)
    }

    @Test(arguments: [
        (SettingKey.codeLength, "5"), (.codeLength, "11"), (.codeLength, "eight"), (.codeLifetime, "90s"),
        (.codeLifetime, "2h"), (.codeLifetime, "1m"), (.codeLifetime, "10"), (.signInFreshness, "30s"),
        (.signInFreshness, "2h"), (.tenant, "a b"), (.tenant, "a/b"),
        (.tenant, String(repeating: "a", count: 64)),
    ])
    func rejectsInvalidCodeAndTenantSettings(key: SettingKey, text: String) async throws {
        let line = await failure { _ = try await settings([key: text]) }
        #expect(line?.hasPrefix("Invalid \(key.rawValue) ") == true)
        #expect(line?.contains("Use ") == true)
    }
}
