import Foundation
import GatehouseServer

extension EmailMessage {
    /// Returns a message like the server's, with the given values.
    static func sample(
        from: String = "Example App <no-reply@example.com>",
        to: String = "alice@example.com",
        subject: String = "12345678 is your code",
        text: String = "Your code is 12345678.\n",
        html: String = "<p>Your code is <b>12345678</b>.</p>\n",
        messageID: String = "m-1@login.example.com"
    ) -> EmailMessage {
        EmailMessage(
            from: from,
            to: to,
            subject: subject,
            text: text,
            html: html,
            messageID: messageID,
            date: Date(timeIntervalSince1970: 1_795_996_805)
        )
    }
}
