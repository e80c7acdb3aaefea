import Foundation
import KiiSDK
import Testing

@Suite struct LocaleContainerTests {
    @Test func keepsLanguageTag() {
        let container = LocaleContainer(bcp47Tag: "ja-JP")
        #expect(container.localeString == "ja-JP")
        #expect(container.locale.language.languageCode?.identifier == "ja")
        #expect(container.locale.region?.identifier == "JP")
    }

    @Test(arguments: [("en_GB", "en-GB"), ("zh_Hans_CN", "zh-Hans-CN"), ("ja_JP", "ja-JP"), ("pt-BR", "pt-BR")])
    func convertsLocaleToLanguageTag(identifier: String, tag: String) {
        #expect(LocaleContainer(locale: Locale(identifier: identifier)).localeString == tag)
    }

    @Test func usesDeviceLocaleByDefault() {
        let container = LocaleContainer()
        #expect(container.locale == Locale.current)
        #expect(container.localeString == Locale.current.identifier(.bcp47))
    }
}
