/// The text of a configuration file with comments.
struct ConfigurationText: Sendable {
    let issuer: Issuer
    let storage: SetupQuestions.Storage
    let mailServer: String
    let exposure: SetupQuestions.Exposure
    /// The path of the file.
    let path: String

    var yaml: String {
        """
        # The configuration of Gatehouse. Each option of 'gatehouse serve' is a key: gatehouse serve --help
        # After a change: gatehouse serve --check --config \(path.shellQuoted.printable)

        # The public URL. Apps and passkeys depend on it: do not change it later.
        issuer: \(issuer.text.yamlScalar)

        \(data)

        # The mail server: smtps:// for TLS from the start, smtp:// for STARTTLS.
        smtp: \(mailServer.yamlScalar)
        # The sender, and the name that mails show:
        # mail-from: Example App <no-reply@example.com>

        \(network)

        # When sign-ins need a second factor: off, when-enrolled or required.
        # second-factor: when-enrolled

        # How long the audit log is kept.
        # events-retention: 400d

        """
    }

    private var data: String {
        switch storage {
        case .folder(let path):
            """
            # The folder of the key file and the database. Back up both: gatehouse backup
            data: \(path.yamlScalar)
            # Several nodes share a database on PostgreSQL instead:
            # database: postgres://gatehouse:PASSWORD@db.example.com/gatehouse?sslmode=verify-full
            """
        case .postgres(let url):
            """
            # The database, and the folder of the key file, which all nodes need. Back up both.
            database: \(url.yamlScalar)
            data: \(SetupQuestions.dataFolder)
            """
        }
    }

    private var network: String {
        switch exposure {
        case .local(let listen):
            """
            # The address to listen on. Without https, only this machine can connect.
            listen: \(listen.yamlScalar)
            """
        case .proxy(let address, let listen):
            """
            # The address that the reverse proxy forwards to, and the proxy, whose X-Forwarded-For is trusted.
            listen: \(listen.yamlScalar)
            trusted-proxy: \(address.yamlScalar)
            # Without a proxy:
            # listen: 0.0.0.0:443
            # tls-certificate: /etc/gatehouse/chain.pem
            # tls-key: /etc/gatehouse/key.pem
            """
        case .certificate(let files, let port):
            """
            # The certificate with its chain, and its key; both are read again on SIGHUP.
            listen: 0.0.0.0:\(port)
            tls-certificate: \(files.certificate.yamlScalar)
            tls-key: \(files.key.yamlScalar)
            """
        }
    }
}

extension String {
    /// The text as a YAML scalar (YAML 1.2 §7.3), quoted unless every character is harmless.
    ///
    /// Words and numbers without one of the separators of addresses and paths are quoted, too: YAML reads `null`, `no`,
    /// `1e3` and `2026-11-27` as other types.
    fileprivate var yamlScalar: String {
        let isPlain =
            first.map { $0.isLetter || $0.isNumber || $0 == "/" } == true && last != ":"
            && allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "/.:@?&=%+~,_-".contains($0)) }
            && contains { "/.:".contains($0) } && (contains("/") || !isNumeric)
        return isPlain ? self : "'" + replacing("'", with: "''") + "'"
    }

    /// Whether the text may be a number, also in base 60 (`190:20:30`), or a time.
    private var isNumeric: Bool {
        count { $0 == "." } < 2 && !contains { $0.isLetter && !"etz".contains($0.lowercased()) }
    }
}
