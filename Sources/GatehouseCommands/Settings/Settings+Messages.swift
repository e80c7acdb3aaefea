import Foundation
package import GatehouseDelivery
import GatehouseServer
package import GatehouseWire

/// The settings of emailed codes, sign-in freshness and tenants.
extension Settings {
    static func codeLength(_ sources: SettingSources) async throws(CommandError) -> Int {
        guard let text = try await sources.text(.codeLength) else { return 8 }
        guard let length = Int(text), (6...10).contains(length) else {
            throw CommandError(
                "Invalid \(SettingKey.codeLength.rawValue) '\(text)'.",
                advice: "Use a number from 6 to 10."
            )
        }
        return length
    }

    /// Returns the lifetime of emailed codes in whole minutes, the unit of mails and pages.
    static func codeLifetime(_ sources: SettingSources) async throws(CommandError) -> TimeInterval {
        try await minutes(sources, .codeLifetime, in: 2...60) ?? Lifetimes().mailCode
    }

    /// Returns the setting in whole minutes, the unit of error messages.
    static func signInFreshness(_ sources: SettingSources) async throws(CommandError) -> TimeInterval {
        try await minutes(sources, .signInFreshness, in: 1...60) ?? Lifetimes().freshSignIn
    }

    /// Returns the time from a user's request to delete the account to its deletion.
    static func accountDeletion(_ sources: SettingSources) async throws(CommandError) -> TimeInterval {
        guard let text = try await sources.text(.accountDeletion) else { return Lifetimes().accountDeletion }
        if text == "0" { return 0 }
        guard let time = TimeInterval(parsing: text), time <= 90 * 24 * 60 * 60 else {
            throw CommandError(
                "Invalid \(SettingKey.accountDeletion.rawValue) '\(text)'.",
                advice: "Use a time up to 90d, for example 14d, or 0 to delete accounts at once."
            )
        }
        return time
    }

    private static func minutes(
        _ sources: SettingSources,
        _ key: SettingKey,
        in range: ClosedRange<Int>
    ) async throws(CommandError) -> TimeInterval? {
        guard let text = try await sources.text(key) else { return nil }
        guard let time = TimeInterval(parsing: text), time.truncatingRemainder(dividingBy: 60) == 0,
            (TimeInterval(range.lowerBound * 60)...TimeInterval(range.upperBound * 60)).contains(time)
        else {
            throw CommandError(
                "Invalid \(key.rawValue) '\(text)'.",
                advice: "Use whole minutes from \(range.lowerBound)m to \(range.upperBound)m."
            )
        }
        return time
    }

    static func tenants(_ sources: SettingSources) async throws(CommandError) -> [String] {
        let names = try await sources.texts(.tenant)
        for name in names {
            guard (1...63).contains(name.utf8.count), name.utf8.allSatisfy(isTenantCharacter) else {
                throw CommandError(
                    "Invalid \(SettingKey.tenant.rawValue) '\(name)'.",
                    advice: "Use 1 to 63 letters, digits and hyphens."
                )
            }
        }
        return names.isEmpty ? ["default"] : names
    }

    private static func isTenantCharacter(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
            true
        default: false
        }
    }
}

extension Settings {
    /// Whether emails or SMS go to the mailbox page of development mode.
    var needsMailbox: Bool { isDevelopment && (smtp == nil || sms == nil) }

    static let noMail = CommandError(
        "The server can't send email: no mail server is set.",
        advice: "Set GATEHOUSE_SMTP to smtps://USER:PASSWORD@HOST, or use --dev to read emails in the browser."
    )

    /// Returns the mail server of a URL; checks that its CA file is readable.
    package func mailServer(_ url: Secret) throws(CommandError) -> SMTPConfiguration {
        let configuration: SMTPConfiguration
        do { configuration = try SMTPConfiguration(url: url.reveal()) } catch {
            throw CommandError("\(error)", advice: "Set GATEHOUSE_SMTP to smtps://USER:PASSWORD@HOST.")
        }
        if let file = configuration.authorityFile, !FileManager.default.isReadableFile(atPath: file) {
            throw CommandError(
                "CA file '\(file)' of the mail server can't be read.",
                advice: "Set ca= in the SMTP URL to a PEM file, or remove it."
            )
        }
        return configuration
    }
}

/// The settings of the SMS gateway; checked when the server starts.
package struct SMSSettings: Sendable, Equatable {
    package let url: Secret
    package let secret: Secret
    /// A PEM file with CA certificates that replace the system's.
    package let authorityFile: String?

    /// Reads the settings.
    ///
    /// - Returns: `nil` if none of them is set.
    /// - Throws: If only one of URL and secret is set.
    init?(_ sources: SettingSources) async throws(CommandError) {
        let url = try await sources.text(.sms)
        let secret = try await sources.text(.smsSecret)
        authorityFile = try await sources.text(.smsCA)
        guard url != nil || secret != nil || authorityFile != nil else { return nil }
        guard let url, let secret else {
            throw CommandError(
                "SMS requires both a gateway and its secret.",
                advice: "Set both GATEHOUSE_SMS and GATEHOUSE_SMS_SECRET (--sms, --sms-secret), or neither."
            )
        }
        self.url = Secret(url)
        self.secret = Secret(secret)
    }

    /// Returns the gateway; checks that its CA file is readable.
    package func gateway() throws(CommandError) -> SMSGateway {
        if let authorityFile, !FileManager.default.isReadableFile(atPath: authorityFile) {
            throw CommandError(
                "CA file '\(authorityFile)' of the SMS gateway can't be read.",
                advice: "Set \(SettingKey.smsCA.rawValue) to a PEM file, or remove it."
            )
        }
        do { return try SMSGateway(url: url, secret: secret, authorityFile: authorityFile) } catch {
            throw CommandError(
                "\(error)",
                advice: "Set GATEHOUSE_SMS to https://HOST/PATH, and GATEHOUSE_SMS_SECRET to a long random string."
            )
        }
    }
}
