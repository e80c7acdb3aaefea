import GatehouseHTTP
import GatehouseServer
import GatehouseStore

/// The pages of passkeys and second factors in sign-ins, in all visual states.
struct FactorPageSamples {
    var filler: String?

    private func text(_ usual: String) -> String { filler ?? usual }
    private var form: PageForm { PageForm(address: text("/sign-in"), flow: text("flow-1"), csrf: text("csrf-1")) }
    private var email: String { text("anna.example@example.com") }
    private var options: String { text("options-1") }

    var all: [(name: String, page: any HostedPage)] { passkeySignIn + additionalFactors + enrolments }

    private var passkeySignIn: [(name: String, page: any HostedPage)] {
        let autofill = PasskeyCeremony(.get, options: options, style: .secondary, fillsFields: true)
        var unknown = autofill
        unknown.unknownPasskey = text("credential-1")
        let link = PasskeyCeremony(.get, options: options, style: .link)
        return [
            ("sign-in-passkey", SignInPage(form: form, passkey: autofill)),
            ("sign-in-unknown-passkey", SignInPage(form: form, passkey: unknown, alert: .passkeyUnknown)),
            ("password-passkey", PasswordPage(form: form, email: email, passkey: link)),
            ("code-passkey", CodePage(form: form, email: email, secondsUntilResend: 0, passkey: link)),
        ]
    }

    private var additionalFactors: [(name: String, page: any HostedPage)] {
        let passkey = PasskeyCeremony(.get, options: options, startsAutomatically: true)
        let challenges: [(String, AdditionalFactorPage.Challenge)] = [
            ("app", .authenticatorApp), ("recovery-code", .recoveryCode),
            ("mail-code", .mailCode(address: text("a***e@example.com"))),
            ("sms-code", .smsCode(address: text("+49*******67"))), ("passkey", .passkey(passkey)),
        ]
        return challenges.map { name, challenge in
            (
                "factor-\(name)",
                AdditionalFactorPage(
                    form: form,
                    email: email,
                    challenge: challenge,
                    others: [.passkey, .authenticatorApp, .recoveryCode, .mailCode, .smsCode],
                    trustDays: 30
                )
            )
        } + [
            (
                "factor-app-wrong",
                AdditionalFactorPage(
                    form: form,
                    email: email,
                    challenge: .authenticatorApp,
                    trustDays: 1,
                    error: .appCodeWrong
                )
            ),
            (
                "factor-recovery-code-wrong",
                AdditionalFactorPage(
                    form: form,
                    email: email,
                    challenge: .recoveryCode,
                    error: .recoveryCodeWrong
                )
            ),
            (
                "factor-passkey-rejected",
                AdditionalFactorPage(
                    form: form,
                    email: email,
                    challenge: .passkey(PasskeyCeremony(.get, options: options)),
                    alert: .passkeyRejected
                )
            ),
        ]
    }

    private var enrolments: [(name: String, page: any HostedPage)] {
        let ceremony = PasskeyCeremony(.create, options: options)
        return [
            ("enrol", EnrolFactorPage(form: form, email: email, factors: [.passkey, .authenticatorApp])),
            (
                "enrol-passkey",
                CreatePasskeyPage(form: form, place: .signIn(others: [.authenticatorApp]), ceremony: ceremony)
            ),
            (
                "enrol-app",
                AuthenticatorAppPage(
                    form: form,
                    place: .signIn(others: [.passkey]),
                    keyURI: "otpauth://totp/Example?secret=GEZDGNBV",
                    secret: text("GEZD GNBV"),
                    error: .fieldRequired
                )
            ),
            ("offer-passkey", CreatePasskeyPage(form: form, place: .offer, ceremony: ceremony)),
            ("recovery-codes", RecoveryCodesPage(form: form, codes: [text("abcde-fghij"), text("kmnpq-rstuv")])),
        ]
    }
}
