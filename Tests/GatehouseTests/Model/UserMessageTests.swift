import Foundation
import Testing

@testable import Gatehouse

struct UserMessageTests {
    private static let locales = ["en_US", "de_DE", "ja_JP", "zh_CN"].map(Locale.init(identifier:))

    /// The source that declares the codes.
    private static let source: String = {
        let path = URL(filePath: #filePath).appending(path: "../../../../Sources/Gatehouse/Model/AuthErrorCode.swift")
        return (try? String(contentsOf: path.standardized, encoding: .utf8)) ?? ""
    }()

    /// The declared codes; the raw value of each is its name.
    private static let codes = source.matches(of: /public static let (\w+) = Self\(rawValue: "\1"\)/)
        .map { AuthError.Code(rawValue: String($0.1)) }

    @Test func coversEveryCode() {
        #expect(Self.codes.count == Self.source.matches(of: /static let/).count)
        #expect(Set(UserMessage.byCode.keys) == Set(Self.codes).subtracting([.cancelled]))
    }

    @Test(arguments: codes.filter { $0 != .cancelled }, locales)
    func describesErrorsInLanguageOfUser(code: AuthError.Code, locale: Locale) throws {
        let text = try #require(AuthError(code, "developer's text").userMessage(locale: locale))
        let isChineseOrJapanese = text.unicodeScalars.contains { $0.value >= 0x3040 }
        #expect(isChineseOrJapanese == ["ja", "zh"].contains(locale.language.languageCode?.identifier))
        #expect(text.hasSuffix(isChineseOrJapanese ? "。" : "."))
        // Short enough for an alert.
        #expect(text.count <= 95)
        for word in Self.developerWords { #expect(!text.localizedCaseInsensitiveContains(word), "\(text)") }
        #expect(!text.contains(code.rawValue))
    }

    private static let developerWords = [
        "token", "server", "client", "issuer", "redirect", "OAuth", "URL", "HTTP", "JSON", "API", "null", "store",
        "keychain", "configur", "challenge", "attribute", "session", "refresh", "developer", "Konfigur", "Sitzung",
        "サーバー", "トークン", "クライアント", "セッション", "リダイレクト", "服务器", "令牌", "客户端", "会话", "重定向",
    ]

    @Test func writesDifferentTextsInEachLanguage() {
        for message in UserMessage.byCode.values {
            #expect(Set([message.english, message.german, message.japanese, message.chinese]).count == 4)
        }
    }

    @Test func hasNoMessageForCancellation() {
        for locale in Self.locales { #expect(AuthError.cancelled().userMessage(locale: locale) == nil) }
        #expect(AuthError.cancelled().errorDescription == nil)
    }

    @Test(arguments: [
        ("en", "Sign in to continue."), ("fr_FR", "Sign in to continue."), ("zh_TW", "Sign in to continue."),
        ("zh-Hant", "Sign in to continue."), ("de_AT", "Melden Sie sich an, um fortzufahren."),
        ("ja", "続けるにはサインインしてください。"), ("zh-Hans", "请登录后继续。"), ("zh_SG", "请登录后继续。"),
    ])
    func choosesLanguage(locale: String, text: String) {
        let error = AuthError.interactionRequired
        #expect(error.userMessage(locale: Locale(identifier: locale)) == text)
    }

    @Test func usesGeneralTextForUnknownCode() {
        let error = AuthError(AuthError.Code(rawValue: "quotaExceeded"), "The quota is exceeded.")
        #expect(error.userMessage(locale: Locale(identifier: "en")) == "Something went wrong. Try again.")
    }

    @Test func describesErrorInLanguageOfDevice() {
        let error = AuthError(.network, "The server could not be reached.")
        #expect(error.errorDescription == error.userMessage(locale: .current))
        #expect(error.localizedDescription == error.userMessage())
        #expect(error.description == "network: The server could not be reached.")
    }
}
