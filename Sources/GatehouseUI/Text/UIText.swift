import Foundation
import Gatehouse

/// A text of the user interface in all languages.
///
/// The texts are code and not resources of the module: a missing language does not compile, and the language is that of
/// the view's locale, which is the language of the app.
struct UIText: Sendable, Hashable {
    let english: String
    let german: String
    let japanese: String
    let chinese: String

    init(_ english: String, de german: String, ja japanese: String, zh chinese: String) {
        self.english = english
        self.german = german
        self.japanese = japanese
        self.chinese = chinese
    }

    /// A placeholder such as `{address}`.
    enum Placeholder: String {
        case address, app, count, date
    }

    /// Returns the text in the language of a locale.
    ///
    /// - Parameters:
    ///   - locale: The locale of the user interface.
    ///   - values: The values of the placeholders.
    /// - Returns: The text; in English if there is none in the language of the locale.
    func text(in locale: Locale, _ values: [Placeholder: String] = [:]) -> String {
        let text =
            switch TextLanguage(locale) {
            case .english: english
            case .german: german
            case .japanese: japanese
            case .chinese: chinese
            }
        return values.reduce(text) { $0.replacing("{\($1.key.rawValue)}", with: $1.value) }
    }
}
