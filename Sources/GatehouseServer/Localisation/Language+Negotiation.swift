extension Language {
    /// Chooses the language to answer in.
    ///
    /// What the client asks for goes before what the browser prefers; within each list the first tag we speak wins
    /// (RFC 4647 §3.4 lookup).
    ///
    /// There are no texts in Traditional Chinese. Its readers get another supported language that they name, or else
    /// Simplified Chinese, which CLDR's language matching puts closer than English.
    ///
    /// - Parameters:
    ///   - uiLocales: BCP 47 tags in order of preference, as `ui_locales` carries them (OpenID Connect Core §3.1.2.1).
    ///   - acceptLanguage: the `Accept-Language` field's value (RFC 9110 §12.5.4).
    /// - Returns: The language; English when nothing matches.
    package static func negotiate(uiLocales: [String], acceptLanguage: String?) -> Language {
        let tags = uiLocales + preferences(acceptLanguage ?? "")
        for tag in tags {
            if let language = Language(matching: tag) { return language }
        }
        return tags.contains { isTraditionalChinese(subtags($0)) } ? .simplifiedChinese : .english
    }

    /// The language that serves a reader of `tag`, if there is one.
    ///
    /// A region or variant is ignored (`de-AT` reads German). Chinese is told apart by script: a tag that names the
    /// traditional one, or a region that writes it, does not match.
    package init?(matching tag: String) {
        let subtags = Self.subtags(tag)
        switch subtags.first {
        case "en": self = .english
        case "de": self = .german
        case "ja": self = .japanese
        case "zh", "cmn":
            guard !Self.isTraditionalChinese(subtags) else { return nil }
            self = .simplifiedChinese
        default: return nil
        }
    }

    private static func subtags(_ tag: String) -> [Substring] {
        tag.lowercased().split(whereSeparator: { $0 == "-" || $0 == "_" })
    }

    /// Whether a tag names the traditional script, or a region that writes it without naming the other one.
    private static func isTraditionalChinese(_ subtags: [Substring]) -> Bool {
        guard let first = subtags.first, first == "zh" || first == "cmn" else { return false }
        let rest = subtags.dropFirst()
        return rest.contains("hant") || !rest.contains("hans") && !Set(["tw", "hk", "mo"]).isDisjoint(with: rest)
    }

    /// The tags of an `Accept-Language` value, best first; ranges of weight 0 and `*` are left out.
    private static func preferences(_ field: String) -> [String] {
        // More ranges than any browser sends are not worth sorting.
        let ranges = field.split(separator: ",").prefix(32).compactMap { item -> (tag: String, weight: Double)? in
            let parts = item.split(separator: ";").map(trimmed)
            guard let tag = parts.first, !tag.isEmpty, tag != "*" else { return nil }
            var weight = 1.0
            for parameter in parts.dropFirst() where parameter.lowercased().hasPrefix("q=") {
                weight = Double(parameter.dropFirst(2)) ?? 0
            }
            return weight > 0 ? (String(tag), weight) : nil
        }
        // Equal weights keep the order they came in.
        return ranges.enumerated()
            .sorted { ($0.element.weight, -$0.offset) > ($1.element.weight, -$1.offset) }
            .map(\.element.tag)
    }

    private static func trimmed(_ text: Substring) -> Substring {
        var text = text
        while text.first?.isWhitespace == true { text.removeFirst() }
        while text.last?.isWhitespace == true { text.removeLast() }
        return text
    }
}
