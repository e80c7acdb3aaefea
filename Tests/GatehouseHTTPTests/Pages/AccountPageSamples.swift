import Foundation
import GatehouseHTTP
import GatehouseServer
import GatehouseStore

/// The pages of the account in all visual states; `filler` replaces each text that comes from users or clients.
struct AccountPageSamples {
    private typealias Sample = (name: String, page: any HostedPage)

    var filler: String?

    /// Returns the filler, or the text of a realistic page.
    private func text(_ usual: String) -> String { filler ?? usual }

    private var date: Date { Date(timeIntervalSince1970: 1_795_947_000) }
    private var form: PageForm { PageForm(address: text("/account"), flow: text("account"), csrf: text("csrf-1")) }
    private var email: String { text("anna.example@example.com") }

    private func frame(_ section: AccountSection) -> AccountFrame {
        AccountFrame(section: section, name: text("Anna Example"), email: email)
    }

    var all: [(name: String, page: any HostedPage)] { details + security + factors + addresses + access + data }

    private var details: [Sample] {
        let name = PageAttribute(name: "given_name", value: text("Anna"), isRequired: false)
        return [
            (
                "account-details",
                AccountDetailsPage(
                    form: form,
                    frame: frame(.details),
                    revision: 3,
                    attributes: [
                        name, PageAttribute(name: "family_name", value: text("Example"), isRequired: false),
                        PageAttribute(name: "birthdate", kind: .date, isRequired: false),
                    ],
                    language: .chosen(.german),
                    username: text("anna"),
                    createdAt: date,
                    facts: [.init(name: text("plan"), value: text("Premium"))],
                    notice: .accountSaved
                )
            ),
            (
                "account-details-errors",
                AccountDetailsPage(
                    form: form,
                    frame: AccountFrame(section: .details, name: nil, email: email),
                    revision: 3,
                    attributes: [
                        name, PageAttribute(name: "birthdate", kind: .date, isRequired: false, error: .fieldDate),
                    ],
                    language: .automatic,
                    createdAt: date,
                    alert: .changedMeanwhile
                )
            ),
            (
                "account-details-fixed",
                AccountDetailsPage(
                    form: form,
                    frame: frame(.details),
                    revision: 3,
                    attributes: [],
                    language: .notOffered,
                    createdAt: date
                )
            ),
        ]
    }

    private var security: [Sample] {
        [
            (
                "account-security",
                AccountSecurityPage(
                    form: form,
                    frame: frame(.security),
                    methods: [
                        .init(.password(isSet: true), lastUsedAt: date), .init(.code(email: email), lastUsedAt: date),
                        .init(.code(email: text("office@example.com"))),
                    ],
                    notice: .passwordChanged
                )
            ),
            (
                "account-security-codes",
                AccountSecurityPage(
                    form: form,
                    frame: frame(.security),
                    methods: [.init(.password(isSet: false)), .init(.code(email: email))]
                )
            ),
        ]
            + AccountPasswordPage.State.allCases.map { state in
                (
                    "account-password-\(state)",
                    AccountPasswordPage(form: form, frame: frame(.security), state: state, email: email)
                )
            } + [
                (
                    "account-password-weak",
                    AccountPasswordPage(
                        form: form,
                        frame: frame(.security),
                        state: .removable,
                        email: email,
                        error: .passwordTooWeak,
                        alert: .lastSignInMethod
                    )
                )
            ]
    }

    private var factors: [Sample] {
        let place = EnrolmentPlace.account(frame(.security), enrolment: text("enrolment-1"))
        let ceremony = PasskeyCeremony(.create, options: text("options-1"))
        let codes = [text("abcde-fghij"), text("kmnpq-rstuv")]
        let credentials = [
            AccountCredential(
                id: "passkey-1",
                kind: .passkey,
                name: text("Laptop"),
                createdAt: date,
                lastUsedAt: date
            ),
            AccountCredential(
                id: "passkey-2",
                kind: .passkey,
                name: text("Security key"),
                createdAt: date,
                error: .fieldRequired
            ),
            AccountCredential(id: "app-1", kind: .authenticatorApp, name: text(""), createdAt: date),
        ]
        let announcement = PasskeyAnnouncement(
            domain: text("login.example.com"),
            userHandle: text("dXNlcg"),
            passkeys: [text("aWQ")],
            name: email,
            displayName: text("Anna Example")
        )
        let steps: [(String, AccountSecurityPage.SecondStep)] = [
            ("off", .off), ("on", .on(recoveryCodes: 10)), ("last-code", .on(recoveryCodes: 1)),
        ]
        return steps.map { name, step in
            (
                "account-security-\(name)",
                AccountSecurityPage(
                    form: form,
                    frame: frame(.security),
                    methods: [.init(.password(isSet: true), lastUsedAt: date)],
                    credentials: credentials,
                    secondStep: step,
                    resetDueAt: step == .off ? nil : date,
                    announcement: announcement,
                    alert: step == .off ? .secondFactorMissing : nil
                )
            )
        } + [
            (
                "account-passkey",
                CreatePasskeyPage(form: form, place: place, ceremony: ceremony, name: text("Laptop"))
            ),
            (
                "account-app",
                AuthenticatorAppPage(
                    form: form,
                    place: place,
                    keyURI: "otpauth://totp/Example?secret=GEZDGNBV",
                    secret: text("GEZD GNBV"),
                    error: .appCodeWrong
                )
            ),
            ("account-recovery-codes", RecoveryCodesPage(form: form, frame: frame(.security), codes: codes)),
        ]
    }

