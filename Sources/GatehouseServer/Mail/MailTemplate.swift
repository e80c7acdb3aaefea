/// The HTML part of every mail: `mail.html` and the lines in it.
///
/// Styles are inline, because several mail programs drop the stylesheet, which only adds the colours of dark mode.
enum MailTemplate {
    /// A page that the mail leads to.
    struct Link {
        let address: String
        /// The sentence before it.
        let lead: String
        /// What stands on the button.
        let label: String
    }

    /// The document with everything filled in and escaped.
    static func fill(
        language: Language,
        heading: String,
        body: String,
        code: String?,
        link: Link?,
        notes: [String],
        sender: String
    ) -> String {
        let values = [
            "language": language.rawValue,
            "heading": HTMLText.escape(heading),
            "body": HTMLText.escape(body),
            "code": code.map { paragraph("code", codeStyle, $0) } ?? "",
            "link": link.map(fill) ?? "",
            "notes": notes.map { paragraph("note", noteStyle, $0) }.joined(separator: "\n"),
            "sender": HTMLText.escape(sender),
        ]
        // Split at the marks, so that what is filled in is never searched for marks again.
        return source.split(separator: "%%", omittingEmptySubsequences: false).enumerated()
            .map { index, part in index.isMultiple(of: 2) ? String(part) : values[String(part)] ?? "" }
            .joined()
    }

    private static func fill(_ link: Link) -> String {
        """
        <p style="\(paragraphStyle)">\(HTMLText.escape(link.lead))</p>
        <p style="\(paragraphStyle)"><a class="action" href="\(HTMLText.escape(link.address))" style="\(actionStyle)">\
        \(HTMLText.escape(link.label))</a></p>
        """
    }

    /// Returns a paragraph with an inline style, and a class for dark mode.
    private static func paragraph(_ name: String, _ style: String, _ text: String) -> String {
        #"<p class="\#(name)" style="\#(style)">\#(HTMLText.escape(text))</p>"#
    }

    private static let paragraphStyle = "margin: 0 0 16px"
    private static let noteStyle = paragraphStyle + "; color: #4c5f5b; font-size: 14px"
    private static let codeStyle =
        "margin: 24px 0; padding: 18px 12px; border-radius: 12px; background: #e6f1ee; color: #0d5c50; "
        + "font-family: ui-monospace, Menlo, Consolas, monospace; font-size: 32px; font-weight: 700; line-height: 1.2; "
        + "letter-spacing: 4px; text-align: center"
    private static let actionStyle =
        "display: block; padding: 14px 16px; border-radius: 12px; background: #0d6e60; color: #ffffff; "
        + "font-weight: 600; text-align: center; text-decoration: none"

    private static let source = String(decoding: PackageResources.mail_html, as: UTF8.self)
}
