/// What is wrong with the URL of a mail server, in words for whoever configures it.
package struct SMTPConfigurationError: Error, Equatable, CustomStringConvertible {
    let reason: String

    init(_ reason: String) {
        self.reason = reason
    }

    package var description: String { "The SMTP URL is not usable: \(reason)." }
}
