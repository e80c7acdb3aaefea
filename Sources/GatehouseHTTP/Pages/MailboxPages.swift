/// The list of emails and text messages sent in development mode, newest first.
package struct MailboxPage: HostedPage {
    package static let template = "mailbox"

    /// A message in the list.
    package struct Item: Sendable, Hashable {
        /// The address of the message's page.
        package var address: String
        package var to: String
        /// The subject of an email, or the text of an SMS.
        package var subject: String
        /// The time when the message was written, formatted.
        package var received: String

        package init(address: String, to: String, subject: String, received: String) {
            self.address = address
            self.to = to
            self.subject = subject
            self.received = received
        }
    }

    package var mails: [Item]

    package init(mails: [Item]) {
        self.mails = mails
    }

    package func content(_ text: PageText) -> PageContent {
        let items = mails.map {
            ["address": $0.address, "to": $0.to, "subject": $0.subject, "received": $0.received]
        }
        return PageContent(
            title: text("mailbox.title"),
            values: ["mails": items, "isEmpty": mails.isEmpty, "isWide": true]
        )
    }
}

/// An email or SMS of the development mailbox.
package struct MailPage: HostedPage {
    package static let template = "mail"

    /// The sender; `nil` for an SMS, as the subject.
    package var from: String?
    package var to: String
    package var subject: String?
    package var received: String
    /// The text part.
    package var body: String
    /// The address of the HTML part, which has its own content security policy.
    package var htmlAddress: String?
    /// The address of the list.
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
