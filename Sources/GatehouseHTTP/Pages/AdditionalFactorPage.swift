import GatehouseServer
package import GatehouseStore

/// The page to prove another factor, because those proven so far do not suffice.
///
/// Fields: `code` or `passkey`, `trust-browser`, `factor` (another one). Actions: `continue`, `passkey`, `back`,
/// `cancel`.
package struct AdditionalFactorPage: HostedPage {
    package static let template = "additional-factor"

    /// The challenge of the page.
    package enum Challenge: Sendable, Hashable {
        case authenticatorApp
        case recoveryCode
        /// A code that was sent to the masked address.
        case mailCode(address: String)
        case smsCode(address: String)
        case passkey(PasskeyCeremony)
    }

    package var form: PageForm?
    package var email: String
    package var challenge: Challenge
    /// The other factors that the user can prove instead.
    package var others: [FactorName]
    /// The number of days for which the browser can be trusted; `nil` without the choice.
    package var trustDays: Int?
    package var error: PageMessage?
    package var alert: PageMessage?

    package init(
        form: PageForm,
        email: String,
        challenge: Challenge,
        others: [FactorName] = [],
        trustDays: Int? = nil,
        error: PageMessage? = nil,
        alert: PageMessage? = nil
    ) {
        self.form = form
        self.email = email
        self.challenge = challenge
        self.others = others
        self.trustDays = trustDays
        self.error = error
        self.alert = alert
    }

    package func content(_ text: PageText) -> PageContent {
        var content = PageContent(title: text("factor.title"), alert: alert)
        content.values["email"] = email
        content.values["entersCode"] = true
        content.values["usesFactors"] = true
        content.values.merge(PageFactor.content(of: others, text)) { $1 }
        switch challenge {
        case .authenticatorApp:
            content.values["intro"] = text("factor.appIntro")
            content.fields = [.authenticatorCode(error: error, text: text)]
        case .recoveryCode:
            content.values["intro"] = text("factor.recoveryIntro")
            content.fields = [.recoveryCode(error: error, text: text)]
        case .mailCode(let address):
            content.values["intro"] = text("factor.mailIntro", ["address": address])
            content.values["resends"] = FactorName.mailCode.rawValue
            content.fields = [.sentCode(error: error, text: text)]
        case .smsCode(let address):
            content.values["intro"] = text("factor.smsIntro", ["address": address])
            content.values["resends"] = FactorName.smsCode.rawValue
            content.fields = [.sentCode(error: error, text: text)]
        case .passkey(let ceremony):
            content.values["intro"] = text("factor.passkeyIntro")
            content.values["entersCode"] = false
            content.values["passkey"] = ceremony.content(text, label: "factor.usePasskey")
            content.values["usesPasskeys"] = true
            content.focusesForm = false
        }
        if let trustDays { content.fields.append(.trustBrowser(days: trustDays, text: text)) }
        return content
    }
}

/// A factor that a page offers.
enum PageFactor {
    /// Returns the values of the template `other-factors`.
    static func content(of names: [FactorName], _ text: PageText) -> [String: Any] {
        let others = names.map { name in ["id": name.rawValue, "label": label(of: name, text)] }
        return ["others": others, "hasOthers": !others.isEmpty]
    }

    static func label(of name: FactorName, _ text: PageText) -> String {
        switch name {
        case .passkey: text("factor.passkey")
        case .authenticatorApp: text("factor.app")
        case .recoveryCode: text("factor.recovery")
        case .mailCode: text("factor.mail")
        case .smsCode: text("factor.sms")
        default: name.rawValue
        }
    }

    /// Returns the description of a factor that a user can enrol.
    static func hint(of name: FactorName, _ text: PageText) -> String {
        switch name {
        case .passkey: text("factor.passkeyHint")
        case .authenticatorApp: text("factor.appHint")
        default: ""
        }
    }
}

extension PageField {
    /// Returns the field for a code of an authenticator app.
    static func authenticatorCode(error: PageMessage?, text: PageText) -> PageField {
        code(label: text("app.code"), maximumLength: 12, error: error, text: text)
    }

    /// Returns the field for a code that was sent in a message.
    static func sentCode(error: PageMessage?, text: PageText) -> PageField {
        code(label: text("code.label"), maximumLength: 16, error: error, text: text)
    }

    private static func code(label: String, maximumLength: Int, error: PageMessage?, text: PageText) -> PageField {
        PageField(
            name: PageInput.code.rawValue,
            label: label,
            autocomplete: "one-time-code",
            inputMode: "numeric",
            autocapitalize: "none",
            maximumLength: maximumLength,
            error: error.map(text.callAsFunction)
        )
    }

    /// Returns the field for a recovery code.
    static func recoveryCode(error: PageMessage?, text: PageText) -> PageField {
        PageField(
            name: PageInput.code.rawValue,
            label: text("factor.recovery"),
            autocomplete: "off",
            autocapitalize: "none",
            maximumLength: 32,
            error: error.map(text.callAsFunction)
        )
    }

    /// Returns the checkbox of users who trust their browser.
    static func trustBrowser(days: Int, text: PageText) -> PageField {
        PageField(
            name: PageInput.trustsBrowser.rawValue,
            label: days == 1
                ? text("field.trustBrowser.one") : text("field.trustBrowser.other", ["days": "\(days)"]),
            type: "checkbox",
            isRequired: false,
            isOption: true
        )
    }
}
