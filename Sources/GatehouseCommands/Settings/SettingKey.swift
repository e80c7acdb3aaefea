import Foundation
import GatehouseServer

/// The name of a setting: the command line option, the key in the configuration file and, in capitals with the prefix
/// `GATEHOUSE_`, the environment variable.
package struct SettingKey: RawRepresentable, Hashable, Sendable {
    package let rawValue: String

    package init(rawValue: String) {
        self.rawValue = rawValue
    }

    package static let issuer = SettingKey(rawValue: "issuer")
    package static let listen = SettingKey(rawValue: "listen")
    package static let adminListen = SettingKey(rawValue: "admin-listen")
    package static let data = SettingKey(rawValue: "data")
    package static let database = SettingKey(rawValue: "database")
    package static let smtp = SettingKey(rawValue: "smtp")
    package static let mailFrom = SettingKey(rawValue: "mail-from")
    package static let newBrowserMail = SettingKey(rawValue: "new-browser-mail")
    package static let sms = SettingKey(rawValue: "sms")
    package static let smsSecret = SettingKey(rawValue: "sms-secret")
    package static let smsCA = SettingKey(rawValue: "sms-ca")
    package static let remoteNetwork = SettingKey(rawValue: "remote-network")
    package static let remoteCA = SettingKey(rawValue: "remote-ca")
    package static let tlsCertificate = SettingKey(rawValue: "tls-certificate")
    package static let tlsKey = SettingKey(rawValue: "tls-key")
    package static let trustedProxy = SettingKey(rawValue: "trusted-proxy")
    package static let codeLength = SettingKey(rawValue: "code-length")
    package static let codeLifetime = SettingKey(rawValue: "code-lifetime")
    package static let signInFreshness = SettingKey(rawValue: "sign-in-freshness")
    package static let accountDeletion = SettingKey(rawValue: "account-deletion")
    package static let tenant = SettingKey(rawValue: "tenant")
    package static let eventsRetention = SettingKey(rawValue: "events-retention")
    package static let drain = SettingKey(rawValue: "drain")
    package static let logLevel = SettingKey(rawValue: "log-level")
    package static let logFormat = SettingKey(rawValue: "log-format")
    package static let restoredAt = SettingKey(rawValue: "restored-at")
    package static let secondFactor = SettingKey(rawValue: "second-factor")
    package static let secondFactorMailCodes = SettingKey(rawValue: "second-factor-mail-codes")
    package static let secondFactorSMSCodes = SettingKey(rawValue: "second-factor-sms-codes")
    package static let trustBrowser = SettingKey(rawValue: "trust-browser")
    package static let passkeyDomain = SettingKey(rawValue: "passkey-domain")
    package static let passkeyRelatedOrigins = SettingKey(rawValue: "passkey-related-origins")
    package static let passkeyUserVerification = SettingKey(rawValue: "passkey-user-verification")
    package static let passkeyNames = SettingKey(rawValue: "passkey-names")
    package static let dpopNonce = SettingKey(rawValue: "dpop-nonce")
    package static let registration = SettingKey(rawValue: "registration")
    package static let registrationScopes = SettingKey(rawValue: "registration-scopes")
    package static let clientIDMetadata = SettingKey(rawValue: "client-id-metadata")
    package static let dev = SettingKey(rawValue: "dev")

    /// All settings.
    package static let all: [SettingKey] =
        [
            .issuer, .listen, .adminListen, .data, .database, .smtp, .mailFrom, .newBrowserMail, .sms, .smsSecret,
            .smsCA,
            .tlsCertificate, .tlsKey, .trustedProxy, .codeLength, .codeLifetime, .signInFreshness, .accountDeletion,
            .tenant, .eventsRetention, .drain, .logLevel, .logFormat, .restoredAt, .secondFactor,
            .secondFactorMailCodes,
            .secondFactorSMSCodes, .trustBrowser, .passkeyDomain, .passkeyRelatedOrigins, .passkeyUserVerification,
            .passkeyNames, .remoteNetwork, .remoteCA, .dpopNonce, .registration, .registrationScopes,
            .clientIDMetadata, .dev,
        ] + LimitSetting.all.map(\.key)

    /// The settings whose values may contain a password.
    static let secrets: Set<SettingKey> = [.smtp, .sms, .smsSecret, .database]
}

