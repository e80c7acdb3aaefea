import Foundation
import GatehouseCommands
import GatehouseHTTP
import GatehouseServer
import GatehouseWire
import Testing

@Suite struct SettingsTests: SettingsReader {
    @Test func nothingHasToBeSet() async throws {
        let settings = try await settings()
        #expect(settings.issuer.text == "http://localhost:8080")
        #expect(settings.listen == ListenAddress(host: "localhost", port: 8080))
        #expect(settings.data.folder.lastPathComponent == ".gatehouse")
        #expect(settings.database == .sqlite(settings.data.database))
        #expect(settings.mailFrom == "no-reply@localhost.localdomain")
        #expect(!settings.isDevelopment)
        #expect(settings.limits == Limits())
        #expect(settings.trustedProxies == .none)
        #expect(settings.eventsRetention == 34_560_000.0)
        #expect(settings.drain == .zero)
        var lifetimes = Lifetimes()
        lifetimes.knownClient = 1
        #expect(settings.server.lifetimes == lifetimes)
        #expect(settings.server.codeLength == 8)
        #expect(settings.server.tenants == ["default"])
        #expect(settings.clientAttributes.isEmpty)
    }

    @Test func theCommandLineGoesBeforeTheEnvironmentBeforeTheFile() async throws {
        try await withFile("listen: localhost:1\nmail-from: file@example.com\ndata: /file\n") { file in
            let environment = ["GATEHOUSE_LISTEN": "localhost:2", "GATEHOUSE_MAIL_FROM": "environment@example.com"]
            let settings = try await settings([.listen: "localhost:3"], environment: environment, file: file)
            #expect(settings.listen.port == 3)
            #expect(settings.mailFrom == "environment@example.com")
            #expect(settings.data.folder.path == "/file")
        }
    }

    @Test(arguments: ["yesterday", "2026-11-22", "1795316400", ""])
    func aTimeOfARestoreIsADateOfISO8601(text: String) async throws {
        let reason = await failure { _ = try await settings([.restoredAt: text]) }
        #expect(reason?.contains("Write it as a time such as 2026-11-22T03:00:00Z.") == true)
    }

    @Test func theEnvironmentMayNameTheFile() async throws {
        try await withFile("listen: localhost:4") { file in
            let listen = try await settings(environment: ["GATEHOUSE_CONFIG": file]).listen
            #expect(listen.port == 4)
        }
    }

    @Test func everySettingIsAKeyOfTheFileAndAVariable() async throws {
        let values: [SettingKey: String] = [
            .issuer: "https://id.example.com", .listen: "[::1]:8443", .data: "/data", .database: "sqlite:/db",
            .smtp: "smtps://mail.example.com", .mailFrom: "id@example.com", .sms: "https://sms.example.com",
            .smsSecret: "0123456789abcdef", .smsCA: "/a.pem", .tlsCertificate: "/c.pem",
            .tlsKey: "/k.pem", .trustedProxy: "10.0.0.0/8, 192.0.2.10", .codeLength: "6", .codeLifetime: "15m",
            .signInFreshness: "5m", .tenant: "contoso, fabrikam", .eventsRetention: "90d", .drain: "20s",
            .restoredAt: "2026-11-22T03:00:00Z", .dev: "false",
        ]
        #expect(Set(values.keys).isSubset(of: SettingKey.all))
        #expect(SettingKey.all.filter { !$0.rawValue.hasPrefix("limits.") }.count == values.count)
        let yaml = values.map { "\($0.rawValue): \"\($1)\"" }.joined(separator: "\n")
        let variables = values.map { ("GATEHOUSE_" + $0.rawValue.uppercased().replacing("-", with: "_"), $1) }
        try await withFile(yaml) { file in
            for settings in [
                try await settings(file: file),
                try await settings(environment: Dictionary(uniqueKeysWithValues: variables)),
            ] {
                #expect(settings.issuer.text == "https://id.example.com")
                #expect(settings.listen.host == "::1")
                #expect(settings.data.folder.path == "/data")
                #expect(settings.database == .sqlite(URL(filePath: "/db")))
                #expect(settings.smtp?.reveal() == "smtps://mail.example.com")
                #expect(settings.mailFrom == "id@example.com")
                #expect(settings.sms?.url.reveal() == "https://sms.example.com")
                #expect(settings.sms?.secret.reveal() == "0123456789abcdef")
                #expect(settings.sms?.authorityFile == "/a.pem")
                #expect(settings.certificate == CertificateFiles(certificate: "/c.pem", key: "/k.pem"))
                #expect(settings.trustedProxies == TrustedProxies(["10.0.0.0/8", "192.0.2.10"]))
                #expect(settings.server.codeLength == 6)
                #expect(settings.server.restoredAt == Date(timeIntervalSince1970: 1_795_316_400))
                #expect(settings.server.lifetimes.mailCode == 900)
                #expect(settings.server.lifetimes.freshSignIn == 300)
                #expect(settings.server.tenants == ["contoso", "fabrikam"])
                #expect(settings.eventsRetention == 7_776_000.0)
                #expect(settings.drain == .seconds(20))
            }
        }
    }

