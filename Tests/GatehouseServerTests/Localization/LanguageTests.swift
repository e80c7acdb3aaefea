import GatehouseServer
import Testing

@Suite struct LanguageTests {
    @Test(
        arguments: [
            ("de", Language.german), ("de-AT", .german), ("DE_de", .german), ("en-GB", .english), ("ja-JP", .japanese),
            ("zh", .simplifiedChinese), ("zh-CN", .simplifiedChinese), ("zh-Hans-HK", .simplifiedChinese),
            ("cmn-Hans", .simplifiedChinese), ("zh-Hant", nil), ("zh-TW", nil), ("zh-hant-CN", nil), ("fr", nil),
            ("", nil),
            ("deu", nil), ("*", nil),
        ] as [(String, Language?)]
    )
    func matchesLanguageTag(tag: String, language: Language?) {
        #expect(Language(matching: tag) == language)
    }

    @Test func followsQualityValues() {
        #expect(Language.negotiate(uiLocales: [], acceptLanguage: "fr, en;q=0.5, ja;q=0.8") == .japanese)
        #expect(Language.negotiate(uiLocales: [], acceptLanguage: "de,ja") == .german)
        #expect(Language.negotiate(uiLocales: [], acceptLanguage: "de;q=0, ja ; q=0.1") == .japanese)
        #expect(Language.negotiate(uiLocales: [], acceptLanguage: "zh-TW,zh;q=0.9,en;q=0.8") == .simplifiedChinese)
    }

    @Test(
        arguments: [
            // A language that the user lists takes precedence, including the browser's own fallback `zh`.
            ("zh-TW,en;q=0.8", Language.english), ("zh-Hant-HK, ja;q=0.5", .japanese),
            ("zh-HK,zh;q=0.9,en;q=0.8", .simplifiedChinese), ("zh-TW,en;q=0.9,zh;q=0.8", .english),
            // No listed language is available: Simplified Chinese is closer than English.
            ("zh-Hant", .simplifiedChinese), ("zh-TW", .simplifiedChinese), ("zh-HK", .simplifiedChinese),
            ("zh_MO", .simplifiedChinese), ("cmn-Hant", .simplifiedChinese), ("fr, zh-TW", .simplifiedChinese),
            ("fr, zh-TW;q=0", .english), ("hant", .english), ("fr-TW", .english),
        ]
    )
    func choosesClosestLanguageForTraditionalChinese(field: String, language: Language) {
        #expect(Language.negotiate(uiLocales: [], acceptLanguage: field) == language)
    }

    @Test func ignoresTraditionalChineseFromClientIfUserHasAnother() {
        #expect(Language.negotiate(uiLocales: ["zh-Hant"], acceptLanguage: "de") == .german)
        #expect(Language.negotiate(uiLocales: ["zh-Hant"], acceptLanguage: nil) == .simplifiedChinese)
    }

    @Test func prefersLocalesOfClient() {
        #expect(Language.negotiate(uiLocales: ["fr-CA", "ja"], acceptLanguage: "de") == .japanese)
        #expect(Language.negotiate(uiLocales: ["fr-CA"], acceptLanguage: "de") == .german)
    }

    @Test(arguments: [nil, "", ",;q=,", "*", "fr;q=x", "de;q=abc"])
    func fallsBackToEnglish(field: String?) {
        #expect(Language.negotiate(uiLocales: [], acceptLanguage: field) == .english)
    }
}
