import Foundation
import GatehouseHTTP

/// All pages in all visual states; `filler` replaces each text that comes from users or clients.
struct PageSamples {
    var filler: String?
    /// Returns the filler, or the text of a realistic page.
    private func text(_ usual: String) -> String { filler ?? usual }

    var client: ClientBranding {
        ClientBranding(
            name: text("Example App"),
            terms: text("https://example.com/terms"),
            privacyPolicy: text("https://example.com/privacy")
        )
    }

    var all: [(name: String, page: any HostedPage)] {
        entry + codesAndPasswords + FactorPageSamples(filler: filler).all + accounts + device + links + endings + mail
            + AccountPageSamples(filler: filler).all
    }

    private static let longName = "Wolfeschlegelsteinhausenbergerdorff von und zu Hohenlohe-Waldenburg-Schillingsfürst"
    private static let longAddress = String(repeating: "wolfeschlegelsteinhausen", count: 2) + "@example.com"

    private var form: PageForm { PageForm(address: text("/sign-in"), flow: text("flow-1"), csrf: text("csrf-1")) }
    private var email: String { text("anna.example@example.com") }

    private var entry: [(name: String, page: any HostedPage)] {
        [
            ("sign-in", SignInPage(form: form)),
            (
                "sign-in-error",
                SignInPage(form: form, email: text("anna@"), emailError: .emailInvalid)
            ),
            ("sign-in-shared", SignInPage(form: form, email: email, isSharedComputer: true)),
            ("sign-in-account", SignInPage(form: form, reason: .account)),
            ("sign-in-again", SignInPage(form: form, reason: .reproof(minutes: 10), email: email)),
            ("sign-up", SignUpPage(form: form)),
            (
                "sign-up-errors",
                SignUpPage(
                    form: form,
                    email: text("anna@"),
                    emailError: .emailInvalid,
                    passwordError: .passwordTooShort(minimum: 8)
                )
            ),
            ("reset", ResetPage(form: form, email: email)),
        ]
    }

    private var codesAndPasswords: [(name: String, page: any HostedPage)] {
        [
            ("code", CodePage(form: form, email: email, secondsUntilResend: 27, offersPassword: true)),
            (
                "code-error",
                CodePage(form: form, email: email, error: .codeWrong(attemptsRemaining: 3), secondsUntilResend: 0)
            ),
            (
                "code-resent",
                CodePage(form: form, email: email, notice: .codeResent, secondsUntilResend: 30)
            ),
            ("password", PasswordPage(form: form, email: email)),
            ("password-alert", PasswordPage(form: form, email: email, alert: .credentialsWrong)),
            ("new-password", NewPasswordPage(form: form, email: email)),
            ("new-password-weak", NewPasswordPage(form: form, email: email, error: .passwordTooWeak)),
        ]
    }

    private var accounts: [(name: String, page: any HostedPage)] {
        [
            (
                "attributes",
                AttributesPage(
                    form: form,
                    attributes: [
                        PageAttribute(name: "given_name", value: text("Anna")),
                        PageAttribute(name: "surname", error: .fieldRequired),
                        PageAttribute(name: "contact", kind: .email, label: text("Second e-mail"), isRequired: false),
                        PageAttribute(name: "phone_number", kind: .telephone, isRequired: false),
                        PageAttribute(name: "birthdate", kind: .date, error: .fieldDate),
                        PageAttribute(
                            name: text("extension_size"),
                            kind: .number,
                            label: text("Shoe size"),
                            isRequired: false,
                            hint: text("European sizes."),
                            autocomplete: text("off")
                        ),
                        PageAttribute(
                            name: "plan",
                            kind: .choice([.init(value: text("basic"), label: text("Basic"))]),
                            label: text("Plan"),
                            value: text("basic")
                        ),
                        PageAttribute(
                            name: "news",
                            kind: .boolean,
                            label: text("Tell me about new things by e-mail"),
                            isRequired: false
                        ),
                    ]
                )
            ),
            (
                "account-chooser",
                AccountChooserPage(
                    form: form,
                    accounts: [
                        .init(id: text("a"), name: text("Anna Example"), address: email),
                        .init(id: text("b"), address: text("office@example.com"), mustSignIn: true),
                        .init(id: text("c"), name: text(Self.longName), address: text(Self.longAddress)),
                    ]
                )
            ),
            (
                "consent",
                ConsentPage(form: form, email: email, items: items, destination: .site(text("app.example.com")))
            ),
            (
                "consent-voluntary",
                ConsentPage(form: form, email: email, items: optionalItems, destination: .app)
            ),
            (
                "consent-claims",
                ConsentPage(form: form, email: email, items: claimItems, destination: .site(text("app.example.com")))
            ),
            (
                "consent-apis",
                ConsentPage(form: form, email: email, items: apiItems, destination: .site(text("app.example.com")))
            ),
            (
                "consent-self-registered",
                ConsentPage(form: form, email: email, items: items, destination: .app, warning: .selfRegistered)
            ),
            (
                "consent-document",
                ConsentPage(
                    form: form,
                    email: email,
                    items: items,
                    destination: .app,
                    warning: .document(host: text("agent.example.com"))
                )
            ),
            ("continue", ContinuePage(form: form, email: email)),
            (
                "keep-account",
                KeepAccountPage(form: form, email: email, dueAt: Date(timeIntervalSince1970: 1_795_947_000))
            ),
        ]
    }

