public import Foundation
import GatehouseServer

/// A mail or an SMS that a ``TestServer`` has sent.
public struct TestMessage: Sendable, Hashable {
    /// The address it went to; for an SMS a number in E.164 form, such as `+819012345678`.
    public let recipient: String
    /// A mail's subject; `nil` for an SMS.
    public let subject: String?
    /// What it says, as plain text.
    public let text: String
    /// What a mail says, as HTML; `nil` for an SMS.
    public let html: String?
    /// When it was sent, by the server's clock.
    public let date: Date

    init(_ message: OutgoingMessage) {
        switch message {
        case .mail(let mail): (recipient, subject, text, html) = (mail.to, mail.subject, mail.text, mail.html)
        case .sms(let sms): (recipient, subject, text, html) = (sms.to, nil, sms.text, nil)
        }
        date = message.date
    }

    /// The code that a page asks for; `nil` when it has none.
    public var code: String? {
        // In a mail the code has a line of its own; the app's name in the subject may be a number, too.
        guard subject == nil else { return text.firstMatch(of: /(?m)^ +([0-9]{6,10})$/).map { String($0.output.1) } }
        return text.firstMatch(of: /\b[0-9]{6,10}\b/).map { String($0.output) }
    }

    /// The page that it leads to; `nil` when it leads nowhere.
    public var link: URL? {
        text.firstMatch(of: /https?:\/\/\S+/).flatMap { URL(string: String($0.output)) }
    }
}
