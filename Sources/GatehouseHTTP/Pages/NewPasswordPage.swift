/// A password to choose, after a reset or as a step of sign-up.
///
/// Sends `email` and `password`; actions `continue`, `skip` (when optional), `cancel`.
package struct NewPasswordPage: Page {
    package static let template = "new-password"

    /// Why a password is chosen.
    package enum Purpose: Sendable, Hashable {
        case signUp, reset
    }

    package var form: PageForm?
    package var purpose: Purpose
    package var email: String
    /// Whether the step may be left out.
    package var isOptional: Bool
    package var error: PageMessage?
    package var alert: PageMessage?

    package init(
        form: PageForm,
        purpose: Purpose,
        email: String,
        isOptional: Bool = false,
        error: PageMessage? = nil,
        alert: PageMessage? = nil
    ) {
        self.form = form
        self.purpose = purpose
        self.email = email
        self.isOptional = isOptional
        self.error = error
        self.alert = alert
    }

    package var arguments: [String: String] { ["minimum": "8"] }

    package func content(_ text: PageText) -> PageContent {
        let field = PageField.newPassword(
            label: purpose == .reset ? "field.newPassword" : "field.password",
            hint: text("newPassword.hint"),
            isRequired: true,
            error: error,
            text: text
        )
        return PageContent(
            title: text(purpose == .reset ? "newPassword.title" : "newPassword.titleSignUp"),
            alert: alert,
            fields: [field],
            values: ["email": email, "isOptional": isOptional]
        )
    }
}
