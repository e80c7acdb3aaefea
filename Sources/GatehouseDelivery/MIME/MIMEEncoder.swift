package import GatehouseServer

/// Writes a mail as the bytes that travel: RFC 5322 headers, and text and HTML as `multipart/alternative`.
///
/// The same message gives the same bytes. Nothing in a header can end it: whatever holds a control character is refused.
package enum MIMEEncoder {
    /// Neither of the body encodings can produce this line (RFC 2045 §6.7, rule 1), so no body can hold it.
    private static let boundary = "=_alternative"

    /// Encodes a message, with CRLF line ends and no line above 78 characters apart from long addresses.
    ///
    /// - Throws: `DeliveryError.permanent` when an address is none or a header holds a control character.
    package static func encode(_ message: MailMessage) throws(DeliveryError) -> String {
        guard let from = NamedAddress(message.from) else { throw .permanent("the sender is no address") }
        guard let to = EmailAddress(message.to) else { throw .permanent("the recipient is no address") }
        let lines = [
            try MIMEHeader.mailbox("From", name: from.name, address: from.address.normalized),
            try MIMEHeader.mailbox("To", name: nil, address: to.normalized),
            try MIMEHeader.text("Subject", message.subject),
            "Date: \(MIMEDate.format(message.date))",
            try MIMEHeader.identifier("Message-ID", message.messageID),
            "Auto-Submitted: auto-generated",
            "MIME-Version: 1.0",
            "Content-Type: multipart/alternative; boundary=\"\(boundary)\"",
            "",
            "--\(boundary)",
            part(message.text, subtype: "plain"),
            "--\(boundary)",
            part(message.html, subtype: "html"),
            "--\(boundary)--",
            "",
        ]
        return lines.joined(separator: "\r\n")
    }

    private static func part(_ text: String, subtype: String) -> String {
        let body = MIMEBody(text)
        return """
            Content-Type: text/\(subtype); charset=utf-8\r
            Content-Transfer-Encoding: \(body.encoding)\r
            \r
            \(body.text)
            """
    }
}