    @Test(arguments: ["20", "-1s", "11m", "soon", ""]) func aDrainThatIsNoneSaysHowToWriteIt(text: String) async {
        let line = await failure { _ = try await settings([.drain: text]) }
        #expect(line == "The setting drain is \(text). Write it as a time such as 15s, 10m at most, or 0.")
    }

    @Test(arguments: [("0", Duration.zero), ("1s", .seconds(1)), ("10m", .seconds(600))])
    func aDrainMayBeNothingToTenMinutes(text: String, time: Duration) async throws {
        #expect(try await settings([.drain: text]).drain == time)
    }

    @Test func unknownKeysAreNamed() async throws {
        try await withFile("isuer: http://localhost\nlimits:\n  mails: 5/1h\nlisten: localhost:1\n") { file in
            let line = await failure { _ = try await settings(file: file) }
            #expect(line?.contains("keys that are no settings: isuer, limits.mails.") == true)
            #expect(line?.contains("mails-per-recipient") == true)
        }
    }

    @Test func aFileThatIsMissingIsNamed() async {
        let line = await failure { _ = try await settings(file: "/nowhere/gatehouse.yaml") }
        #expect(line == "There is no configuration file /nowhere/gatehouse.yaml. Check --config and GATEHOUSE_CONFIG.")
    }

    @Test(arguments: ["", "\n", "# nothing yet\n\n  # listen: localhost:1\n"])
    func aFileMaySetNothing(text: String) async throws {
        try await withFile(text) { file in
            let listen = try await settings(file: file).listen
            #expect(listen == ListenAddress(host: "localhost", port: 8080))
        }
    }

    @Test(arguments: ["5", "[a, b]", "{tries: 5}"])
    func whatIsNoLimitIsToldWhichThereAre(text: String) async throws {
        try await withFile("limits: \(text)\n") { file in
            let line = await failure { _ = try await settings(file: file) }
            #expect(line?.contains("tries-per-code") == true)
            #expect(line?.contains("docs/configuration.md") == true)
        }
    }

    @Test func aVariableThatIsNoLimitIsRefusedAndAnyOtherNamed() async throws {
        let line = await failure { _ = try await settings(environment: ["GATEHOUSE_LIMITS_MAILS_PER_FOO": "1/1h"]) }
        #expect(line?.contains("GATEHOUSE_LIMITS_MAILS_PER_FOO is no limit") == true)
        let sources = try await SettingSources(
            arguments: [:],
            environment: [
                "GATEHOUSE_TRUSTED_PROXIES": "10.0.0.1", "GATEHOUSE_TRUSTED_PROXY": "10.0.0.1",
                "GATEHOUSE_LOG_LEVEL": "debug",
                "GATEHOUSE_LIMITS_TRIES_PER_CODE": "3", "GATEHOUSE_PORT_8080_TCP": "tcp://10.0.0.2:8080", "HOME": "/",
            ],
            file: nil
        )
        #expect(sources.warnings == ["GATEHOUSE_TRUSTED_PROXIES is no setting, and does nothing."])
    }

    @Test func limitsAreSetInTheFile() async throws {
        try await withFile("limits:\n  mails-per-recipient: 3/1d\n  requests-per-client: 0\n  tries-per-code: 7\n") {
            file in
            let limits = try await settings(file: file).limits
            #expect(limits.mailsPerRecipient == Limits.Rate(3, per: 86_400))
            #expect(limits.requestsPerClient.count == 0)
            #expect(limits.triesPerCode == 7)
            #expect(limits.failuresPerAddress == Limits().failuresPerAddress)
        }
    }

