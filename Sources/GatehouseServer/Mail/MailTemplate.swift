/// The HTML part of every mail: `mail.html` and the lines in it.
///
/// Mail programs know little CSS and no shared stylesheet, so this is a file of its own with the styles inside.
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
            "code": code.map { #"<p class="code">\#(HTMLText.escape($0))</p>"# } ?? "",
            "link": link.map(fill) ?? "",
            "notes": notes.map { #"<p class="note">\#(HTMLText.escape($0))</p>"# }.joined(separator: "\n"),
            "sender": HTMLText.escape(sender),
        ]
        // Split at the marks, so that what is filled in is never searched for marks again.
        return source.split(separator: "%%", omittingEmptySubsequences: false).enumerated()
            .map { index, part in index.isMultiple(of: 2) ? String(part) : values[String(part)] ?? "" }
            .joined()
    }

    private static func fill(_ link: Link) -> String {
        """
        <p>\(HTMLText.escape(link.lead))</p>
        <p><a class="action" href="\(HTMLText.escape(link.address))">\(HTMLText.escape(link.label))</a></p>
        """
    }

    private static let source = String(decoding: PackageResources.mail_html, as: UTF8.self)
}
