/// The page to enter the email address for a password reset.
///
/// Field: `email`. Actions: `continue`, `signIn`, `cancel`.
package struct ResetPage: HostedPage {
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

/// The page to set a new password after a reset.
///
/// Fields: `email`, `password`. Actions: `continue`, `cancel`.
package struct NewPasswordPage: HostedPage {
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
        PageContent(
            title: text("newPassword.title"),
            alert: alert,
            fields: [.replacementPassword(error: error, text: text)],
            values: ["email": email]
        )
    }
}
