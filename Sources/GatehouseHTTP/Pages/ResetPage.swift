/// The e-mail address of the account whose password is to be reset.
///
/// Sends `email`; actions `continue`, `signIn`, `cancel`.
package struct ResetPage: Page {
    package static let template = "reset"

    package var form: PageForm?
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
            title: text("reset.title"),
            alert: alert,
            fields: [.email(email, error: emailError, text: text)]
        )
    }
}
