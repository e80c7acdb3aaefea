/// The digits from the mail, for sign-in, sign-up and reset alike.
///
/// Sends `code`; actions `continue`, `resend`, `password` (when offered), `back`, `cancel`.
package struct CodePage: Page {
    package static let template = "code"

    package var form: PageForm?
    package var email: String
    package var error: PageMessage?
    package var alert: PageMessage?
    package var notice: PageMessage?
    /// Seconds until a new code may be asked for; 0 when it may now.
    ///
    /// The button works without a script at any time, so
    /// answer a post that comes too soon with ``PageMessage/resendTooSoon(seconds:)``.
    package var secondsUntilResend: Int
    /// How many digits a code has.
    package var digits: Int
    /// How long a code is valid, in minutes.
    package var minutesValid: Int
    /// Whether a password may be used instead.
    package var offersPassword: Bool

    package init(
        form: PageForm,
        email: String,
        error: PageMessage? = nil,
        alert: PageMessage? = nil,
        notice: PageMessage? = nil,
        secondsUntilResend: Int,
        digits: Int = 8,
        minutesValid: Int = 10,
        offersPassword: Bool = false
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
        if secondsUntilResend > 0 {
            values["wait"] = [
                "seconds": "\(secondsUntilResend)",
                // The script fills the seconds in again as they pass.
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
