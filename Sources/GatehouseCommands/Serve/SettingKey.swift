/// The name of a setting: the command line option, the key in the configuration file and, in capitals with `GATEHOUSE_` before it, the
/// environment variable.
package struct SettingKey: RawRepresentable, Hashable, Sendable {
    package let rawValue: String

    package init(rawValue: String) {
        self.rawValue = rawValue
    }

    package static let issuer = SettingKey(rawValue: "issuer")
    package static let listen = SettingKey(rawValue: "listen")
    package static let data = SettingKey(rawValue: "data")
    package static let database = SettingKey(rawValue: "database")
    package static let smtp = SettingKey(rawValue: "smtp")
    package static let mailFrom = SettingKey(rawValue: "mail-from")
    package static let sms = SettingKey(rawValue: "sms")
    package static let smsSecret = SettingKey(rawValue: "sms-secret")
    package static let smsCA = SettingKey(rawValue: "sms-ca")
    package static let tlsCertificate = SettingKey(rawValue: "tls-certificate")
    package static let tlsKey = SettingKey(rawValue: "tls-key")
    package static let trustedProxy = SettingKey(rawValue: "trusted-proxy")
    package static let codeLength = SettingKey(rawValue: "code-length")
    package static let codeLifetime = SettingKey(rawValue: "code-lifetime")
    package static let signInFreshness = SettingKey(rawValue: "sign-in-freshness")
    package static let tenant = SettingKey(rawValue: "tenant")
    package static let eventsRetention = SettingKey(rawValue: "events-retention")
    package static let drain = SettingKey(rawValue: "drain")
    package static let restoredAt = SettingKey(rawValue: "restored-at")
    package static let dev = SettingKey(rawValue: "dev")

    /// Every setting there is.
    package static let all: [SettingKey] =
        [
            .issuer, .listen, .data, .database, .smtp, .mailFrom, .sms, .smsSecret, .smsCA, .tlsCertificate, .tlsKey,
            .trustedProxy, .codeLength, .codeLifetime, .signInFreshness, .tenant, .eventsRetention, .drain,
            .restoredAt, .dev,
        ] + LimitSetting.all.map(\.key)

    /// Settings whose values may hold a password.
    static let secrets: Set<SettingKey> = [.smtp, .sms, .smsSecret, .database]
}