/// A limit and its key in the section `limits` of the configuration file.
struct LimitSetting: Sendable {
    let key: SettingKey
    /// The accepted format, as advice.
    let advice: String
    private let apply: @Sendable (inout RateLimits, String) -> Bool

    /// Sets the limit from text; returns `false` if the text is invalid.
    func set(_ limits: inout RateLimits, to text: String) -> Bool {
        apply(&limits, text)
    }

    private static func rate(
        _ name: LimitName,
        _ path: any WritableKeyPath<RateLimits, RateLimits.Rate> & Sendable
    ) -> LimitSetting {
        LimitSetting(
            key: SettingKey(rawValue: "limits." + name.rawValue),
            advice: "Use COUNT/WINDOW, for example 10/15m, or 0 for no limit."
        ) { limits, text in
            guard let rate = RateLimits.Rate(parsing: text) else { return false }
            limits[keyPath: path] = rate
            return true
        }
    }

    private static func number(_ name: String, _ path: any WritableKeyPath<RateLimits, Int> & Sendable) -> LimitSetting
    {
        LimitSetting(key: SettingKey(rawValue: "limits." + name), advice: "Use a number above zero.") {
            limits,
            text in
            guard let number = Int(text), number > 0 else { return false }
            limits[keyPath: path] = number
            return true
        }
    }

    /// A list of all limits, as advice.
    static let listing =
        "Limits: \(all.map { $0.key.rawValue.dropFirst("limits.".count) }.joined(separator: ", ")). Example: 10/15m. See docs/configuration.md."

    static let all: [LimitSetting] = [
        rate(.requestsPerAddress, \.requestsPerAddress),
        rate(.requestsPerClient, \.requestsPerClient),
        rate(.accountsPerAddress, \.accountsPerAddress),
        rate(.registrationsPerAddress, \.registrationsPerAddress),
        rate(.unverifiedClients, \.unverifiedClients),
        rate(.failuresPerAddress, \.failuresPerAddress),
        rate(.passwordFailuresPerAccount, \.passwordFailuresPerAccount),
        rate(.codeFailuresPerAccount, \.codeFailuresPerAccount),
        rate(.mailsPerRecipient, \.mailsPerRecipient),
        rate(.mailsPerAddress, \.mailsPerAddress),
        number("tries-per-code", \.attemptsPerCode),
    ]
}

extension RateLimits.Rate {
    /// Parses `COUNT/WINDOW`, such as `10/15m`, where the window is a number of `s`, `m`, `h` or `d`.
    ///
    /// `0` alone turns the limit off.
    init?(parsing text: String) {
        if text == "0" {
            self.init(0, per: 1)
            return
        }
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let count = Int(parts[0]), count > 0, let window = TimeInterval(parsing: parts[1])
        else { return nil }
        self.init(count, per: window)
    }
}

extension TimeInterval {
    /// Parses a duration above zero, such as `15m`: a number of `s`, `m`, `h` or `d`.
    init?(parsing text: some StringProtocol) {
        let units: [Character: TimeInterval] = ["s": 1, "m": 60, "h": 60 * 60, "d": 24 * 60 * 60]
        guard let unit = text.last.flatMap({ units[$0] }), let number = Int(text.dropLast()), number > 0 else {
            return nil
        }
        self = TimeInterval(number) * unit
    }

    /// Returns a duration in the format of the options, in the largest unit that fits.
    static func text(_ seconds: TimeInterval) -> String {
        let units: [(TimeInterval, String)] = [(24 * 60 * 60, "d"), (60 * 60, "h"), (60, "m"), (1, "s")]
        let unit = units.first { seconds.truncatingRemainder(dividingBy: $0.0) == 0 } ?? (1, "s")
        return "\(Int(seconds / unit.0))\(unit.1)"
    }
}
