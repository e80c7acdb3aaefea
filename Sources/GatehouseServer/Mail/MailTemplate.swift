/// The HTML part of every mail: `mail.html` and the lines in it.
///
/// Mail programs know little CSS and no shared stylesheet, so this is a file of its own with the styles inside.
enum MailTemplate {
    /// The document with everything filled in and escaped.
    static func fill(
        language: Language,
        heading: String,
        body: String,
        code: String?,
        notes: [String],
        sender: String
    ) -> String {
        let values = [
            "language": language.rawValue,
            "heading": HTMLText.escape(heading),
            "body": HTMLText.escape(body),
            "code": code.map { #"<p class="code">\#(HTMLText.escape($0))</p>"# } ?? "",
            "notes": notes.map { #"<p class="note">\#(HTMLText.escape($0))</p>"# }.joined(separator: "\n"),
            "sender": HTMLText.escape(sender),
        ]
        // Split at the marks, so that what is filled in is never searched for marks again.
        return source.split(separator: "%%", omittingEmptySubsequences: false).enumerated()
            .map { index, part in index.isMultiple(of: 2) ? String(part) : values[String(part)] ?? "" }
            .joined()
    }

    private static let source = String(decoding: PackageResources.mail_html, as: UTF8.self)
}
