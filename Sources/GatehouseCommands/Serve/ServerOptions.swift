package import ArgumentParser

/// The options of `gatehouse serve`; each is also an environment variable and a key of the configuration file.
package struct ServerOptions: ParsableArguments, Sendable {
    @Option(help: ArgumentHelp("The address that apps know the server by (GATEHOUSE_ISSUER).", valueName: "url"))
    package var issuer: String?

    @Option(
        help: ArgumentHelp(
            "Where connections are taken; localhost:8080 by default (GATEHOUSE_LISTEN).",
            valueName: "host:port"
        )
    )
    package var listen: String?

    @OptionGroup package var store: StoreOptions

    @Option(
        help: ArgumentHelp(
            """
            Where mail is handed in: smtp://, or smtps:// for TLS from the start (GATEHOUSE_SMTP). Other users of the machine can read \
            a password on the command line: give one in the variable or the file.
            """,
            valueName: "url"
        )
    )
    package var smtp: String?

    @Option(help: ArgumentHelp("Who mail comes from (GATEHOUSE_MAIL_FROM).", valueName: "address"))
    package var mailFrom: String?

    @Option(
        help: ArgumentHelp(
            """
            The gateway that sends SMS, an https:// URL that each is posted to as JSON (GATEHOUSE_SMS). Without one, numbers cannot be \
            confirmed.
            """,
            valueName: "url"
        )
    )
    package var sms: String?

    @Option(
        help: ArgumentHelp(
            """
            What requests to the gateway are signed with, 16 characters or more (GATEHOUSE_SMS_SECRET). Other users of the machine can \
            read it on the command line: give it in the variable or the file.
            """,
            valueName: "text"
        )
    )
    package var smsSecret: String?

    @Option(
        name: .customLong(SettingKey.smsCA.rawValue),
        help: ArgumentHelp(
            "Authorities to trust for the gateway in place of the system's, a PEM file (GATEHOUSE_SMS_CA).",
            valueName: "file"
        )
    )
    package var smsCA: String?

    @Option(
        help: ArgumentHelp(
            "A PEM file, to serve https; read again on SIGHUP (GATEHOUSE_TLS_CERTIFICATE).",
            valueName: "file"
        )
    )
    package var tlsCertificate: String?

    @Option(help: ArgumentHelp("The certificate's key, a PEM file (GATEHOUSE_TLS_KEY).", valueName: "file"))
    package var tlsKey: String?

    @Option(
        help: ArgumentHelp(
            "A reverse proxy whose X-Forwarded-For is believed; may be given again (GATEHOUSE_TRUSTED_PROXY).",
            valueName: "address|cidr"
        )
    )
    package var trustedProxy: [String] = []

    @Option(help: ArgumentHelp("How many digits a mailed code has, 6 to 10; 8 by default (GATEHOUSE_CODE_LENGTH)."))
    package var codeLength: String?

    @Option(
        help: ArgumentHelp(
            "How long a mailed code is good, in minutes such as 10m, the default (GATEHOUSE_CODE_LIFETIME).",
            valueName: "time"
        )
    )
    package var codeLifetime: String?

    @Option(
        help: ArgumentHelp(
            "How recent a sign-in has to be to change names or delete an account; 15m by default (GATEHOUSE_SIGN_IN_FRESHNESS).",
            valueName: "time"
        )
    )
    package var signInFreshness: String?

    @Option(
        help: ArgumentHelp(
            "A name by which clients of Entra call the server's directory; may be given again; default by default (GATEHOUSE_TENANT).",
            valueName: "name"
        )
    )
    package var tenant: [String] = []

    @Option(
        help: ArgumentHelp(
            "How long the audit log is kept, such as 400d, the default; 0 for ever (GATEHOUSE_EVENTS_RETENTION).",
            valueName: "time"
        )
    )
    package var eventsRetention: String?

    @Option(
        help: ArgumentHelp(
            """
            How long the server says that it is not ready before it stops, such as 15s, so that balancers send it nobody any more; 0 by \
            default (GATEHOUSE_DRAIN).
            """,
            valueName: "time"
        )
    )
    package var drain: String?

    @Option(
        help: ArgumentHelp(
            """
            When the database was put back from a backup, such as 2026-11-22T03:00:00Z: sessions that were refreshed after the backup then \
            end, instead of being answered with 503 (GATEHOUSE_RESTORED_AT).
            """,
            valueName: "time"
        )
    )
    package var restoredAt: String?

    @Flag(
        help:
            "Development mode, on localhost alone: a mailbox page instead of mail, and clients to try (GATEHOUSE_DEV)."
    )
    package var dev = false

    package init() {}

    package var arguments: [SettingKey: String] {
        let own: [SettingKey: String?] = [
            .issuer: issuer, .listen: listen, .smtp: smtp, .mailFrom: mailFrom,
            .sms: sms, .smsSecret: smsSecret, .smsCA: smsCA,
            .tlsCertificate: tlsCertificate, .tlsKey: tlsKey, .dev: dev ? "true" : nil,
            .trustedProxy: trustedProxy.isEmpty ? nil : trustedProxy.joined(separator: ","),
            .codeLength: codeLength, .codeLifetime: codeLifetime, .signInFreshness: signInFreshness,
            .tenant: tenant.isEmpty ? nil : tenant.joined(separator: ","),
            .eventsRetention: eventsRetention, .drain: drain, .restoredAt: restoredAt,
        ]
        return own.compactMapValues(\.self).merging(store.arguments) { own, _ in own }
    }
}