    @Test(arguments: ["ten", "10", "10/", "10/5", "10/5w", "-1/5m", "1/0s", "1/-5s", "1/5m/3", ""])
    func aLimitThatIsNoneSaysHowToWriteIt(text: String) async throws {
        try await withFile("limits:\n  mails-per-recipient: \"\(text)\"\n") { file in
            let line = await failure { _ = try await settings(file: file) }
            #expect(line?.contains("limits.mails-per-recipient") == true)
            #expect(line?.contains("COUNT/WINDOW") == true)
        }
    }

    @Test func everyLimitIsAVariableToo() async throws {
        for key in SettingKey.all where key.rawValue.hasPrefix("limits.") {
            let text = key.rawValue == "limits.tries-per-code" ? "3" : "3/7m"
            let name = "GATEHOUSE_" + key.rawValue.uppercased().replacing("-", with: "_").replacing(".", with: "_")
            let limits = try await settings(environment: [name: text]).limits
            #expect(limits != Limits(), "\(name)")
        }
    }

    @Test func trustedProxiesAreAListInTheFileOrOneTextWithCommas() async throws {
        try await withFile("trusted-proxy:\n  - 10.0.0.0/8\n  - 2001:db8::1\n") { file in
            let listed = try await settings(file: file).trustedProxies
            #expect(listed == TrustedProxies(["10.0.0.0/8", "2001:db8::1"]))
            let given = try await settings([.trustedProxy: "192.0.2.1,192.0.2.2"], file: file).trustedProxies
            #expect(given == TrustedProxies(["192.0.2.1", "192.0.2.2"]))
        }
        let line = await failure { _ = try await settings([.trustedProxy: "10.0.0.1,proxy"]) }
        #expect(line?.contains("--trusted-proxy") == true)
    }

    @Test(arguments: [("90d", 90 * 86_400.0), ("12h", 43_200), ("0", nil)])
    func theAuditLogIsKeptForAsLongAsStated(text: String, seconds: TimeInterval?) async throws {
        let settings = try await settings([.eventsRetention: text])
        #expect(settings.eventsRetention == seconds)
        #expect(settings.server.lifetimes.auditEvents == seconds)
    }

    @Test(arguments: ["ever", "90", "-1d", "1w"]) func aTimeThatIsNoneIsRefused(text: String) async {
        #expect(await failure { _ = try await settings([.eventsRetention: text]) }?.contains("400d") == true)
    }

    @Test func everyLimitHasAKey() {
        let keys = SettingKey.all.map(\.rawValue).filter { $0.hasPrefix("limits.") }
        #expect(keys.count == Mirror(reflecting: Limits()).children.count)
        #expect(Set(keys).count == keys.count)
    }

    @Test func developmentModeIsForLocalhostAlone() async throws {
        let line = await failure { _ = try await settings([.dev: "true", .issuer: "https://id.example.com"]) }
        #expect(line?.hasPrefix("Development mode shows everybody's mail") == true)
        #expect(try await settings([.dev: "true", .issuer: "http://127.0.0.1:9000"]).isDevelopment)
    }

    @Test func developmentModeListensOnLocalhostAlone() async throws {
        let line = await failure { _ = try await settings([.dev: "true", .listen: "0.0.0.0:8080"], mustServe: true) }
        #expect(line?.contains("so 0.0.0.0 is not an address to listen on") == true)
        #expect(line?.contains("--listen localhost:PORT") == true)
        #expect(try await settings([.listen: "0.0.0.0:8080"]).issuer.text == "http://localhost")
    }

    @Test func aPortThatNobodyKnowsYetNeedsAnIssuer() async throws {
        let line = await failure { _ = try await settings([.dev: "true", .listen: "localhost:0"], mustServe: true) }
        #expect(line?.contains("--listen a port, or --issuer") == true)
        let named = try await settings(
            [.dev: "true", .listen: "localhost:0", .issuer: "http://localhost:9000"],
            mustServe: true
        )
        #expect(named.listen.port == 0)
    }

    @Test func plainHTTPIsForLocalhostAlone() async throws {
        let line = await failure { _ = try await settings([.issuer: "http://id.example.com"]) }
        #expect(line?.contains("is not https") == true)
        #expect(try await settings([.issuer: "http://localhost:9000/"]).issuer.text == "http://localhost:9000")
    }

