/// The first step: an e-mail address, and how to prove it is yours.
///
/// Sends `email`; actions `continue` (by code), `password`, `signUp`, `cancel`.
package struct SignInPage: Page {
    package static let template = "sign-in"

    package var form: PageForm?
    /// What to put into the field: the login hint, or what was typed before.
    package var email: String
    package var emailError: PageMessage?
    package var alert: PageMessage?

    package init(form: PageForm, email: String = "", emailError: PageMessage? = nil, alert: PageMessage? = nil) {
        self.form = form
        self.email = email
        self.emailError = emailError
        self.alert = alert
    }

    package func content(_ text: PageText) -> PageContent {
        PageContent(
            title: text("signIn.title"),
            alert: alert,
            fields: [.email(email, error: emailError, text: text)]
        )
    }
}
