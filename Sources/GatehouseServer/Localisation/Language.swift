/// A language the hosted pages and the mail speak; the raw value is its BCP 47 tag.
package enum Language: String, CaseIterable, Sendable {
    case english = "en"
    case german = "de"
    case japanese = "ja"
    case simplifiedChinese = "zh-Hans"

    /// The language's name in itself, as a language choice shows it.
    package var ownName: String {
        switch self {
        case .english: "English"
        case .german: "Deutsch"
        case .japanese: "日本語"
        case .simplifiedChinese: "简体中文"
        }
    }
}
