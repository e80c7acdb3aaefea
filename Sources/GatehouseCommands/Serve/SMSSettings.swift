import Foundation
package import GatehouseDelivery
package import GatehouseWire

/// What the operator has said about the gateway that sends SMS; checked when the server starts.
package struct SMSSettings: Sendable, Equatable {
    package let url: Secret
    package let secret: Secret
    /// A PEM file with the authorities to trust in place of the system's.
    package let authorityFile: String?

    /// - Returns: `nil` where nothing is said.
    /// - Throws: When one thing is said without the other.
    init?(_ sources: SettingSources) async throws(CommandFailure) {
        let url = try await sources.text(.sms)
        let secret = try await sources.text(.smsSecret)
        authorityFile = try await sources.text(.smsCA)
        guard url != nil || secret != nil || authorityFile != nil else { return nil }
        guard let url, let secret else {
            throw CommandFailure(
                "SMS need a gateway and the secret that requests to it are signed with.",
                advice: "Set both GATEHOUSE_SMS and GATEHOUSE_SMS_SECRET (--sms, --sms-secret), or neither."
            )
        }
        self.url = Secret(url)
        self.secret = Secret(secret)
    }

    /// The gateway, with the file of authorities looked for.
    package func gateway() throws(CommandFailure) -> SMSGateway {
        if let authorityFile, !FileManager.default.isReadableFile(atPath: authorityFile) {
            throw CommandFailure(
                "The authorities of the SMS gateway, \(authorityFile), cannot be read.",
                advice: "Have \(SettingKey.smsCA.rawValue) name a PEM file, or leave it out."
            )
        }
        do { return try SMSGateway(url: url, secret: secret, authorityFile: authorityFile) } catch {
            throw CommandFailure(
                "\(error)",
                advice: "Set GATEHOUSE_SMS to https://HOST/PATH, and GATEHOUSE_SMS_SECRET to a long random text."
            )
        }
    }
}
