/// Whether the device that shows a code may sign in as this person (RFC 8628 §5.4 on why it asks).
///
/// Actions `continue` (connect), `cancel` (refuse), `otherAccount`.
package struct DeviceConfirmPage: Page {
    package static let template = "device-confirm"

    package var form: PageForm?
    package var userCode: String
    package var email: String
    package var items: [ConsentItem]

    package init(form: PageForm, userCode: String, email: String, items: [ConsentItem]) {
        self.form = form
        self.userCode = userCode
        self.email = email
        self.items = items
    }

    package func content(_ text: PageText) -> PageContent {
        PageContent(
            title: text("device.confirmTitle"),
            values: ["userCode": userCode, "email": email, "items": ConsentItem.contents(of: items, text)]
        )
    }
}
