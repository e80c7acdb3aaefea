/// A password to choose for whoever has opened the link of a mail or an SMS.
///
/// Sends `password`.
package struct LinkPasswordPage: Page {
    package static let template = "link-password"

    package var form: PageForm?
    /// The address or number that the link was sent to.
    package var address: String
    package var error: PageMessage?
    package var alert: PageMessage?

    package init(form: PageForm, address: String, error: PageMessage? = nil, alert: PageMessage? = nil) {
        self.form = form
        self.address = address
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
        return PageContent(
            title: text("newPassword.title"),
            alert: alert,
            fields: [field],
            values: ["address": address, "email": address, "intro": text("link.passwordIntro")]
        )
    }
}
