import Foundation

/// A form of a page: its target, its fields and its buttons.
package struct HTMLForm: Sendable {
    /// A button with the field that it adds to the form.
    package struct Button: Sendable, Hashable {
        package let name: String
        package let value: String
    }

    /// A ceremony of WebAuthn.
    package struct PasskeyPrompt: Sendable, Hashable {
        /// The function of `navigator.credentials`: `create` or `get`.
        package let kind: String
        /// Its options as JSON.
        package let options: String
    }

    package let action: String
    /// The names and values of the fields as set by the page, without unchecked boxes.
    package let values: [String: String]
    /// The names of all visible, editable fields.
    package let fields: Set<String>
    package let buttons: [Button]
    /// The texts of the buttons within the form.
    package let labels: [Button: String]
    /// The passkey that the script of the page creates or uses; `nil` if there is none.
    package let passkey: PasskeyPrompt?

    /// Returns all forms of a page with the method `post`, from top to bottom.
    package static func all(in page: String) -> [HTMLForm] {
        page.matches(of: /<form\b[^>]*method="post"[^>]*>/.ignoresCase()).map { open in
            let rest = page[open.range.upperBound...]
            return HTMLForm(
                open.output,
                content: rest[..<(rest.firstRange(of: "</form>")?.lowerBound ?? rest.endIndex)],
                page: page
            )
        }
    }

    private init(_ open: Substring, content: Substring, page: String) {
        action = Self.attribute("action", of: open) ?? ""
        var values: [String: String] = [:]
        var fields: Set<String> = []
        for tag in content.matches(of: /<(input|select)\b[^>]*>/) {
            guard let name = Self.attribute("name", of: tag.output.0) else { continue }
            let type = Self.attribute("type", of: tag.output.0)
            if type != "hidden", !tag.output.0.contains(" readonly") { fields.insert(name) }
            if tag.output.1 == "select" {
                values[name] = Self.choice(in: content[tag.range.upperBound...])
            } else if type != "checkbox" || tag.output.0.contains(" checked") {
                values[name] = Self.attribute("value", of: tag.output.0) ?? ""
            }
        }
        self.values = values
        self.fields = fields
        passkey = content.firstMatch(of: /<div class="passkey"[^>]*>/).flatMap { tag in
            Self.attribute("data-passkey", of: tag.output).flatMap { kind in
                Self.attribute("data-options", of: tag.output).map { PasskeyPrompt(kind: kind, options: $0) }
            }
        }
        labels = content.matches(of: /<button\b[^>]*>/).reduce(into: [:]) { labels, tag in
            guard let button = Self.button(tag.output) else { return }
            let rest = content[tag.range.upperBound...]
            let inner = rest[..<(rest.firstRange(of: "</button>")?.lowerBound ?? rest.endIndex)]
            labels[button] = Self.text(Substring(inner.replacing(/<[^>]*>/, with: " ")))
        }
        let id = Self.attribute("id", of: open)
        // Buttons outside of the form refer to it by its identifier.
        let associated = page.matches(of: /<button\b[^>]*>/).filter {
            id != nil && Self.attribute("form", of: $0.output) == id
        }
        buttons = (content.matches(of: /<button\b[^>]*>/) + associated).compactMap { Self.button($0.output) }
    }

    private static func button(_ tag: Substring) -> Button? {
        attribute("name", of: tag).map { Button(name: $0, value: attribute("value", of: tag) ?? "") }
    }

    /// Returns the selected option of a select element, or the first one.
    private static func choice(in rest: Substring) -> String {
        let options = rest[..<(rest.firstRange(of: "</select>")?.lowerBound ?? rest.endIndex)]
            .matches(of: /<option\b[^>]*>/).map(\.output)
        let chosen = options.first { $0.contains(" selected") } ?? options.first
        return chosen.flatMap { attribute("value", of: $0) } ?? ""
    }

    private static func attribute(_ name: String, of tag: Substring) -> String? {
        guard let start = tag.firstRange(of: " \(name)=\"")?.upperBound, let end = tag[start...].firstIndex(of: "\"")
        else { return nil }
        return text(tag[start..<end])
    }

    /// Returns the text of HTML without tags.
    package static func text(_ html: Substring) -> String {
        let entities = [("&quot;", "\""), ("&#39;", "'"), ("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&")]
        return entities.reduce(String(html)) { text, entity in text.replacing(entity.0, with: entity.1) }
    }
}
