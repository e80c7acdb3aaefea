/// The code that a device shows (RFC 8628 §3.3).
///
/// Sends `typed`; action `continue`.
package struct DeviceCodePage: Page {
    package static let template = "device-code"

    package var form: PageForm?
    /// The code, when the address that was opened brought it along.
    package var userCode: String
    package var error: PageMessage?
    package var alert: PageMessage?

    package init(form: PageForm, userCode: String = "", error: PageMessage? = nil, alert: PageMessage? = nil) {
        self.form = form
        self.userCode = userCode
        self.error = error
        self.alert = alert
    }

    package func content(_ text: PageText) -> PageContent {
        let field = PageField(
            name: PageInput.userCode.rawValue,
            label: text("device.codeLabel"),
            value: userCode,
            autocomplete: "off",
            autocapitalize: "characters",
            maximumLength: 32,
            hint: text("device.codeHint"),
            error: error.map(text.callAsFunction)
        )
        return PageContent(title: text("device.codeTitle"), alert: alert, fields: [field])
    }
}