    private var claimItems: [ConsentItem] {
        let names = ["birthdate", "email", "email_verified", "name", "picture", "preferred_username", "zoneinfo"]
        let own = ConsentItem.Claim(name: "size", label: text("T-shirt size"))
        return [ConsentItem(name: "openid"), ConsentItem(claims: names.map { .init(name: $0) } + [own])]
    }

    private var apiItems: [ConsentItem] {
        [
            ConsentItem(name: "openid"),
            ConsentItem(name: "orders:read", description: text("See your orders"), api: text("Orders")),
            ConsentItem(name: "invoices:read", description: text("See your invoices"), api: text(Self.longName)),
            ConsentItem(name: "orders:write", description: text("Place orders"), api: text("Orders")),
        ]
    }

    private var optionalItems: [ConsentItem] {
        [
            ConsentItem(name: "profile+email", value: email),
            ConsentItem(name: "profile:user_id", choice: .init(scope: "profile:user_id", isSelected: true)),
            ConsentItem(name: "postal_code", choice: .init(scope: "postal_code", isSelected: false)),
            ConsentItem(name: "email", value: email, choice: .init(scope: "email", isSelected: true)),
        ]
    }

    private var items: [ConsentItem] {
        [
            ConsentItem(name: "openid"),
            ConsentItem(name: "profile", value: text("Anna Example")),
            ConsentItem(name: "email", value: email),
            ConsentItem(name: "offline_access"),
            ConsentItem(name: text("orders.read"), description: text("Read your orders")),
            ConsentItem(name: text("orders.write")),
        ]
    }

    private var links: [(name: String, page: any HostedPage)] {
        [
            ("link-confirm", LinkConfirmPage(form: form, address: email, username: text("Anna"))),
            ("link-confirm-wrong", LinkConfirmPage(form: form, address: email, error: .passwordWrong)),
            ("link-confirm-alert", LinkConfirmPage(form: form, address: email, alert: .formStale)),
            ("link-password", LinkPasswordPage(form: form, address: text("+49 30 1234567"))),
            ("link-password-weak", LinkPasswordPage(form: form, address: email, error: .passwordTooWeak)),
            ("notice-link-secure", NoticeLinkPage(form: form, effect: .secure, address: email)),
            ("notice-link-undo", NoticeLinkPage(form: form, effect: .undo, address: email, alert: .formStale)),
            ("notice-link-factors", NoticeLinkPage(form: form, effect: .keepFactors, address: email)),
            ("link-end-account", LinkResultPage(.secured, accountAddress: text("/account"))),
        ] + LinkResultPage.Outcome.allCases.map { ("link-end-\($0.rawValue)", LinkResultPage($0)) }
    }

    private var device: [(name: String, page: any HostedPage)] {
        [
            ("device-code", DeviceCodePage(form: form, userCode: text("BCDF-GHJK"), error: .deviceCodeWrong)),
            (
                "device-confirm",
                DeviceConfirmPage(form: form, userCode: text("BCDF-GHJK"), email: email, items: Array(items.prefix(2)))
            ),
            ("device-done", DeviceResultPage(isConnected: true)),
            ("device-refused", DeviceResultPage(isConnected: false)),
        ]
    }

    private var endings: [(name: String, page: any HostedPage)] {
        [
            ("sign-out", SignOutPage(form: form, accounts: [.init(id: text("a"), address: email)])),
            (
                "sign-out-several",
                SignOutPage(
                    form: form,
                    accounts: [
                        .init(id: text("a"), name: text("Anna Example"), address: email),
                        .init(id: text("b"), name: text(Self.longName), address: text(Self.longAddress)),
                    ]
                )
            ),
            ("signed-out", SignedOutPage()),
            ("signed-out-several", SignedOutPage(leavesAccounts: true)),
            (
                "form-post",
                FormPostPage(
                    address: text("https://app.example.com/callback"),
                    fields: [("code", text("c")), (text("state"), text("s"))]
                )
            ),
        ]
            + ErrorPage.Kind.allCases.map { kind in
                (
                    "error-\(kind.rawValue)",
                    ErrorPage(
                        kind: kind,
                        detail: text("The redirect URI is not registered for this client."),
                        requestParameters: [.init(name: "redirect_uri", value: text("https://app.example.com/other"))],
                        requestID: text("req-1"),
                        returnURL: kind == .unverifiedRedirect ? text("https://app.example.com/") : nil
                    )
                )
            }
    }

    private var mail: [(name: String, page: any HostedPage)] {
        [
            ("mailbox-empty", MailboxPage(mails: [])),
            (
                "mailbox",
                MailboxPage(mails: [
                    .init(
                        address: text("/dev/mail/2"),
                        to: email,
                        subject: text("12345678 is your sign-in code"),
                        received: text("2026-11-21 10:42:07")
                    ),
                    .init(
                        address: text("/dev/mail/1"),
                        to: email,
                        subject: text("87654321 is your confirmation code"),
                        received: text("2026-11-21 10:40:51")
                    ),
                ])
            ),
            (
                "mail",
                MailPage(
                    from: text("no-reply@example.com"),
                    to: email,
                    subject: text("12345678 is your sign-in code"),
                    received: text("2026-11-21 10:42:07"),
                    body: text("Use this code to sign in to Example App:\n\n    12345678\n"),
                    htmlAddress: text("/dev/mail/2/html"),
                    mailboxAddress: text("/dev/mail")
                )
            ),
        ]
    }
}
