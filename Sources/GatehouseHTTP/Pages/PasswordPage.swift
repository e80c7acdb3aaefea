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
        let field = PageField(
            name: PageInput.password.rawValue,
            label: text("field.password"),
            type: "password",
            autocomplete: "current-password",
            autocapitalize: "none",
            maximumLength: 256,
            error: error.map(text.callAsFunction)
        )
        return PageContent(
            title: text("password.title"),
            alert: alert,
            fields: [field],
            values: ["email": email]
        )
    }
}
