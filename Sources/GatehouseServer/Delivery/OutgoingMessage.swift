package import Foundation
package import GatehouseStore

/// A queued email or SMS.
package enum OutgoingMessage: Sendable, Equatable {
    case mail(EmailMessage)
    case sms(SMSMessage)

    /// The recipient's address or number.
    package var to: String {
        switch self {
        case .mail(let mail): mail.to
        case .sms(let sms): sms.to
        }
    }

    /// The line of a message list: the subject, or the text of an SMS.
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
    /// Distinguishes messages by their members; emails keep the format from before SMS were added.
    package init(from decoder: any Decoder) throws {
        if let mail = try? EmailMessage(from: decoder) {
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

/// A link in an email or SMS that continues a flow in place of its code.
///
/// Opening the page changes nothing, because mail scanners open links; only its button does.
package struct MessageLink: Sendable, Hashable {
    /// The path of the page below the issuer.
    package static let path = "/link"
    /// The query parameter that holds ``text``.
    package static let parameter = "token"

    package let flow: FlowRecord.ID
    package let code: String

    package init(flow: FlowRecord.ID, code: String) {
        self.flow = flow
        self.code = code
    }

    /// Parses the query parameter.
    ///
    /// Returns `nil` if it is malformed.
    package init?(_ text: String) {
        guard text.utf8.count <= 200, let dot = text.lastIndex(of: ".") else { return nil }
        let (id, code) = (text[..<dot], text[text.index(after: dot)...])
        guard !id.isEmpty, id.utf8.allSatisfy(Self.isPlain), !code.isEmpty, code.utf8.allSatisfy(Self.isPlain) else {
            return nil
        }
        self.init(flow: FlowRecord.ID(String(id)), code: String(code))
    }

    /// The value of the query parameter, which needs no percent-encoding.
    package var text: String { "\(flow).\(code)" }

    /// Returns the URL below the configured issuer, which does not depend on request headers.
    package func address(below issuer: String) -> String {
        "\(issuer)\(Self.path)?\(Self.parameter)=\(text)"
    }

    /// Returns whether a byte is a letter, digit, `-` or `_`, the alphabet of identifiers and codes.
    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
