package import Foundation
package import GatehouseHTTP
package import GatehouseServer
package import GatehouseStore
package import GatehouseWire

/// What the operator has decided, complete and checked.
package struct Settings: Sendable {
    package let issuer: Issuer
    package let listen: ListenAddress
    package let data: DataDirectory
    package let database: DatabaseLocation
    /// Where mail is handed in; `nil` keeps it in the mailbox page of development mode.
    package let smtp: Secret?
    package let mailFrom: String
    /// Where SMS are handed in; `nil` keeps them in the mailbox page of development mode, and sends none anywhere else.
    package let sms: SMSSettings?
    package let certificate: CertificateFiles?
    package let trustedProxies: TrustedProxies
    /// How many digits a mailed code has.
    package let codeLength: Int
    /// How long a mailed code is good, in seconds.
    package let codeLifetime: TimeInterval
    /// The greatest age, in seconds, of a sign-in that may change names or delete the account.
    package let signInFreshness: TimeInterval
    /// The names by which Entra's clients call the directory.
    package let tenants: [String]
    /// How long the audit log is kept, in seconds; `nil` is for ever.
    package let eventsRetention: TimeInterval?
    /// How long the server says that it is not ready before it stops.
    package let drain: Duration
    package let isDevelopment: Bool
    package let limits: Limits
    /// What clients ask people for, where the file says so.
    package let clientAttributes: [Client.ID: [ClientAttribute]]
    /// When the database was restored from a backup on purpose.
    package let restoredAt: Date?
    /// Whether to create an empty database for a key file whose database is gone; an option of one start.
    package var beginsAnew = false
    /// Whether to trust the clock without a check; an option of one start.
    package var trustsClock = false

    /// Reads and checks every setting, with `mustServe` those too that only a running server needs.
    package init(_ sources: SettingSources, mustServe: Bool) async throws(CommandFailure) {
        isDevelopment = try await Self.flag(sources, .dev)
        certificate = try await Self.certificate(sources)
        let address = try await sources.text(.listen) ?? "localhost:8080"
        guard let listen = ListenAddress(address) else {
            throw CommandFailure(
                "The address \(address) is not HOST:PORT.",
                advice: "Give --listen an address such as localhost:8080."
            )
        }
        self.listen = listen
        let isLocal = ["localhost", "127.0.0.1", "::1"].contains(listen.host)
        if isDevelopment && !isLocal {
            throw CommandFailure(
                "Development mode shows everybody's mail, so \(listen.host) is not an address to listen on.",
                advice: "Leave --dev out, or give --listen localhost:PORT."
            )
        }
        let issuerText = try await sources.text(.issuer)
        if mustServe && !isDevelopment && issuerText == nil {
            throw CommandFailure(
                "The server needs the address that apps know it by.",
                advice: "Give --issuer https://…, or --dev to try it out."
            )
        }
        if mustServe && issuerText == nil && listen.port == 0 {
            throw CommandFailure(
                "Which port is free shows only when the server runs, and the issuer has to name it.",
                advice: "Give --listen a port, or --issuer."
            )
        }
        let scheme = certificate == nil ? "http" : "https"
        issuer = try Issuer(parsing: issuerText ?? "\(scheme)://\(isLocal ? address : "localhost")")
        if mustServe && certificate != nil && !issuer.isSecure {
            throw CommandFailure(
                "With a certificate the server speaks https, and the issuer \(issuer.text) does not.",
                advice: "Give --issuer https://…, or leave --tls-certificate and --tls-key out."
            )
        }
        if isDevelopment && !issuer.isLocal {
            throw CommandFailure(
                "Development mode shows everybody's mail, so the issuer \(issuer.text) has to be on localhost.",
                advice: "Leave --dev out, or give --issuer http://localhost:PORT."
            )
        }
        data = DataDirectory(path: try await sources.text(.data) ?? ".gatehouse")
        if let text = try await sources.text(.database) {
            database = try DatabaseLocation(parsing: text)
        } else {
            database = .sqlite(data.database)
        }
        smtp = try await sources.text(.smtp).map(Secret.init)
        if mustServe && smtp == nil && !isDevelopment {
            throw Self.noMail
        }
        mailFrom = try await Self.sender(sources, issuer)
        sms = try await SMSSettings(sources)
        trustedProxies = try await Self.proxies(sources)
        codeLength = try await Self.codeLength(sources)
        codeLifetime = try await Self.codeLifetime(sources)
        signInFreshness = try await Self.signInFreshness(sources)
        tenants = try await Self.tenants(sources)
        eventsRetention = try await Self.retention(sources)
        drain = try await Self.drain(sources)
        limits = try await Self.limits(sources)
        clientAttributes = sources.clientAttributes
        restoredAt = try await Self.restoration(sources)
    }

    /// The part that the server's logic knows.
    package var server: ServerSettings {
        var lifetimes = Lifetimes()
        lifetimes.auditEvents = eventsRetention
        lifetimes.mailCode = codeLifetime
        lifetimes.freshSignIn = signInFreshness
        lifetimes.knownClient = 1
        return ServerSettings(
            issuer: issuer.text,
            isDevelopment: isDevelopment,
            mailFrom: mailFrom,
            lifetimes: lifetimes,
            limits: limits,
            tenants: tenants,
            codeLength: codeLength,
            sendsSMS: isDevelopment || sms != nil,
            restoredAt: restoredAt,
            trustsClock: trustsClock
        )
    }

    private static func flag(_ sources: SettingSources, _ key: SettingKey) async throws(CommandFailure) -> Bool {
        switch try await sources.text(key)?.lowercased() {
        case nil, "false", "no", "0", "": return false
        case "true", "yes", "1": return true
        default:
            throw CommandFailure(
                "The setting \(key.rawValue) is neither true nor false.",
                advice: "Write true or false."
            )
        }
    }

    private static func sender(_ sources: SettingSources, _ issuer: Issuer) async throws(CommandFailure) -> String {
        guard let text = try await sources.text(.mailFrom) else {
            let own = "no-reply@\(issuer.host)"
            return NamedAddress(own) == nil ? "no-reply@localhost.localdomain" : own
        }
        guard NamedAddress(text) != nil else {
            throw CommandFailure(
                "Mail cannot come from \(text).",
                advice: "Give --mail-from an address such as 'Example App <id@example.com>'."
            )
        }
        return text
    }

    private static func certificate(_ sources: SettingSources) async throws(CommandFailure) -> CertificateFiles? {
        switch (try await sources.text(.tlsCertificate), try await sources.text(.tlsKey)) {
        case (nil, nil): return nil
        case (let certificate?, let key?): return CertificateFiles(certificate: certificate, key: key)
        default:
            throw CommandFailure(
                "A certificate needs its key.",
                advice: "Give both --tls-certificate and --tls-key, or neither."
            )
        }
    }

    private static func proxies(_ sources: SettingSources) async throws(CommandFailure) -> TrustedProxies {
        let texts = try await sources.texts(.trustedProxy)
        guard let proxies = TrustedProxies(texts) else {
            throw CommandFailure(
                "The trusted proxies \(texts.joined(separator: ", ")) are not all network addresses.",
                advice: "Give --trusted-proxy an address such as 192.0.2.10, or a range such as 10.0.0.0/8."
            )
        }
        return proxies
    }

    private static func retention(_ sources: SettingSources) async throws(CommandFailure) -> TimeInterval? {
        guard let text = try await sources.text(.eventsRetention) else { return Lifetimes().auditEvents }
        if text == "0" { return nil }
        guard let time = TimeInterval(parsing: text) else {
            throw CommandFailure(
                "The setting \(SettingKey.eventsRetention.rawValue) is \(text).",
                advice: "Write it as a time such as 400d, or 0 to keep the audit log for ever."
            )
        }
        return time
    }

    private static func restoration(_ sources: SettingSources) async throws(CommandFailure) -> Date? {
        guard let text = try await sources.text(.restoredAt) else { return nil }
        guard let date = try? Date(text, strategy: .iso8601) else {
            throw CommandFailure(
                "The setting \(SettingKey.restoredAt.rawValue) is \(text).",
                advice: "Write it as a time such as 2026-11-22T03:00:00Z."
            )
        }
        return date
    }

    private static func drain(_ sources: SettingSources) async throws(CommandFailure) -> Duration {
        guard let text = try await sources.text(.drain), text != "0" else { return .zero }
        guard let time = TimeInterval(parsing: text), time <= 10 * 60 else {
            throw CommandFailure(
                "The setting \(SettingKey.drain.rawValue) is \(text).",
                advice: "Write it as a time such as 15s, 10m at most, or 0."
            )
        }
        return .seconds(time)
    }

    private static func limits(_ sources: SettingSources) async throws(CommandFailure) -> Limits {
        var limits = Limits()
        for setting in LimitSetting.all {
            guard let text = try await sources.text(setting.key) else { continue }
            guard setting.set(&limits, to: text) else {
                throw CommandFailure("The setting \(setting.key.rawValue) is \(text).", advice: setting.advice)
            }
        }
        return limits
    }
}
