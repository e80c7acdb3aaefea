import GatehouseServer
import GatehouseStore
import Testing

@Suite struct LoginIdentifierTests {
    @Test(arguments: [
        ("Ada@Example.com", AccountIdentifier.Kind.email, "ada@example.com"),
        ("+81 90-1234-5678", .phone, "+819012345678"),
        ("Ada", .username, "ada"),
        ("819012345678", .username, "819012345678"),
        ("090-1234-5678", .username, "090-1234-5678"),
    ])
    func detectsKindOfTypedIdentifier(text: String, kind: AccountIdentifier.Kind, value: String) {
        let name = LoginIdentifier(typed: text)
        #expect(name.kind == kind)
        #expect(name.value == value)
    }

    @Test func usesExplicitKind() {
        #expect(LoginIdentifier(typed: "JP-090-1234-5678", as: .phone).value == "+819012345678")
        #expect(LoginIdentifier(.phone, "JP-09012345678")?.value == "+819012345678")
        #expect(LoginIdentifier(.phone, "09012345678") == nil)
        #expect(LoginIdentifier(.email, "ada") == nil)
        #expect(LoginIdentifier(.username, "a@b") == nil)
    }

    @Test(arguments: ["", "@", "a@", "+", "+1", "x y", "ab"])
    func acceptsUnmatchableTextWithoutError(_ text: String) {
        let name = LoginIdentifier(typed: text)
        #expect(LoginIdentifier(name.kind, name.value) == nil)
    }
}

@Suite struct UsernameTests {
    @Test(arguments: ["abc", "Ada.Lovelace", "user_123456", "1234567", "a-b", String(repeating: "x", count: 64)])
    func acceptsLettersDigitsAndThreePunctuationMarks(_ text: String) throws {
        let name = try #require(Username(text))
        #expect(name.spelling == text)
        #expect(name.normalized == text.lowercased())
    }

    @Test(arguments: [
        "", "ab", "a b", "ada@example.com", "+819012345678", "zoë", "ａｄａ", "ada\n", " ada", "a/b", "a:b",
        String(repeating: "x", count: 65),
    ])
    func rejectsOtherCharactersAndLengths(_ text: String) {
        #expect(Username(text) == nil)
    }
}
