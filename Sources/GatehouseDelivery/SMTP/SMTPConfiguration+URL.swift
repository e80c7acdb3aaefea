import Foundation
import GatehouseWire

extension SMTPConfiguration {
    /// Reads the URL an administrator writes.
    ///
    /// - `smtps://user:password@mail.example.com`: encrypted from the start, port 465 unless stated.
    /// - `smtp://user:password@mail.example.com`: `STARTTLS`, port 587 unless stated. `?starttls=required` is the default,
    ///   for a loopback host `never`; `optional` is the third choice.
    /// - `&ca=/path/authorities.pem` trusts these authorities in place of the system's, `&timeout=SECONDS` (1 to 300)
    ///   bounds one delivery, 30 by default.
    ///
    /// User and password are percent-encoded where they hold characters that mean something in a URL.
    ///
    /// - Throws: `SMTPConfigurationError` with a sentence for the administrator that holds no part of the URL's secrets.
    package init(url text: String) throws(SMTPConfigurationError) {
        guard let url = URLComponents(string: text), let scheme = url.scheme?.lowercased(),
            ["smtp", "smtps"].contains(scheme)
        else { throw SMTPConfigurationError("it has to begin with smtp:// or smtps://") }
        guard let host = url.host, !host.isEmpty else { throw SMTPConfigurationError("the host is missing") }
        guard url.path.isEmpty || url.path == "/", url.fragment == nil else {
            throw SMTPConfigurationError("nothing but ?options may follow the host and the port")
        }
        let isImplicit = scheme == "smtps"
        self.init(
            host: host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host,
            port: url.port ?? (isImplicit ? 465 : 587),
            encryption: isImplicit ? .implicit : .required
        )
        guard (1...65_535).contains(port) else { throw SMTPConfigurationError("the port has to be 1 to 65535") }
        if !isImplicit, isLoopback { encryption = .never }
        if let user = url.user, !user.isEmpty {
            guard let password = url.password else { throw SMTPConfigurationError("the user has no password") }
            guard ![user, password].joined().unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F })
            else {
                throw SMTPConfigurationError("user and password may not hold control characters")
            }
            credentials = Credentials(user: user, password: Secret(password))
        }
        for option in url.queryItems ?? [] { try apply(option, isImplicit: isImplicit) }
        guard credentials == nil || isLoopback || encryption == .implicit || encryption == .required else {
            throw SMTPConfigurationError("a password is sent over an encrypted connection only; use starttls=required")
        }
    }

    private mutating func apply(_ option: URLQueryItem, isImplicit: Bool) throws(SMTPConfigurationError) {
        switch (option.name, option.value ?? "") {
        case ("starttls", _) where isImplicit:
            throw SMTPConfigurationError("starttls has no meaning with smtps://")
        case ("starttls", "required"): encryption = .required
        case ("starttls", "optional"): encryption = .optional
        case ("starttls", "never"): encryption = .never
        case ("starttls", _):
            throw SMTPConfigurationError("starttls is required, optional or never")
        case ("ca", let path) where !path.isEmpty: authorityFile = path
        case ("ca", _):
            throw SMTPConfigurationError("ca is the path of a PEM file")
        case ("timeout", let text):
            guard let seconds = Int(text), (1...300).contains(seconds) else {
                throw SMTPConfigurationError("timeout is 1 to 300 seconds")
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