    private func address(
        _ id: String,
        _ value: String,
        status: AccountAddressesPage.Address.Status,
        kind: AccountIdentifier.Kind = .email,
        error: PageMessage? = nil
    ) -> AccountAddressesPage.Address {
        .init(
            id: text(id),
            kind: kind,
            value: text(value),
            status: status,
            verifiedAt: status == .primary || status == .additional ? date : nil,
            error: error
        )
    }

    private var addresses: [Sample] {
        let known = [
            address("e1", "anna.example@example.com", status: .primary),
            address("e2", "office@example.com", status: .additional),
            address("e3", "old@example.com", status: .unverified),
            address("p1", "+493012345678", status: .primary, kind: .phone),
        ]
        return [
            (
                "account-addresses",
                AccountAddressesPage(
                    form: form,
                    frame: frame(.addresses),
                    addresses: known,
                    phone: .init(),
                    notice: .addressConfirmed
                )
            ),
            (
                "account-addresses-pending",
                AccountAddressesPage(
                    form: form,
                    frame: frame(.addresses),
                    addresses: [
                        known[0], address("e4", "new@example.com", status: .pending, error: .codeIncorrect), known[3],
                        address("p2", "+819012345678", status: .pending, kind: .phone),
                    ],
                    phone: .init(value: text("+81"))
                )
            ),
            (
                "account-addresses-errors",
                AccountAddressesPage(
                    form: form,
                    frame: frame(.addresses),
                    addresses: [known[0]],
                    email: .init(value: text("anna@"), error: .emailInvalid),
                    alert: .lastAddress
                )
            ),
            (
                "account-addresses-phone-error",
                AccountAddressesPage(
                    form: form,
                    frame: frame(.addresses),
                    addresses: [known[0]],
                    phone: .init(value: text("123"), error: .phoneInvalid)
                )
            ),
        ]
    }

    private var access: [Sample] {
        let userAgent = text(
            "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36"
        )
        let current = AccountSessionsPage.Session(
            id: text("b-1"),
            userAgent: userAgent,
            address: text("198.51.100.7"),
            createdAt: date,
            lastUsedAt: date,
            isCurrent: true
        )
        let app = AccountSessionsPage.Session(
            id: text("a-1"),
            app: text("Example App"),
            userAgent: text("ExampleApp/4.2 (iPhone; iOS 26.1)"),
            address: text("2001:db8::"),
            createdAt: date,
            lastUsedAt: date
        )
        let unknown = AccountSessionsPage.Session(id: text("b-2"), createdAt: date, lastUsedAt: date)
        let items = [
            ConsentItem(name: "openid"), ConsentItem(name: "email"),
            ConsentItem(name: text("orders.read"), description: text("Read your orders")),
        ]
        return [
            (
                "account-sessions",
                AccountSessionsPage(
                    form: form,
                    frame: frame(.sessions),
                    sessions: [current, app, unknown],
                    notice: .sessionEnded
                )
            ),
            (
                "account-sessions-one",
                AccountSessionsPage(form: form, frame: frame(.sessions), sessions: [current], alert: .formStale)
            ),
            (
                "account-apps",
                AccountAppsPage(
                    form: form,
                    frame: frame(.apps),
                    apps: [
                        .init(
                            id: text("app"),
                            name: text("Example App"),
                            items: items,
                            since: date,
                            lastUsedAt: date
                        ),
                        .init(
                            id: text("own"),
                            name: text("Example Shop"),
                            items: [ConsentItem(name: text("shop"))],
                            since: date,
                            hasConsent: false
                        ),
                    ],
                    notice: .accessWithdrawn
                )
            ),
            (
                "account-apps-empty",
                AccountAppsPage(form: form, frame: frame(.apps), apps: [], alert: .busy(seconds: 5))
            ),
        ]
    }

    private var data: [Sample] {
        let events: [AccountActivityPage.Event] = [
            .init(kind: .signedIn, date: date, app: text("Example App"), address: text("198.51.100.7")),
            .init(kind: .passwordChanged, date: date, address: text("2001:db8::")),
            .init(kind: AuditKind(rawValue: text("later.kind")), date: date),
        ]
        return [
            (
                "account-activity",
                AccountActivityPage(
                    form: form,
                    frame: frame(.activity),
                    events: events,
                    newestAddress: text("/account/activity"),
                    olderAddress: text("/account/activity?after=e3")
                )
            ),
            ("account-activity-empty", AccountActivityPage(form: form, frame: frame(.activity), events: [])),
            ("account-data", AccountDataPage(form: form, frame: frame(.data))),
            ("account-data-alert", AccountDataPage(form: form, frame: frame(.data), alert: .tooManyTries(seconds: 60))),
            ("account-delete", AccountDeletionPage(form: form, frame: frame(.data), days: 14)),
            (
                "account-delete-unconfirmed",
                AccountDeletionPage(form: form, frame: frame(.data), days: 0, error: .confirmationMissing)
            ),
            ("account-deletion-requested", AccountDeletedPage(days: 14)),
            ("account-deletion-requested-day", AccountDeletedPage(days: 1)),
            ("account-deletion-done", AccountDeletedPage(days: nil)),
            ("home", HomePage()),
        ]
    }
}