    @Test(arguments: [
        "ftp://localhost", "https://", "localhost:8080", "https://a.example/?x=1", "https://a.example/#f",
        "https://u@a.example",
    ])
    func anIssuerIsAnAddressWithoutQueryAndFragment(text: String) async {
        #expect(await failure { _ = try await settings([.issuer: text]) } != nil)
    }

    @Test(arguments: ["localhost", "localhost:", ":8080", "::1:8080", "localhost:65536", "localhost:http"])
    func anAddressToListenOnIsHostAndPort(text: String) async {
        #expect(await failure { _ = try await settings([.listen: text]) }?.contains("HOST:PORT") == true)
    }

    @Test func aServerNeedsAnIssuerOutsideDevelopment() async throws {
        #expect(
            await failure { _ = try await settings([.smtp: "smtp://localhost"], mustServe: true) }?.contains("--issuer")
                == true
        )
        #expect(try await settings([.dev: "true"], mustServe: true).issuer.text == "http://localhost:8080")
    }

    @Test func aCertificateNeedsItsKey() async {
        #expect(await failure { _ = try await settings([.tlsCertificate: "/c.pem"]) }?.contains("--tls-key") == true)
    }

    @Test func aCertificateIsForAnIssuerOfHTTPS() async throws {
        let files: [SettingKey: String] = [.tlsCertificate: "/c.pem", .tlsKey: "/k.pem", .dev: "true"]
        let http = files.merging([.issuer: "http://localhost:8080"]) { own, _ in own }
        #expect(await failure { _ = try await settings(http, mustServe: true) }?.contains("--issuer https://") == true)
        #expect(try await settings(files, mustServe: true).issuer.text == "https://localhost:8080")
    }

    @Test func aCertificateFileThatIsMissingIsNamed() throws {
        let failure = #expect(throws: CommandFailure.self) {
            _ = try CertificateFiles(certificate: "/etc/hostname", key: "/nowhere/key.pem").load()
        }
        #expect(failure?.message == "There is no file /nowhere/key.pem.")
    }

    @Test(
        arguments: [
            ("http://localhost:8080", "localhost:8080", nil), ("http://127.0.0.1:8080", "localhost:8080", nil),
            ("http://localhost:8080", "0.0.0.0:8080", nil), ("http://localhost", "localhost:80", nil),
            ("http://localhost:8080", "localhost:9000", "connections at localhost port 9000"),
            ("http://localhost:8080", "192.0.2.1:8080", "connections at 192.0.2.1 port 8080"),
            ("https://id.example.com", "0.0.0.0:443", "plain http at 0.0.0.0 port 443"),
        ] as [(String, String, String?)]
    )
    func whereTheIssuerIsNotWhatIsListenedAtIsSaid(issuer: String, listen: String, note: String?) async throws {
        let settings = try await settings([.issuer: issuer, .listen: listen])
        let said = settings.reachabilityNote(port: settings.listen.port)
        if let note { #expect(said?.contains(note) == true) } else { #expect(said == nil) }
    }

    @Test(arguments: ["postgres://ada:secret@db.example.com:5433/gatehouse?sslmode=require", "postgresql:///gatehouse"])
    func aDatabaseMayBeShared(text: String) async throws {
        let database = try await settings([.database: text]).database
        #expect(database == .postgres(Secret(text)))
        #expect(database.name == (text.contains("@") ? "postgres://db.example.com:5433/gatehouse" : text))
    }

    @Test(arguments: ["mysql://localhost/gatehouse", "postgres:gatehouse", "sqlite:", "sqlite", "gatehouse.sqlite"])
    func aDatabaseHasToBeOneThatIsKnown(text: String) async {
        #expect(await failure { _ = try await settings([.database: text]) }?.contains("--database sqlite:PATH") == true)
    }

    @Test(arguments: [
        (SettingKey.codeLength, "5"), (.codeLength, "11"), (.codeLength, "eight"), (.codeLifetime, "90s"),
        (.codeLifetime, "2h"), (.codeLifetime, "1m"), (.codeLifetime, "10"), (.signInFreshness, "30s"),
        (.signInFreshness, "2h"), (.tenant, "a b"), (.tenant, "a/b"),
        (.tenant, String(repeating: "a", count: 64)),
    ])
    func whatNoCodeOrTenantCanBeIsRefused(key: SettingKey, text: String) async throws {
        let line = await failure { _ = try await settings([key: text]) }
        #expect(line?.hasPrefix("The setting \(key.rawValue) ") == true)
        #expect(line?.contains("Write ") == true)
    }
}
