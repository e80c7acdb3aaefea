import Foundation
package import GatehouseWire

/// The settings of the mail server.
package struct SMTPConfiguration: Sendable, Equatable {
    /// The encryption of the connection.
    package enum Encryption: Sendable, Equatable {
        /// From the first byte (`smtps`, RFC 8314 §3.3).
        case implicit
        /// With `STARTTLS` (RFC 3207); delivery fails without it.
        case required
        /// With `STARTTLS` if the server offers it; an attacker on the network can remove the offer.
        case optional
        /// Never encrypted.
        case never
    }

    /// The credentials for the server.
    package struct Credentials: Sendable, Equatable {
        package let user: String
        package let password: Secret

        package init(user: String, password: Secret) {
            self.user = user
            self.password = password
        }
    }

    package var host: String
    package var port: Int
    package var encryption: Encryption
    package var credentials: Credentials?
    /// A PEM file with CA certificates that replace the system's.
    package var authorityFile: String?
    /// The time limit for one delivery.
    package var timeout: Duration

    package init(
        host: String,
        port: Int,
        encryption: Encryption,
        credentials: Credentials? = nil,
        authorityFile: String? = nil,
        timeout: Duration = .seconds(30)
    ) {
        self.host = host
        self.port = port
        self.encryption = encryption
        self.credentials = credentials
        self.authorityFile = authorityFile
        self.timeout = timeout
    }
}

extension SMTPConfiguration {
    /// Parses an SMTP URL.
    ///
    /// - `smtps://user:password@mail.example.com`: implicit TLS, port 465 by default.
    /// - `smtp://user:password@mail.example.com`: `STARTTLS`, port 587 by default. `?starttls=` is `required` (the
    ///   default), `optional` or `never` (the default for a loopback host).
    /// - `&ca=/path/authorities.pem` replaces the system's CA certificates; `&timeout=SECONDS` (1 to 300, default 30)
    ///   limits one delivery.
    ///
    /// User and password are percent-encoded.
    ///
    /// - Throws: `SMTPConfigurationError`, whose description contains no secrets of the URL.
    package init(url text: String) throws(SMTPConfigurationError) {
        guard let url = URLComponents(string: text), let scheme = url.scheme?.lowercased(),
            ["smtp", "smtps"].contains(scheme)
        else { throw SMTPConfigurationError("it must begin with smtp:// or smtps://") }
        guard let host = url.host, !host.isEmpty else { throw SMTPConfigurationError("the host is missing") }
        guard url.path.isEmpty || url.path == "/", url.fragment == nil else {
            throw SMTPConfigurationError("only ?options can follow host and port")
        }
        let isImplicit = scheme == "smtps"
        self.init(
            host: host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host,
            port: url.port ?? (isImplicit ? 465 : 587),
            encryption: isImplicit ? .implicit : .required
        )
        guard (1...65_535).contains(port) else { throw SMTPConfigurationError("the port must be 1 to 65535") }
        if !isImplicit, isLoopback { encryption = .never }
        if let user = url.user, !user.isEmpty {
            guard let password = url.password else { throw SMTPConfigurationError("the user has no password") }
            guard ![user, password].joined().unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F })
            else {
                throw SMTPConfigurationError("user and password must not contain control characters")
            }
            credentials = Credentials(user: user, password: Secret(password))
        }
        for option in url.queryItems ?? [] { try apply(option, isImplicit: isImplicit) }
        guard credentials == nil || isLoopback || encryption == .implicit || encryption == .required else {
            throw SMTPConfigurationError("a password requires an encrypted connection; use starttls=required")
        }
    }

    private mutating func apply(_ option: URLQueryItem, isImplicit: Bool) throws(SMTPConfigurationError) {
        switch (option.name, option.value ?? "") {
        case ("starttls", _) where isImplicit:
            throw SMTPConfigurationError("starttls can't be combined with smtps://")
        case ("starttls", "required"): encryption = .required
        case ("starttls", "optional"): encryption = .optional
        case ("starttls", "never"): encryption = .never
        case ("starttls", _):
            throw SMTPConfigurationError("starttls must be required, optional or never")
        case ("ca", let path) where !path.isEmpty: authorityFile = path
        case ("ca", _):
            throw SMTPConfigurationError("ca must be the path of a PEM file")
        case ("timeout", let text):
            guard let seconds = Int(text), (1...300).contains(seconds) else {
                throw SMTPConfigurationError("timeout must be 1 to 300 seconds")
            }
            timeout = .seconds(seconds)
        default:
            throw SMTPConfigurationError("the options are starttls, ca and timeout")
        }
    }

    private var isLoopback: Bool {
        host.lowercased() == "localhost" || host == "::1"
            || (host.hasPrefix("127.") && host.split(separator: ".").count == 4)
    }
}

/// An error in the URL of the mail server.
package struct SMTPConfigurationError: Error, Equatable, CustomStringConvertible {
    let reason: String

    init(_ reason: String) {
        self.reason = reason
    }

    package var description: String { "Invalid SMTP URL: \(reason)." }
}
