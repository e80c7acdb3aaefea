/// A new account: e-mail address, and a password if the person wants one.
///
/// Sends `email` and, when offered, `password`; actions `continue`, `signIn`, `cancel`.
package struct SignUpPage: Page {
    package static let template = "sign-up"

    /// Whether the page asks for a password.
    package enum Password: Sendable, Hashable {
        case none, optional, required
    }

    package var form: PageForm?
    package var email: String
    package var password: Password
    package var emailError: PageMessage?
    package var passwordError: PageMessage?
    package var alert: PageMessage?

    package init(
        form: PageForm,
        email: String = "",
        password: Password = .optional,
        emailError: PageMessage? = nil,
        passwordError: PageMessage? = nil,
        alert: PageMessage? = nil
    ) {
        self.form = form
        self.email = email
        self.password = password
        self.emailError = emailError
        self.passwordError = passwordError
        self.alert = alert
    }

    package var arguments: [String: String] { ["minimum": "8"] }

    package func content(_ text: PageText) -> PageContent {
        var fields = [PageField.email(email, error: emailError, text: text)]
        if password != .none {
            let hint = text(password == .optional ? "signUp.passwordHint" : "newPassword.hint")
            fields.append(
                .newPassword(
                    label: "field.password",
                    hint: hint,
                    isRequired: password == .required,
                    error: passwordError,
                    text: text
                )
            )
        }
        return PageContent(title: text("signUp.title"), alert: alert, fields: fields)
    }
}
