package import GatehouseWire

/// Which mail server to hand mail to, and how.
package struct SMTPConfiguration: Sendable, Equatable {
    /// How the connection comes to be encrypted.
    package enum Encryption: Sendable, Equatable {
        /// From the first byte (`smtps`, RFC 8314 §3.3).
        case implicit
        /// By `STARTTLS` (RFC 3207), or no mail is sent.
        case required
        /// By `STARTTLS` where the server offers it; someone on the way can take the offer out.
        case optional
        /// Not at all.
        case never
    }

    /// What the server wants to know before it takes mail.
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
    /// A PEM file with the authorities to trust in place of the system's.
    package var authorityFile: String?
    /// The longest one delivery may take.
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
