/// A new account: e-mail address, and a password if the person wants one.
///
/// Sends `email` and `password`; actions `continue`, `signIn`, `cancel`.
package struct SignUpPage: Page {
    package static let template = "sign-up"

    package var form: PageForm?
    package var email: String
    package var emailError: PageMessage?
    package var passwordError: PageMessage?
    package var alert: PageMessage?

    package init(
        form: PageForm,
        email: String = "",
        emailError: PageMessage? = nil,
        passwordError: PageMessage? = nil,
        alert: PageMessage? = nil
    ) {
        self.form = form
        self.email = email
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
            fields: [.email(email, error: emailError, text: text), password]
        )
    }
}
