/// The first page of sign-in: the email address.
///
/// Fields: `email`, `shared-computer`, `passkey`, `creates-passkeys`. Actions: `continue` (by code), `password`,
/// `passkey`, `signUp`, `cancel`.
package struct SignInPage: HostedPage {
    package static let template = "sign-in"

    /// The reason for the sign-in, besides the client's name.
    package enum Reason: Sendable, Hashable {
        /// The account pages.
        case account
        /// The last sign-in is older than this number of minutes, and a change requires a recent one.
        case reproof(minutes: Int)
    }

    package var form: PageForm?
    package var reason: Reason?
    /// The initial value of the field: the login hint, or the value entered before.
    package var email: String
    package var isSharedComputer: Bool
    /// The sign-in with a passkey, in browsers with scripts.
    package var passkey: PasskeyCeremony?
    package var emailError: PageMessage?
    package var alert: PageMessage?

    package init(
        form: PageForm,
        reason: Reason? = nil,
        email: String = "",
        isSharedComputer: Bool = false,
        passkey: PasskeyCeremony? = nil,
        emailError: PageMessage? = nil,
        alert: PageMessage? = nil
    ) {
        self.form = form
        self.reason = reason
        self.email = email
        self.isSharedComputer = isSharedComputer
        self.passkey = passkey
        self.emailError = emailError
        self.alert = alert
    }

    package func content(_ text: PageText) -> PageContent {
        var content = PageContent(
            title: text("signIn.title"),
            alert: alert,
            fields: [
                .email(email, offersPasskeys: passkey != nil, error: emailError, text: text),
                .sharedComputer(isSharedComputer, text: text),
            ]
        )
        content.values["passkey"] = passkey?.content(text, label: "signIn.passkey")
        content.values["usesPasskeys"] = true
        content.values["offersSignUp"] = true
        switch reason {
        case nil: break
        case .account: content.values["intro"] = text("accountPage.signInIntro")
        case .reproof(let minutes):
            content.title = text("accountPage.reproofTitle")
            content.values["intro"] = text("accountPage.reproofIntro", ["minutes": "\(minutes)"])
            content.values["offersSignUp"] = false
        }
        return content
    }
}

/// The page to create an account with an email address and an optional password.
///
/// Fields: `email`, `password`, `shared-computer`. Actions: `continue`, `signIn`, `cancel`.
package struct SignUpPage: HostedPage {
    package static let template = "sign-up"

    package var form: PageForm?
    package var email: String
    package var isSharedComputer: Bool
    package var emailError: PageMessage?
    package var passwordError: PageMessage?
    package var alert: PageMessage?

    package init(
        form: PageForm,
        email: String = "",
        isSharedComputer: Bool = false,
        emailError: PageMessage? = nil,
        passwordError: PageMessage? = nil,
        alert: PageMessage? = nil
    ) {
        self.form = form
        self.email = email
        self.isSharedComputer = isSharedComputer
        self.emailError = emailError
        self.passwordError = passwordError
        self.alert = alert
    }

    package var arguments: [String: String] { ["minimum": "8"] }

    package func content(_ text: PageText) -> PageContent {
        let password = PageField.newPassword(
            label: "field.password",
            hint: text("signUp.passwordHint"),
            isRequired: false,
            error: passwordError,
            text: text
        )
        return PageContent(
            title: text("signUp.title"),
            alert: alert,
            fields: [
                .email(email, error: emailError, text: text), password, .sharedComputer(isSharedComputer, text: text),
            ],
            values: ["usesPasskeys": true]
        )
    }
}

