package import Foundation

/// What the queue holds, and the mailbox of development: a mail or an SMS.
package enum OutgoingMessage: Sendable, Equatable {
    case mail(MailMessage)
    case sms(SMSMessage)

    /// The recipient's address or number.
    package var to: String {
        switch self {
        case .mail(let mail): mail.to
        case .sms(let sms): sms.to
        }
    }

    /// What a list shows: the subject, or the text where there is none.
    package var summary: String {
        switch self {
        case .mail(let mail): mail.subject
        case .sms(let sms): sms.text
        }
    }

    package var date: Date {
        switch self {
        case .mail(let mail): mail.date
        case .sms(let sms): sms.date
        }
    }
}

extension OutgoingMessage: Codable {
    /// Each is told by its members, so that mail is written as it was before there was SMS.
    package init(from decoder: any Decoder) throws {
        if let mail = try? MailMessage(from: decoder) {
            self = .mail(mail)
        } else {
            self = .sms(try SMSMessage(from: decoder))
        }
    }

    package func encode(to encoder: any Encoder) throws {
        switch self {
        case .mail(let mail): try mail.encode(to: encoder)
        case .sms(let sms): try sms.encode(to: encoder)
        }
    }
}
