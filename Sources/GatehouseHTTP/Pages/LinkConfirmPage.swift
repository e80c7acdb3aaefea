/// Asks whoever has opened the link of a mail to confirm the address that it was sent to.
///
/// Only the button does it: programs that look through mail open what is in it. Sends `password`, the account's.
package struct LinkConfirmPage: Page {
    package static let template = "link-confirm"

    package var form: PageForm?
    package var address: String
    /// The account that is to have the address; `nil` when it has no name yet.
    package var username: String?
    package var error: PageMessage?
    package var alert: PageMessage?

    package init(
        form: PageForm,
        address: String,
        username: String? = nil,
        error: PageMessage? = nil,
        alert: PageMessage? = nil
    ) {
        self.form = form
        self.address = address
        self.username = username
        self.error = error
        self.alert = alert
    }

    package func content(_ text: PageText) -> PageContent {
        var content = PageContent(
            title: text("link.confirmTitle"),
            alert: alert,
            fields: [.password(error: error, text: text)],
            values: ["address": address, "email": username ?? address, "intro": text("link.confirmIntro")]
        )
        content.values["username"] = username
        return content
    }
}
