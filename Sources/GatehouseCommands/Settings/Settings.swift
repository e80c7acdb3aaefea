package import Foundation
package import GatehouseHTTP
package import GatehouseServer
package import GatehouseStore
package import GatehouseWire

/// The complete and validated settings of a server.
package struct Settings: Sendable {
    package let issuer: Issuer
    package let listen: ListenAddress
    /// The address for health and metrics; `nil` exposes no metrics.
    package let adminListen: ListenAddress?
    package let data: DataDirectory
    package let database: DatabaseLocation
    /// The mail server; `nil` keeps emails in the mailbox page of development mode.
    package let smtp: Secret?
    package let mailFrom: String
    /// Whether users get an email when they sign in from a new browser.
    package let sendsNewBrowserMail: Bool
    /// The SMS gateway; `nil` keeps SMS in the mailbox page of development mode, and disables SMS otherwise.
    package let sms: SMSSettings?
    package let remote: RemoteSettings
    package let certificate: CertificateFiles?
    package let trustedProxies: TrustedProxies
    /// The number of digits of an emailed code.
    package let codeLength: Int
    /// The lifetime of an emailed code, in seconds.
    package let codeLifetime: TimeInterval
    /// The maximum age, in seconds, of a sign-in that changes credentials or exports or deletes the account.
    package let signInFreshness: TimeInterval
    /// The time, in seconds, from a user's request to delete the account to its deletion.
    package let accountDeletion: TimeInterval
    /// The rule for the attributes that users see and edit.
    package let attributePolicy: AttributePolicy
    /// The tenant names in the URLs of Entra clients.
    package let tenants: [String]
    /// The retention time of audit events, in seconds; `nil` means for ever.
    package let eventsRetention: TimeInterval?
    /// The time for which the server reports “not ready” before it stops.
    package let drain: Duration
    package let isDevelopment: Bool
    package let limits: RateLimits
    /// The settings of passkeys and second factors.
    package let factors: FactorSettings
    /// The time, in seconds, for which a trusted browser needs no second factor; `nil` does not offer it.
    package let trustedBrowser: TimeInterval?
    /// Whether DPoP proofs must contain a nonce of the server.
    package let requiresDPoPNonce: Bool
    /// The settings for clients that no operator registers.
    package let registration: RegistrationSettings
    /// The attributes of clients, as set in the configuration file.
    package let clientAttributes: [Client.ID: [ClientAttribute]]
    /// The texts for scopes on the consent page, where the file has any.
    package let scopeTexts: [Scope: [Language: String]]
    /// The resources of the configuration file.
    package let resources: [Resource]
    /// The issuers whose tokens identify workloads.
    package let workloads: [WorkloadIssuer]
    /// The time at which the database was restored from a backup.
    package let restoredAt: Date?
    /// Whether to create an empty database for a key file whose database is missing; applies to one start.
    package var beginsAnew = false
    /// Whether to skip the clock check; applies to one start.
    package var trustsClock = false
    /// Whether to use the database server as it is; applies to one start.
    package var acceptsDatabaseServer = false

    /// Reads and validates all settings; `mustServe` includes those that only a running server needs.
    package init(_ sources: SettingSources, mustServe: Bool) async throws(CommandError) {
        isDevelopment = try await Self.flag(sources, .dev) ?? false
        certificate = try await Self.certificate(sources)
        let address = try await sources.text(.listen) ?? "localhost:8080"
        guard let listen = ListenAddress(address) else {
            throw CommandError(
                "Invalid listen '\(address)'.",
                advice: "Use HOST:PORT, for example localhost:8080."
            )
        }
        self.listen = listen
        adminListen = try await sources.adminListen(besides: listen)
        let isLocal = ["localhost", "127.0.0.1", "::1"].contains(listen.host)
        if isDevelopment && !isLocal {
            throw CommandError(
                "--dev shows all emails and only listens on localhost, not on \(listen.host).",
                advice: "Use --listen localhost:PORT or remove --dev."
            )
        }
        let issuerText = try await sources.text(.issuer)
        if mustServe && !isDevelopment && issuerText == nil {
            throw CommandError(
                "The issuer is missing.",
                advice: "Set --issuer to the server's public URL, or use --dev to try it out."
            )
        }
        if mustServe && issuerText == nil && listen.port == 0 {
            throw CommandError(
                "Port 0 requires --issuer, because the default issuer contains the port.",
                advice: "Set --issuer, or a port in --listen."
            )
        }
        let scheme = certificate == nil ? "http" : "https"
        issuer = try Issuer(parsing: issuerText ?? "\(scheme)://\(isLocal ? address : "localhost")")
        if mustServe && certificate != nil && !issuer.isSecure {
            throw CommandError(
                "With a certificate the server uses https, but the issuer is \(issuer.text).",
                advice: "Use an https issuer, or remove --tls-certificate and --tls-key."
            )
        }
        if isDevelopment && !issuer.isLocal {
            throw CommandError(
                "--dev shows all emails and requires an issuer on localhost, not \(issuer.text).",
                advice: "Use --issuer http://localhost:PORT or remove --dev."
            )
        }
        data = DataDirectory(path: try await sources.text(.data) ?? ".gatehouse")
        if let text = try await sources.text(.database) {
            database = try DatabaseLocation(parsing: text)
        } else {
            database = .sqlite(data.database)
        }
        smtp = try await sources.text(.smtp).map(Secret.init)
        if mustServe && smtp == nil && !isDevelopment { throw Self.noMail }
        mailFrom = try await Self.sender(sources, issuer)
        sendsNewBrowserMail = try await Self.flag(sources, .newBrowserMail) ?? true
        sms = try await SMSSettings(sources)
        remote = try await RemoteSettings(sources)
        trustedProxies = try await Self.proxies(sources)
        codeLength = try await Self.codeLength(sources)
        codeLifetime = try await Self.codeLifetime(sources)
        signInFreshness = try await Self.signInFreshness(sources)
        accountDeletion = try await Self.accountDeletion(sources)
        attributePolicy = sources.attributePolicy
        tenants = try await Self.tenants(sources)
        eventsRetention = try await Self.retention(sources)
        drain = try await sources.drain()
        limits = try await Self.limits(sources)
        var factors = try await FactorSettingReader.factors(
            sources,
            issuer: mustServe || issuerText != nil ? issuer : nil,
            sendsSMS: mustServe ? isDevelopment || sms != nil : nil
        )
        if mustServe { try await FactorSettingReader.addNames(of: sources, to: &factors) }
        self.factors = factors
        trustedBrowser = try await FactorSettingReader.trustedBrowser(sources)
        requiresDPoPNonce = try await sources.requiresDPoPNonce()
        registration = try await sources.registration()
        clientAttributes = sources.clientAttributes
        scopeTexts = sources.scopeTexts
        resources = sources.resources
        workloads = sources.workloads
        restoredAt = try await Self.restoration(sources)
    }

    /// The settings that the server module uses.
    package var server: ServerSettings {
        var lifetimes = Lifetimes()
        lifetimes.auditEvents = eventsRetention
        lifetimes.mailCode = codeLifetime
        lifetimes.freshSignIn = signInFreshness
        lifetimes.accountDeletion = accountDeletion
        lifetimes.trustedBrowser = trustedBrowser
        lifetimes.cachedClient = 1
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
            trustsClock: trustsClock,
            sendsNewBrowserMail: sendsNewBrowserMail,
            scopeTexts: scopeTexts,
            resources: resources,
            workloads: workloads,
            attributePolicy: attributePolicy,
            factors: factors,
            requiresDPoPNonce: requiresDPoPNonce,
            registration: registration,
            eventReceivers: remote.eventReceivers
        )
    }

    /// Returns the value of a flag; `nil` if it is not set.
    static func flag(_ sources: SettingSources, _ key: SettingKey) async throws(CommandError) -> Bool? {
        // A YAML file's on and off are read as true and false.
        switch try await sources.text(key)?.lowercased() {
        case nil, "": return nil
        case "off", "false": return false
        case "on", "true": return true
        default:
            throw CommandError(
                "Invalid \(key.rawValue).",
                advice: "Use on or off."
            )
        }
    }

    private static func sender(_ sources: SettingSources, _ issuer: Issuer) async throws(CommandError) -> String {
        guard let text = try await sources.text(.mailFrom) else {
            let own = "no-reply@\(issuer.host)"
            return NamedAddress(own) == nil ? "no-reply@localhost.localdomain" : own
        }
        guard NamedAddress(text) != nil else {
            throw CommandError(
                "Invalid mail-from '\(text)'.",
                advice: "Use an address, for example 'Example App <no-reply@example.com>'."
            )
        }
        return text
    }

    private static func certificate(_ sources: SettingSources) async throws(CommandError) -> CertificateFiles? {
        switch (try await sources.text(.tlsCertificate), try await sources.text(.tlsKey)) {
        case (nil, nil): return nil
        case (let certificate?, let key?): return CertificateFiles(certificate: certificate, key: key)
        default:
            throw CommandError(
                "A certificate requires its key.",
                advice: "Set both --tls-certificate and --tls-key, or neither."
            )
        }
    }

    private static func proxies(_ sources: SettingSources) async throws(CommandError) -> TrustedProxies {
        let texts = try await sources.texts(.trustedProxy)
        guard let proxies = TrustedProxies(texts) else {
            throw CommandError(
                "Invalid trusted-proxy '\(texts.joined(separator: ", "))'.",
                advice: "Use addresses or ranges, for example 192.0.2.10 or 10.0.0.0/8."
            )
        }
        return proxies
    }

    private static func retention(_ sources: SettingSources) async throws(CommandError) -> TimeInterval? {
        guard let text = try await sources.text(.eventsRetention) else { return Lifetimes().auditEvents }
        if text == "0" { return nil }
        guard let time = TimeInterval(parsing: text) else {
            throw CommandError(
                "Invalid \(SettingKey.eventsRetention.rawValue) '\(text)'.",
                advice: "Use a time, for example 400d, or 0 to keep audit events for ever."
            )
        }
        return time
    }

    private static func restoration(_ sources: SettingSources) async throws(CommandError) -> Date? {
        guard let text = try await sources.text(.restoredAt) else { return nil }
        guard let date = try? Date(text, strategy: .iso8601) else {
            throw CommandError(
                "Invalid \(SettingKey.restoredAt.rawValue) '\(text)'.",
                advice: "Use a time in UTC, for example 2026-11-22T03:00:00Z."
            )
        }
        return date
    }

    private static func limits(_ sources: SettingSources) async throws(CommandError) -> RateLimits {
        var limits = RateLimits()
        for setting in LimitSetting.all {
            guard let text = try await sources.text(setting.key) else { continue }
            guard setting.set(&limits, to: text) else {
                throw CommandError("Invalid \(setting.key.rawValue) '\(text)'.", advice: setting.advice)
            }
        }
        return limits
    }
}

extension Settings {
    /// Returns a note if the issuer differs from the listening address; `nil` otherwise.
    ///
    /// `port` is the port that the server listens on.
    package func reachabilityNote(port: Int) -> String? {
        let address = "\(listen.host) port \(port)"
        if issuer.isSecure && certificate == nil {
            return "Listening for plain http on \(address): a proxy must serve https at \(issuer.text)."
        }
        let everywhere = ["0.0.0.0", "::"]
        let loopback = ["localhost", "127.0.0.1", "::1"]
        let host = issuer.host.trimmingCharacters(in: ["[", "]"])
        let isSameHost =
            host == listen.host || everywhere.contains(listen.host)
            || loopback.contains(host) && loopback.contains(listen.host)
        let issuerPort = URLComponents(string: issuer.text)?.port ?? (issuer.isSecure ? 443 : 80)
        guard !isSameHost || issuerPort != port else { return nil }
        return "Listening on \(address): a proxy must forward \(issuer.text) to it."
    }
}
