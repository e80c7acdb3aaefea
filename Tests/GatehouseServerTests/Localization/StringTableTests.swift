import GatehouseServer
import Testing

@Suite struct StringTableTests {
    private static let english = StringTable.of(.english)

    @Test(arguments: Language.allCases)
    func hasSameKeysInEveryLanguage(language: Language) {
        #expect(StringTable.of(language).keys == Self.english.keys)
    }

    @Test(arguments: Language.allCases)
    func hasSamePlaceholdersInEveryLanguage(language: Language) {
        let table = StringTable.of(language)
        for key in Self.english.keys {
            #expect(Self.placeholders(table[key]) == Self.placeholders(Self.english[key]), "\(key)")
        }
    }

    @Test(arguments: Language.allCases)
    func hasNoEmptyText(language: Language) {
        let table = StringTable.of(language)
        #expect(table.keys.filter { table[$0]?.contains { !$0.isWhitespace } != true } == [])
    }

    @Test func containsTextsOfEachLanguage() {
        #expect(
            Language.allCases.map { StringTable.of($0).text("signIn.title") } == ["Sign in", "Anmelden", "サインイン", "登录"]
        )
    }

    @Test func replacesKnownPlaceholdersOnce() {
        let text = Self.english.text("mail.signInCode.body", ["client": "{code} {client}", "code": "1"])
        #expect(text == "Use this code to sign in to {code} {client}:")
        #expect(Self.english.text("brand.to") == "to continue to {client}")
        #expect(Self.english.text("no.such.key", ["client": "A"]) == "no.such.key")
    }

    @Test func returnsUnfilledPlaceholdersAsSegments() {
        #expect(
            Self.english.segments("signUp.agreeTerms", ["client": "{terms}"])
                == [
                    .text("By creating an account, you agree to the "), .placeholder("terms"), .text(" of {terms}."),
                ]
        )
    }

    @Test func omitsSpacesAroundChineseValues() {
        let table = StringTable.of(.simplifiedChinese)
        #expect(table.text("consent.intro", ["client": "Example App"]) == "Example App 申请获得以下权限：")
        #expect(table.text("consent.intro", ["client": "示例应用"]) == "示例应用申请获得以下权限：")
        #expect(table.text("brand.to", ["client": "Example 应用"]) == "继续使用 Example 应用")
        #expect(table.text("brand.to", ["client": "应用 2"]) == "继续使用应用 2")
    }

    private static func placeholders(_ sentence: String?) -> [Substring] {
        (sentence ?? "").matches(of: /\{\w*\}/).map(\.output).sorted()
    }
}

@Suite struct HTMLEscapingTests {
    @Test func escapesMarkupCharacters() {
        #expect(
            HTMLEscaping.escape(#"<a href="x" id='y'>&amp;"#) == "&lt;a href=&quot;x&quot; id=&#39;y&#39;&gt;&amp;amp;"
        )
    }

    /// A quotation mark with a combining accent is one `Character`, but the mark still ends an attribute.
    @Test func escapesMarkWithCombiningAccent() {
        #expect(Array(HTMLEscaping.escape("\"\u{301}").utf8) == Array("&quot;\u{301}".utf8))
    }

    @Test func keepsOtherText() {
        #expect(HTMLEscaping.escape("日本語 é 👩‍👩‍👧 {x}") == "日本語 é 👩‍👩‍👧 {x}")
    }
}
