import Foundation

/// The main form of a page, as a person sees it: where it goes, what it holds, which buttons it has.
package struct HTMLForm: Sendable {
    /// A button: what pressing it adds to the form.
    package struct Button: Sendable, Equatable {
        package let name: String
        package let value: String
    }

    package let action: String
    /// Names and values of the fields, as the page sets them.
    package var values: [String: String]
    package let buttons: [Button]

    /// Reads the first form of a page that is posted.
    package init?(page html: String) {
        guard let open = html.firstMatch(of: /<form\b[^>]*method="post"[^>]*>/.ignoresCase()) else { return nil }
        let rest = html[open.range.upperBound...]
        let content = rest[..<(rest.range(of: "</form>")?.lowerBound ?? rest.endIndex)]
        action = Self.attribute("action", of: open.output) ?? ""
        var values: [String: String] = [:]
        for tag in content.matches(of: /<input\b[^>]*>/) {
            guard let name = Self.attribute("name", of: tag.output) else { continue }
            let isBox = ["checkbox", "radio"].contains(Self.attribute("type", of: tag.output))
            if isBox, !tag.output.contains(" checked") { continue }
            values[name] = Self.attribute("value", of: tag.output) ?? (isBox ? "on" : "")
        }
        self.values = values
        buttons = content.matches(of: /<button\b[^>]*>/).compactMap { tag in
            Self.attribute("name", of: tag.output).map {
                Button(name: $0, value: Self.attribute("value", of: tag.output) ?? "")
            }
        }
    }

    private static func attribute(_ name: String, of tag: Substring) -> String? {
        guard let start = tag.range(of: " \(name)=\"")?.upperBound, let end = tag[start...].firstIndex(of: "\"") else {
            return nil
        }
        var text = String(tag[start..<end])
        for (entity, character) in [("&quot;", "\""), ("&#39;", "'"), ("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&")] {
            text = text.replacing(entity, with: character)
        }
        return text
    }
}
