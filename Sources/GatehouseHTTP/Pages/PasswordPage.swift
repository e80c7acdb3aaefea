/// The password of an account whose e-mail address is already given.
///
/// Sends `email` and `password`; actions `continue`, `reset`, `code`, `back`, `cancel`.
package struct PasswordPage: Page {
    package static let template = "password"

    package var form: PageForm?
    package var email: String
    package var error: PageMessage?
    package var alert: PageMessage?

    package init(form: PageForm, email: String, error: PageMessage? = nil, alert: PageMessage? = nil) {
        self.form = form
        self.email = email
        self.error = error
        self.alert = alert
    }

    package func content(_ text: PageText) -> PageContent {
        PageContent(
            title: text("password.title"),
            alert: alert,
            fields: [.password(error: error, text: text)],
            values: ["email": email]
        )
    }
}
