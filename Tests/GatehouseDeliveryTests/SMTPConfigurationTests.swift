import GatehouseDelivery
import GatehouseWire
import Testing

@Suite struct SMTPConfigurationTests {
    @Test(arguments: [
        ("smtp://mail.example.com", SMTPConfiguration(host: "mail.example.com", port: 587, encryption: .required)),
        ("smtps://mail.example.com/", SMTPConfiguration(host: "mail.example.com", port: 465, encryption: .implicit)),
        ("SMTP://mail.example.com:25", SMTPConfiguration(host: "mail.example.com", port: 25, encryption: .required)),
        ("smtp://localhost:1025", SMTPConfiguration(host: "localhost", port: 1025, encryption: .never)),
        ("smtp://127.0.0.9", SMTPConfiguration(host: "127.0.0.9", port: 587, encryption: .never)),
        ("smtp://[::1]:25", SMTPConfiguration(host: "::1", port: 25, encryption: .never)),
        ("smtp://127.example.com", SMTPConfiguration(host: "127.example.com", port: 587, encryption: .required)),
        (
            "smtp://localhost?starttls=required",
            SMTPConfiguration(host: "localhost", port: 587, encryption: .required)
        ),
        (
            "smtp://relay.example.com?starttls=never",
            SMTPConfiguration(host: "relay.example.com", port: 587, encryption: .never)
        ),
        (
            "smtp://relay.example.com?starttls=optional&ca=/etc/ca%20s.pem&timeout=5",
            SMTPConfiguration(
                host: "relay.example.com",
                port: 587,
                encryption: .optional,
                authorityFile: "/etc/ca s.pem",
                timeout: .seconds(5)
            )
        ),
        (
            "smtps://app%40example.com:p%3Aw%2F@mail.example.com",
            SMTPConfiguration(
                host: "mail.example.com",
                port: 465,
                encryption: .implicit,
                credentials: .init(user: "app@example.com", password: Secret("p:w/"))
            )
        ),
    ])
    func parsesURL(text: String, expected: SMTPConfiguration) throws {
        #expect(try SMTPConfiguration(url: text) == expected)
    }

    @Test(arguments: [
        ("mail.example.com", "it must begin with smtp:// or smtps://"),
        ("https://mail.example.com", "it must begin with smtp:// or smtps://"),
        ("smtp://", "the host is missing"),
        ("smtp://mail.example.com:0", "the port must be 1 to 65535"),
        ("smtp://mail.example.com/inbox", "only ?options can follow host and port"),
        ("smtp://app@mail.example.com", "the user has no password"),
        ("smtp://app:a%0D%0Ab@mail.example.com", "user and password must not contain control characters"),
        ("smtp://mail.example.com?starttls=yes", "starttls must be required, optional or never"),
        ("smtps://mail.example.com?starttls=never", "starttls can't be combined with smtps://"),
        ("smtp://mail.example.com?timeout=0", "timeout must be 1 to 300 seconds"),
        ("smtp://mail.example.com?ca=", "ca must be the path of a PEM file"),
        ("smtp://mail.example.com?verify=no", "the options are starttls, ca and timeout"),
        (
            "smtp://app:secret@mail.example.com?starttls=optional",
            "a password requires an encrypted connection; use starttls=required"
        ),
    ])
    func rejectsInvalidURL(text: String, reason: String) {
        do throws(SMTPConfigurationError) {
            _ = try SMTPConfiguration(url: text)
            Issue.record("accepted")
        } catch {
            #expect("\(error)" == "Invalid SMTP URL: \(reason).")
        }
    }
}
