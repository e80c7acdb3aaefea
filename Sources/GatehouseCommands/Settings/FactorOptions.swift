package import ArgumentParser

/// The options of `gatehouse serve` for second factors and passkeys.
package struct FactorOptions: ParsableArguments, Sendable {
    @Option(
        help: ArgumentHelp(
            "When sign-ins need a second factor (default: when-enrolled) [env: GATEHOUSE_SECOND_FACTOR]",
            valueName: "off|when-enrolled|required"
        )
    )
    package var secondFactor: String?

    @Option(
        help: ArgumentHelp(
            """
            Accept emailed codes after a password, from users without another second factor, on or off (default: off) \
            [env: GATEHOUSE_SECOND_FACTOR_MAIL_CODES]
            """,
            valueName: "on|off"
        )
    )
    package var secondFactorMailCodes: String?

    @Option(
        name: .customLong(SettingKey.secondFactorSMSCodes.rawValue),
        help: ArgumentHelp(
            """
            Accept codes by SMS, from users without another second factor, on or off (default: off) \
            [env: GATEHOUSE_SECOND_FACTOR_SMS_CODES]
            """,
            valueName: "on|off"
        )
    )
    package var secondFactorSMSCodes: String?

    @Option(
        help: ArgumentHelp(
            """
            Let users trust a browser, which then needs no second factor for this long (default: not offered) \
            [env: GATEHOUSE_TRUST_BROWSER]
            """,
            valueName: "time"
        )
    )
    package var trustBrowser: String?

    @Option(
        help: ArgumentHelp(
            """
            Domain that passkeys are bound to: the issuer's host or a domain above it (default: the host) \
            [env: GATEHOUSE_PASSKEY_DOMAIN]. A change disables all passkeys.
            """,
            valueName: "domain"
        )
    )
    package var passkeyDomain: String?

    @Option(
        help: ArgumentHelp(
            "Other https origin that may use the passkeys; repeatable [env: GATEHOUSE_PASSKEY_RELATED_ORIGINS]",
            valueName: "origin"
        )
    )
    package var passkeyRelatedOrigins: [String] = []

    @Option(
        help: ArgumentHelp(
            """
            Whether a passkey as a second factor needs a PIN or biometrics (default: preferred) \
            [env: GATEHOUSE_PASSKEY_USER_VERIFICATION]
            """,
            valueName: "preferred|required"
        )
    )
    package var passkeyUserVerification: String?

    @Option(
        help: ArgumentHelp(
            "JSON file with names of passkeys by the AAGUID of their authenticator [env: GATEHOUSE_PASSKEY_NAMES]",
            valueName: "path"
        )
    )
    package var passkeyNames: String?

    package init() {}

    var arguments: [SettingKey: String] {
        let values: [SettingKey: String?] = [
            .secondFactor: secondFactor, .secondFactorMailCodes: secondFactorMailCodes,
            .secondFactorSMSCodes: secondFactorSMSCodes, .trustBrowser: trustBrowser, .passkeyDomain: passkeyDomain,
            .passkeyRelatedOrigins: passkeyRelatedOrigins.isEmpty ? nil : passkeyRelatedOrigins.joined(separator: ","),
            .passkeyUserVerification: passkeyUserVerification, .passkeyNames: passkeyNames,
        ]
        return values.compactMapValues(\.self)
    }
}