/// The page to enter the password of the given account.
///
/// Fields: `email`, `password`, `passkey`. Actions: `continue`, `passkey`, `reset`, `code`, `back`, `cancel`.
package struct PasswordPage: HostedPage {
    package static let template = "password"

    package var form: PageForm?
    package var email: String
    /// The sign-in with a passkey of any account: the page must not tell whether this one has a passkey.
    package var passkey: PasskeyCeremony?
    package var error: PageMessage?
    package var alert: PageMessage?

    package init(
        form: PageForm,
        email: String,
        passkey: PasskeyCeremony? = nil,
        error: PageMessage? = nil,
        alert: PageMessage? = nil
    ) {
        self.form = form
        self.email = email
        self.passkey = passkey
        self.error = error
        self.alert = alert
    }

    package func content(_ text: PageText) -> PageContent {
        var content = PageContent(
            title: text("password.title"),
            alert: alert,
            fields: [.password(offersPasskeys: passkey != nil, error: error, text: text)],
            values: ["email": email]
        )
        content.values["passkey"] = passkey?.content(text, label: "signIn.passkey")
        content.values["usesPasskeys"] = passkey != nil
        return content
    }
}

/// The page to enter the emailed code, for sign-in, sign-up and reset.
///
/// Fields: `code`, `passkey`. Actions: `continue`, `passkey`, `resend`, `password` (if offered), `back`, `cancel`.
package struct CodePage: HostedPage {
    package static let template = "code"

    package var form: PageForm?
    package var email: String
    package var error: PageMessage?
    package var alert: PageMessage?
    package var notice: PageMessage?
    /// The number of seconds until a new code can be requested; 0 if it can be requested now.
    ///
    /// Without a script the button always works, so early requests get ``PageMessage/resendTooSoon(seconds:)``.
    package var secondsUntilResend: Int
    /// The number of digits of a code.
    package var digits: Int
    /// The lifetime of a code in minutes.
    package var minutesValid: Int
    /// A Boolean value that indicates whether the user may enter a password instead.
    package var offersPassword: Bool
    /// The sign-in with a passkey instead of the code.
    package var passkey: PasskeyCeremony?

    package init(
        form: PageForm,
        email: String,
        error: PageMessage? = nil,
        alert: PageMessage? = nil,
        notice: PageMessage? = nil,
        secondsUntilResend: Int,
        digits: Int = 8,
        minutesValid: Int = 10,
        offersPassword: Bool = false,
        passkey: PasskeyCeremony? = nil
    ) {
        self.form = form
        self.email = email
        self.error = error
        self.alert = alert
        self.notice = notice
        self.secondsUntilResend = secondsUntilResend
        self.digits = digits
        self.minutesValid = minutesValid
        self.offersPassword = offersPassword
        self.passkey = passkey
    }

    package var arguments: [String: String] {
        ["digits": "\(digits)", "minutes": "\(minutesValid)", "seconds": "\(secondsUntilResend)"]
    }

    package func content(_ text: PageText) -> PageContent {
        let field = PageField(
            name: PageInput.code.rawValue,
            label: text("code.label"),
            autocomplete: "one-time-code",
            inputMode: "numeric",
            autocapitalize: "none",
            maximumLength: 16,
            hint: text("code.hint"),
            error: error.map(text.callAsFunction)
        )
        var values: [String: Any] = ["email": email, "offersPassword": offersPassword]
        values["passkey"] = passkey?.content(text, label: "signIn.passkey")
        values["usesPasskeys"] = passkey != nil
        if secondsUntilResend > 0 {
            values["wait"] = [
                "seconds": "\(secondsUntilResend)",
                // The script updates the seconds with this text.
                "template": text.unfilled("code.resendWait") ?? "",
            ]
        }
        return PageContent(
            title: text("code.title"),
            alert: alert,
            notice: notice,
            fields: [field],
            values: values
        )
    }
}

/// The page to enter attributes that the client requires; one of possibly several.
///
/// Fields: `attribute.NAME` for each attribute; an unselected checkbox sends nothing. Actions: `continue`, `cancel`.
package struct AttributesPage: HostedPage {
    package static let template = "attributes"

    package var form: PageForm?
    package var attributes: [PageAttribute]
    package var alert: PageMessage?

    package init(form: PageForm, attributes: [PageAttribute], alert: PageMessage? = nil) {
        self.form = form
        self.attributes = attributes
        self.alert = alert
    }

    package func content(_ text: PageText) -> PageContent {
        PageContent(title: text("attributes.title"), alert: alert, fields: attributes.map { $0.field(text) })
    }
}
