import GatehouseQRCode
import GatehouseServer
package import GatehouseStore

/// The page to choose the second factor that a sign-in requires.
///
/// Field: `factor`. Actions: `back`, `cancel`.
package struct EnrolFactorPage: HostedPage {
    package static let template = "enrol-factor"

    package var form: PageForm?
    package var email: String
    package var factors: [FactorName]
    package var alert: PageMessage?

    package init(form: PageForm, email: String, factors: [FactorName], alert: PageMessage? = nil) {
        self.form = form
        self.email = email
        self.factors = factors
        self.alert = alert
    }

    package func content(_ text: PageText) -> PageContent {
        let factors = factors.map { name in
            [
                "id": name.rawValue, "label": PageFactor.label(of: name, text),
                "hint": PageFactor.hint(of: name, text),
            ]
        }
        return PageContent(
            title: text("enrol.title"),
            alert: alert,
            values: ["email": email, "factors": factors, "usesFactors": true]
        )
    }
}

/// The place of a page that enrols a factor.
package enum EnrolmentPlace: Sendable, Hashable {
    /// A step of a sign-in, with the factors to enrol instead.
    case signIn(others: [FactorName])
    /// The account pages, with the sealed state of the enrolment.
    case account(AccountFrame, enrolment: String)
    /// An offer after a sign-in, which the user can decline.
    case offer

    var frame: AccountFrame? {
        if case .account(let frame, _) = self { frame } else { nil }
    }

    /// Returns the values for templates.
    func content(_ text: PageText) -> [String: Any] {
        switch self {
        case .signIn(let others): PageFactor.content(of: others, text).merging(["isStep": true]) { $1 }
        case .account(_, let enrolment):
            [
                "back": AccountSection.security.path, "backLabel": text("accountPage.security"),
                "enrolment": enrolment,
            ]
        case .offer: ["isOffer": true]
        }
    }
}

/// The page to set up an authenticator app: the key to scan or type, and the field for a code of the app.
///
/// Fields: `code`, `enrolment`, `factor` (another one). Actions: `continue`, `cancel`.
package struct AuthenticatorAppPage: HostedPage {
    package static let template = "authenticator-app"
    /// The path below the issuer's, in the account pages.
    package static let path = "/account/security/app"

    package var form: PageForm?
    package var place: EnrolmentPlace
    /// The key URI that the app scans.
    package var keyURI: String
    /// The key to type.
    package var secret: String
    package var error: PageMessage?
    package var alert: PageMessage?

    package init(
        form: PageForm,
        place: EnrolmentPlace,
        keyURI: String,
        secret: String,
        error: PageMessage? = nil,
        alert: PageMessage? = nil
    ) {
        self.form = form
        self.place = place
        self.keyURI = keyURI
        self.secret = secret
        self.error = error
        self.alert = alert
    }

    package var frame: AccountFrame? { place.frame }

    package func content(_ text: PageText) -> PageContent {
        var values = place.content(text)
        values["usesFactors"] = true
        values["secret"] = secret
        // The only value that the template does not escape: the QR code escapes its label.
        values["image"] = QRCode(text: keyURI)?.svg(label: text("app.image")) ?? ""
        return PageContent(
            title: text("app.title"),
            alert: alert,
            fields: [.authenticatorCode(error: error, text: text)],
            values: values
        )
    }
}

/// The page to create a passkey.
///
/// Fields: `passkey`, `name`, `enrolment`, `factor` (another one). Actions: `passkey`, `skip`, `cancel`.
package struct CreatePasskeyPage: HostedPage {
    package static let template = "create-passkey"
    /// The path below the issuer's, in the account pages.
    package static let path = "/account/security/passkey"

    package var form: PageForm?
    package var place: EnrolmentPlace
    package var ceremony: PasskeyCeremony
    /// The entered name, in the account pages.
    package var name: String
    package var error: PageMessage?
    package var alert: PageMessage?

    package init(
        form: PageForm,
        place: EnrolmentPlace,
        ceremony: PasskeyCeremony,
        name: String = "",
        error: PageMessage? = nil,
        alert: PageMessage? = nil
    ) {
        self.form = form
        self.place = place
        self.ceremony = ceremony
        self.name = name
        self.error = error
        self.alert = alert
    }

    package var frame: AccountFrame? { place.frame }

    package func content(_ text: PageText) -> PageContent {
        var values = place.content(text)
        values["passkey"] = ceremony.content(text, label: "passkey.create")
        values["usesPasskeys"] = true
        values["usesFactors"] = true
        return PageContent(
            title: text(place == .offer ? "offer.title" : "passkey.create"),
            alert: alert,
            fields: place.frame == nil ? [] : [.credentialName(name, error: error, text: text)],
            focusesForm: false,
            values: values
        )
    }
}

extension PageField {
    /// Returns the field for the name of a passkey or authenticator app.
    static func credentialName(
        _ value: String,
        isRequired: Bool = false,
        scope: String = "",
        error: PageMessage? = nil,
        text: PageText
    ) -> PageField {
        PageField(
            name: PageInput.name.rawValue,
            label: text("security.name"),
            value: value,
            isRequired: isRequired,
            autocomplete: "off",
            maximumLength: 64,
            hint: isRequired ? nil : text("security.nameHint"),
            error: error.map(text.callAsFunction),
            scope: scope
        )
    }
}

/// The page that shows new recovery codes, once.
///
/// Actions: `continue` in a sign-in; in the account pages it links back to them.
package struct RecoveryCodesPage: HostedPage {
    package static let template = "recovery-codes"

    package var form: PageForm?
    package var frame: AccountFrame?
    package var codes: [String]
    package var alert: PageMessage?

    /// Creates the page of a step of a sign-in.
    package init(form: PageForm, codes: [String], alert: PageMessage? = nil) {
        self.form = form
        self.codes = codes
        self.alert = alert
    }

    /// Creates the page of the account pages.
    package init(form: PageForm, frame: AccountFrame, codes: [String]) {
        self.form = form
        self.frame = frame
        self.codes = codes
    }

    package var sendsLanguageWithForm: Bool { frame == nil }

    package func content(_ text: PageText) -> PageContent {
        PageContent(
            title: text("recoveryCodes.title"),
            alert: alert,
            values: [
                "codes": codes, "isStep": frame == nil, "next": AccountSection.security.path, "usesFactors": true,
            ]
        )
    }
}
