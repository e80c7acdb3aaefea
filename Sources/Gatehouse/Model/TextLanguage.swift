package import Foundation

/// A language of the texts for users.
package enum TextLanguage: Sendable, Hashable, CaseIterable {
    case english, german, japanese
    /// Simplified Chinese.
    case chinese

    /// Creates the language for a locale; English for one without texts.
    ///
    /// - Parameter locale: The locale of the user interface.
    package init(_ locale: Locale) {
        let language = locale.language
        self =
            switch language.languageCode?.identifier {
            case "de": .german
            case "ja": .japanese
            case "zh" where !language.maximalIdentifier.contains("Hant"): .chinese
            default: .english
            }
    }
}
