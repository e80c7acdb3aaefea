/// One mail or SMS of the development mailbox.
package struct MailPage: Page {
    package static let template = "mail"

    /// The sender; `nil` where it is an SMS, as the subject.
    package var from: String?
    package var to: String
    package var subject: String?
    package var received: String
    /// The text part.
    package var body: String
    /// Where the HTML part is shown alone, under a policy of its own.
    package var htmlAddress: String?
    /// The list this mail is in.
    package var mailboxAddress: String

    package init(
        from: String? = nil,
        to: String,
        subject: String? = nil,
        received: String,
        body: String,
        htmlAddress: String? = nil,
        mailboxAddress: String
    ) {
        self.from = from
        self.to = to
        self.subject = subject
        self.received = received
        self.body = body
        self.htmlAddress = htmlAddress
        self.mailboxAddress = mailboxAddress
    }

    package func content(_ text: PageText) -> PageContent {
        var content = PageContent(
            title: subject ?? text("mailbox.sms"),
            values: [
                "to": to, "received": received, "body": body, "back": mailboxAddress, "isWide": true,
            ]
        )
        content.values["from"] = from
        content.values["htmlAddress"] = htmlAddress
        return content
    }
}
