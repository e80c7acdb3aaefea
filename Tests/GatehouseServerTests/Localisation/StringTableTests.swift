import GatehouseServer
import Testing

@Suite struct StringTableTests {
    private static let english = StringTable.of(.english)

    @Test(arguments: Language.allCases)
    func hasTheSameKeysInEveryLanguage(language: Language) {
        #expect(StringTable.of(language).keys == Self.english.keys)
    }

    @Test(arguments: Language.allCases)
    func hasTheSamePlaceholdersInEveryLanguage(language: Language) {
        let table = StringTable.of(language)
        for key in Self.english.keys {
            #expect(Self.placeholders(table[key]) == Self.placeholders(Self.english[key]), "\(key)")
        }
    }

    @Test(arguments: Language.allCases)
    func leavesNoSentenceEmpty(language: Language) {
        let table = StringTable.of(language)
        #expect(table.keys.filter { table[$0]?.contains { !$0.isWhitespace } != true } == [])
    }

    @Test func speaksEachLanguage() {
        #expect(
            Language.allCases.map { StringTable.of($0).text("signIn.title") } == ["Sign in", "Anmelden", "サインイン", "登录"]
        )
    }

    @Test func fillsPlaceholdersOnceAndOnlyWhatItKnows() {
        let text = Self.english.text("mail.signInCode.body", ["client": "{code} {client}", "code": "1"])
        #expect(text == "Use this code to sign in to {code} {client}:")
        #expect(Self.english.text("brand.to") == "to continue to {client}")
        #expect(Self.english.text("no.such.key", ["client": "A"]) == "no.such.key")
    }

    private static func placeholders(_ sentence: String?) -> [Substring] {
        (sentence ?? "").matches(of: /\{\w*\}/).map(\.output).sorted()
    }
}
