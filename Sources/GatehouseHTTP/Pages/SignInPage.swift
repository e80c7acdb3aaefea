/// The first step: an e-mail address, and how to prove it is yours.
///
/// Sends `email`; actions `continue` (by code, or by password where only that is offered), `password`, `signUp`, `cancel`.
package struct SignInPage: Page {
    package static let template = "sign-in"

    package var form: PageForm?
    /// What to put into the field: the login hint, or what was typed before.
    package var email: String
    package var emailError: PageMessage?
    package var alert: PageMessage?
    package var notice: PageMessage?
    package var offersCode: Bool
    package var offersPassword: Bool
    package var offersSignUp: Bool

    package init(
        form: PageForm,
        email: String = "",
        emailError: PageMessage? = nil,
        alert: PageMessage? = nil,
        notice: PageMessage? = nil,
        offersCode: Bool = true,
        offersPassword: Bool = true,
        offersSignUp: Bool = true
    ) {
        self.form = form
        self.email = email
        self.emailError = emailError
        self.alert = alert
        self.notice = notice
        self.offersCode = offersCode
        self.offersPassword = offersPassword
        self.offersSignUp = offersSignUp
    }

    package func content(_ text: PageText) -> PageContent {
        PageContent(
            title: text("signIn.title"),
            alert: alert,
            notice: notice,
            fields: [.email(email, error: emailError, text: text)],
            values: [
                "mainLabel": text(offersCode ? "signIn.code" : "action.continue"),
                "offersChoice": offersCode && offersPassword,
                "offersSignUp": offersSignUp,
            ]
        )
    }
}
