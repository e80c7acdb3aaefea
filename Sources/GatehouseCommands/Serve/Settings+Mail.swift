import Foundation
package import GatehouseDelivery
package import GatehouseWire

extension Settings {
    /// Whether mail or SMS has nowhere to go but the mailbox page.
    var needsMailbox: Bool { isDevelopment && (smtp == nil || sms == nil) }

    static let noMail = CommandFailure(
        "The server has no way to send mail.",
        advice: "Set GATEHOUSE_SMTP to smtps://USER:PASSWORD@HOST, or --dev to read mail in the browser."
    )

    /// The mail server that a URL names, with the file of authorities it may name looked for.
    package func mailServer(_ url: Secret) throws(CommandFailure) -> SMTPConfiguration {
        let configuration: SMTPConfiguration
        do { configuration = try SMTPConfiguration(url: url.reveal()) } catch {
            throw CommandFailure("\(error)", advice: "Set GATEHOUSE_SMTP to smtps://USER:PASSWORD@HOST.")
        }
        if let file = configuration.authorityFile, !FileManager.default.isReadableFile(atPath: file) {
            throw CommandFailure(
                "The authorities of the mail server, \(file), cannot be read.",
                advice: "Name a PEM file after ca= in the SMTP URL, or leave ca= out."
            )
        }
        return configuration
    }
}
