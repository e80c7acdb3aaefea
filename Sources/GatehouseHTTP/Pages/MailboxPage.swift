/// The mail and SMS the server has written while it runs with `--dev`, newest first.
package struct MailboxPage: Page {
    package static let template = "mailbox"

    /// A message in the list.
    package struct Item: Sendable, Hashable {
        /// Where the message itself is shown.
        package var address: String
        package var to: String
        /// The subject; of an SMS the text.
        package var subject: String
        /// When it was written, ready to read.
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
