import Foundation

/// The texts of pages and emails in one language.
///
/// Keys are dotted (`signIn.title`); texts may contain named placeholders in braces (`{client}`). All tables have the
/// same keys and placeholders.
package struct StringTable: Sendable {
    /// The language of the texts.
    package let language: Language
    private let sentences: [String: String]

    /// Returns the table of one language.
    package static func of(_ language: Language) -> StringTable {
        guard let table = all[language] else {
            preconditionFailure("There is no string table for \(language.rawValue)")
        }
        return table
    }

    /// Returns the text with its placeholders, or `nil` if the table has no such key.
    package subscript(key: String) -> String? { sentences[key] }

    /// Returns the text with its placeholders replaced.
    ///
    /// Placeholders without a value and unknown keys are returned unchanged, which makes them visible. Braces in values
    /// are not interpreted.
    ///
    /// Simplified Chinese has a space beside a placeholder for Latin values; a Chinese value stands without it.
    package func text(_ key: String, _ values: [String: String] = [:]) -> String {
        segments(key, values).map { segment in
            switch segment {
            case .text(let text): text
            case .placeholder(let name): "{\(name)}"
            }
        }.joined()
    }

    /// A part of a sentence: text, or a placeholder without a value, such as the place of a link.
    package enum Segment: Sendable, Equatable {
        case text(String)
        case placeholder(String)
    }

    /// Returns the parts of the sentence, filled in as ``text(_:_:)`` does.
    package func segments(_ key: String, _ values: [String: String] = [:]) -> [Segment] {
        guard let sentence = sentences[key] else { return [.text(key)] }
        var segments: [Segment] = []
        var text = ""
        var rest = sentence[...]
        while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
            text += rest[..<open]
            let name = String(rest[rest.index(after: open)..<close])
            rest = rest[rest.index(after: close)...]
            guard let value = values[name] else {
                if !text.isEmpty { segments.append(.text(text)) }
                segments.append(.placeholder(name))
                text = ""
                continue
            }
            if language == .simplifiedChinese {
                if text.last == " ", Self.isChinese(value.first) { text.removeLast() }
                if rest.first == " ", Self.isChinese(value.last) { rest.removeFirst() }
            }
            text += value
        }
        text += rest
        return text.isEmpty ? segments : segments + [.text(text)]
    }

    /// Returns whether a character is an ideograph, kana or full-width, beside which Chinese text has no space.
    private static func isChinese(_ character: Character?) -> Bool {
        guard let scalar = character?.unicodeScalars.first else { return false }
        return switch scalar.value {
        case 0x2E80...0x9FFF, 0xF900...0xFAFF, 0xFE30...0xFE4F, 0xFF00...0xFFEF, 0x20000...0x3FFFF: true
        default: false
        }
    }

    /// All keys, sorted.
    package var keys: [String] { sentences.keys.sorted() }

    private static let all: [Language: StringTable] = Dictionary(
        uniqueKeysWithValues: Language.allCases.map { ($0, StringTable($0)) }
    )

    private init(_ language: Language) {
        let json =
            switch language {
            case .english: PackageResources.en_json
            case .german: PackageResources.de_json
            case .japanese: PackageResources.ja_json
            case .simplifiedChinese: PackageResources.zh_Hans_json
            }
        do {
            sentences = try JSONDecoder().decode([String: String].self, from: Data(json))
        } catch {
            preconditionFailure("The string table \(language.rawValue).json does not parse: \(error)")
        }
        self.language = language
    }
}

/// Escaping of text for HTML.
package enum HTMLEscaping {
    /// Escapes the five characters with a meaning in HTML text and quoted attributes.
    ///
    /// Works on Unicode scalars, as HTML parsers do: a quotation mark followed by a combining mark is one `Character`
    /// but still closes an attribute.
    package static func escape(_ text: String) -> String {
        var result = ""
        result.reserveCapacity(text.utf8.count)
        for scalar in text.unicodeScalars {
            switch scalar {
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "&": result += "&amp;"
            case "\"": result += "&quot;"
            case "'": result += "&#39;"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
