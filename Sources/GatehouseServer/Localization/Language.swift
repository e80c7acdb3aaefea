/// A language of the hosted pages and emails; the raw value is its BCP 47 tag.
package enum Language: String, CaseIterable, Sendable {
    case english = "en"
    case german = "de"
    case japanese = "ja"
    case simplifiedChinese = "zh-Hans"

    /// The language's name in the language itself, for the language menu.
    package var ownName: String {
        switch self {
        case .english: "English"
        case .german: "Deutsch"
        case .japanese: "日本語"
        case .simplifiedChinese: "简体中文"
        }
    }
}

extension Language {
    /// Returns the operator's text in this language, else in English, else in any language.
    ///
    /// - Parameter text: Returns the text in a language, if there is one.
    /// - Returns: The text; `nil` if there is none.
    func preferred(_ text: (Language) -> String?) -> String? {
        for language in [self, .english] + Self.allCases {
            if let found = text(language) { return found }
        }
        return nil
    }

    /// Negotiates the language of a response.
    ///
    /// The client's preferences precede the browser's; within each list, the first supported tag wins (RFC 4647 §3.4
    /// lookup).
    ///
    /// There are no texts in Traditional Chinese. Its readers get another supported language that they list, or else
    /// Simplified Chinese, which CLDR's language matching ranks closer than English.
    ///
    /// - Parameters:
    ///   - uiLocales: BCP 47 tags in order of preference, from `ui_locales` (OpenID Connect Core §3.1.2.1).
    ///   - acceptLanguage: The value of the `Accept-Language` field (RFC 9110 §12.5.4).
    /// - Returns: The language, or English if none matches.
    package static func negotiate(uiLocales: [String], acceptLanguage: String?) -> Language {
        let tags = uiLocales + preferences(acceptLanguage ?? "")
        for tag in tags {
            if let language = Language(matching: tag) { return language }
        }
        return tags.contains { isTraditionalChinese(subtags($0)) } ? .simplifiedChinese : .english
    }

    /// Creates the supported language that matches `tag`.
    ///
    /// A region or variant is ignored (`de-AT` matches German). Chinese is matched by script: a tag with the
    /// traditional script, or a region that uses it, does not match.
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

    /// Returns whether a tag names the traditional script, or a region that uses it without naming the simplified one.
    private static func isTraditionalChinese(_ subtags: [Substring]) -> Bool {
        guard let first = subtags.first, first == "zh" || first == "cmn" else { return false }
        let rest = subtags.dropFirst()
        return rest.contains("hant") || !rest.contains("hans") && !Set(["tw", "hk", "mo"]).isDisjoint(with: rest)
    }

    /// Returns the tags of an `Accept-Language` value by weight, without `*` and ranges of weight 0.
    private static func preferences(_ field: String) -> [String] {
        // Browsers send fewer ranges.
        let ranges = field.split(separator: ",").prefix(32).compactMap { item -> (tag: String, weight: Double)? in
            let parts = item.split(separator: ";").map(trimmed)
            guard let tag = parts.first, !tag.isEmpty, tag != "*" else { return nil }
            var weight = 1.0
            for parameter in parts.dropFirst() where parameter.lowercased().hasPrefix("q=") {
                weight = Double(parameter.dropFirst(2)) ?? 0
            }
            return weight > 0 ? (String(tag), weight) : nil
        }
        // Equal weights keep their order.
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
