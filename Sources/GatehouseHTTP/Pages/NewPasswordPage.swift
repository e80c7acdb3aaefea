/// A password to choose after a reset.
///
/// Sends `email` and `password`; actions `continue`, `cancel`.
package struct NewPasswordPage: Page {
    package static let template = "new-password"

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

    package var arguments: [String: String] { ["minimum": "8"] }

    package func content(_ text: PageText) -> PageContent {
        let field = PageField.newPassword(
            label: "field.newPassword",
            hint: text("newPassword.hint"),
            isRequired: true,
            error: error,
            text: text
        )
        return PageContent(title: text("newPassword.title"), alert: alert, fields: [field], values: ["email": email])
    }
}
