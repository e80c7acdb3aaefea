import Foundation

/// Every sentence the server shows or mails, in one language.
///
/// A key is dotted (`signIn.title`); a sentence may hold named placeholders in braces (`{client}`). The four tables have
/// the same keys and placeholders, so a lookup that works in one language works in all.
package struct StringTable: Sendable {
    /// The language of the sentences.
    package let language: Language
    private let sentences: [String: String]

    /// The table of one language.
    package static func of(_ language: Language) -> StringTable {
        guard let table = all[language] else {
            preconditionFailure("There is no string table for \(language.rawValue)")
        }
        return table
    }

    /// The sentence as written, or `nil` when the table has no such key.
    package subscript(key: String) -> String? { sentences[key] }

    /// The sentence with its placeholders filled in.
    ///
    /// A placeholder with no value stays as it is, and so does a key that is not in the table: both are visible at once.
    /// Values are taken as they are; what braces they hold is not looked at again.
    package func text(_ key: String, _ values: [String: String] = [:]) -> String {
        guard let sentence = sentences[key] else { return key }
        guard sentence.contains("{") else { return sentence }
        var result = ""
        var rest = sentence[...]
        while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
            result += rest[..<open]
            let name = String(rest[rest.index(after: open)..<close])
            result += values[name] ?? String(rest[open...close])
            rest = rest[rest.index(after: close)...]
        }
        return result + rest
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
