/// The page to enter the code that a device shows (RFC 8628 §3.3).
///
/// Field: `user-code`. Action: `continue`.
package struct DeviceCodePage: HostedPage {
    package static let template = "device-code"

    package var form: PageForm?
    /// The code from the page's address (`verification_uri_complete`), or the code entered before.
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

/// The page to allow or deny the sign-in of a device (RFC 8628 §5.4).
///
/// Actions: `continue` (connect), `cancel` (deny), `otherAccount`.
package struct DeviceConfirmPage: HostedPage {
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

/// The last page of the device flow.
package struct DeviceResultPage: HostedPage {
    package static let template = "device-done"

    /// A Boolean value that indicates whether the device was connected; `false` if the user denied it.
    package var isConnected: Bool

    package init(isConnected: Bool) {
        self.isConnected = isConnected
    }

    package func content(_ text: PageText) -> PageContent {
        PageContent(
            title: text(isConnected ? "device.doneTitle" : "device.refusedTitle"),
            values: [
                "isConnected": isConnected,
                "intro": text(isConnected ? "device.doneIntro" : "device.refusedIntro"),
            ]
        )
    }
}
