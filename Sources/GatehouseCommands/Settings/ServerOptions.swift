package import ArgumentParser

/// The options of `gatehouse serve`; each is also an environment variable and a key of the configuration file.
package struct ServerOptions: ParsableArguments, Sendable {
    @Option(
        help: ArgumentHelp(
            "Public URL, for example https://login.example.com [env: GATEHOUSE_ISSUER]",
            valueName: "url"
        )
    )
    package var issuer: String?

    @Option(
        help: ArgumentHelp(
            "Address to listen on (default: localhost:8080) [env: GATEHOUSE_LISTEN]",
            valueName: "host:port"
        )
    )
    package var listen: String?

    @Option(
        help: ArgumentHelp(
            """
            Address for health checks and metrics, for example localhost:9464 (default: no metrics) \
            [env: GATEHOUSE_ADMIN_LISTEN]. Keep it private.
            """,
            valueName: "host:port"
        )
    )
    package var adminListen: String?

    @OptionGroup package var store: StoreOptions

    @Option(
        help: ArgumentHelp(
            """
            Mail server: smtp://, or smtps:// for implicit TLS [env: GATEHOUSE_SMTP]. Keep passwords out of the \
            command line, where other users of the machine can read them.
            """,
            valueName: "url"
        )
    )
    package var smtp: String?

    @Option(
        help: ArgumentHelp(
            "Sender, for example 'Example App <no-reply@example.com>' [env: GATEHOUSE_MAIL_FROM]",
            valueName: "address"
        )
    )
    package var mailFrom: String?

    @Option(
        help: ArgumentHelp(
            "Email users who sign in from a new browser, on or off (default: on) [env: GATEHOUSE_NEW_BROWSER_MAIL]",
            valueName: "on|off"
        )
    )
    package var newBrowserMail: String?

    @Option(
        help: ArgumentHelp(
            """
            SMS gateway, an https:// URL that receives each message as a JSON POST [env: GATEHOUSE_SMS]. Without a \
            gateway, phone numbers can't be confirmed.
            """,
            valueName: "url"
        )
    )
    package var sms: String?

    @Option(
        help: ArgumentHelp(
            """
            Secret that signs requests to the SMS gateway, at least 16 characters [env: GATEHOUSE_SMS_SECRET]. Keep it \
            out of the command line.
            """,
            valueName: "text"
        )
    )
    package var smsSecret: String?

    @Option(
        name: .customLong(SettingKey.smsCA.rawValue),
        help: ArgumentHelp(
            "CA certificates for the SMS gateway, a PEM file (default: the system's) [env: GATEHOUSE_SMS_CA]",
            valueName: "file"
        )
    )
    package var smsCA: String?

    @Option(
        help: ArgumentHelp(
            """
            Network that clients' servers may be in, besides public addresses; repeatable \
            [env: GATEHOUSE_REMOTE_NETWORK]
            """,
            valueName: "address|cidr"
        )
    )
    package var remoteNetwork: [String] = []

    @Option(
        name: .customLong(SettingKey.remoteCA.rawValue),
        help: ArgumentHelp(
            "CA certificates for clients' servers, a PEM file (default: the system's) [env: GATEHOUSE_REMOTE_CA]",
            valueName: "file"
        )
    )
    package var remoteCA: String?

    @Option(
        help: ArgumentHelp(
            "Certificate for https, a PEM file; reloaded on SIGHUP [env: GATEHOUSE_TLS_CERTIFICATE]",
            valueName: "file"
        )
    )
    package var tlsCertificate: String?

    @Option(
        help: ArgumentHelp("Private key of the certificate, a PEM file [env: GATEHOUSE_TLS_KEY]", valueName: "file")
    )
    package var tlsKey: String?

    @Option(
        help: ArgumentHelp(
            "Trust X-Forwarded-For from this proxy; repeatable [env: GATEHOUSE_TRUSTED_PROXY]",
            valueName: "address|cidr"
        )
    )
    package var trustedProxy: [String] = []

    @Option(help: ArgumentHelp("Digits of an emailed code, 6 to 10 (default: 8) [env: GATEHOUSE_CODE_LENGTH]"))
    package var codeLength: String?

    @Option(
        help: ArgumentHelp(
            "How long emailed codes are valid, 2m to 60m (default: 10m) [env: GATEHOUSE_CODE_LIFETIME]",
            valueName: "time"
        )
    )
    package var codeLifetime: String?

    @Option(
        help: ArgumentHelp(
            "Maximum age of a sign-in that changes credentials or deletes an account (default: 10m) [env: GATEHOUSE_SIGN_IN_FRESHNESS]",
            valueName: "time"
        )
    )
    package var signInFreshness: String?

    @Option(
        help: ArgumentHelp(
            "Time in which users can keep an account that they delete (default: 14d) [env: GATEHOUSE_ACCOUNT_DELETION]",
            valueName: "time"
        )
    )
    package var accountDeletion: String?

    @Option(
        help: ArgumentHelp(
            "Tenant name in the URLs of Entra clients (default: default); repeatable [env: GATEHOUSE_TENANT]",
            valueName: "name"
        )
    )
    package var tenant: [String] = []

    @Option(
        help: ArgumentHelp(
            "How long to keep audit events, or 0 for ever (default: 400d) [env: GATEHOUSE_EVENTS_RETENTION]",
            valueName: "time"
        )
    )
    package var eventsRetention: String?

    @Option(
        help: ArgumentHelp(
            """
            Report “not ready” this long before stopping, for example 15s, so that load balancers stop sending \
            requests (default: 0) [env: GATEHOUSE_DRAIN]
            """,
            valueName: "time"
        )
    )
    package var drain: String?

    @Option(
        help: ArgumentHelp(
            """
            Lowest level that is logged: trace, debug, info, notice, warning, error or critical (default: info) \
            [env: GATEHOUSE_LOG_LEVEL]
            """,
            valueName: "level"
        )
    )
    package var logLevel: String?

    @Option(
        help: ArgumentHelp(
            "Format of the log on standard error (default: text) [env: GATEHOUSE_LOG_FORMAT]",
            valueName: "text|json"
        )
    )
    package var logFormat: String?

    @Option(
        help: ArgumentHelp(
            """
            When the database was restored from a backup, for example 2026-11-22T03:00:00Z. Ends sessions that were \
            refreshed after the backup, which get status 503 otherwise [env: GATEHOUSE_RESTORED_AT]
            """,
            valueName: "time"
        )
    )
    package var restoredAt: String?

    @Option(
        help: ArgumentHelp(
            "Require nonces of the server in DPoP proofs (default: off) [env: GATEHOUSE_DPOP_NONCE]",
            valueName: "off|required"
        )
    )
    package var dpopNonce: String?

    @OptionGroup(title: "Second factors and passkeys") package var factors: FactorOptions
    @OptionGroup(title: "Dynamic registration") package var registration: RegistrationOptions

    @Flag(
        help:
            "Development mode: localhost only, emails at /dev/mail, sample clients [env: GATEHOUSE_DEV]"
    )
    package var dev = false

    package init() {}

    package var arguments: [SettingKey: String] {
        let own: [SettingKey: String?] = [
            .issuer: issuer, .listen: listen, .adminListen: adminListen, .smtp: smtp, .mailFrom: mailFrom,
            .newBrowserMail: newBrowserMail,
            .sms: sms, .smsSecret: smsSecret, .smsCA: smsCA,
            .remoteNetwork: remoteNetwork.isEmpty ? nil : remoteNetwork.joined(separator: ","), .remoteCA: remoteCA,
            .tlsCertificate: tlsCertificate, .tlsKey: tlsKey, .dev: dev ? "true" : nil,
            .trustedProxy: trustedProxy.isEmpty ? nil : trustedProxy.joined(separator: ","),
            .codeLength: codeLength, .codeLifetime: codeLifetime, .signInFreshness: signInFreshness,
            .accountDeletion: accountDeletion,
            .tenant: tenant.isEmpty ? nil : tenant.joined(separator: ","),
            .eventsRetention: eventsRetention, .drain: drain, .logLevel: logLevel, .logFormat: logFormat,
            .restoredAt: restoredAt,
            .dpopNonce: dpopNonce,
        ]
        return own.compactMapValues(\.self).merging(store.arguments) { own, _ in own }
            .merging(factors.arguments) { own, _ in own }.merging(registration.arguments) { own, _ in own }
    }
}

/// The options that select a server's records.
package struct StoreOptions: ParsableArguments, Sendable {
    @Option(
        help: ArgumentHelp("YAML file with settings named like the options [env: GATEHOUSE_CONFIG]", valueName: "file")
    )
    package var config: String?

    @Option(
        help: ArgumentHelp("Data folder (default: .gatehouse) [env: GATEHOUSE_DATA]", valueName: "folder")
    )
    package var data: String?

    @Option(
        help: ArgumentHelp(
            """
            sqlite:PATH or postgres://USER@HOST/DATABASE (default: in the data folder) [env: GATEHOUSE_DATABASE]. Keep \
            passwords out of the command line.
            """,
            valueName: "url"
        )
    )
    package var database: String?

    package init() {}

    package var arguments: [SettingKey: String] {
        [.data: data, .database: database].compactMapValues(\.self)
    }
}

extension Settings {
    /// Reads the settings of a command that works on the records, whether the server runs or not.
    init(_ options: StoreOptions, in context: CommandContext) async throws(CommandError) {
        let sources = try await SettingSources(
            arguments: options.arguments,
            environment: context.environment,
            file: options.config
        )
        try await self.init(sources, mustServe: false)
    }
}
