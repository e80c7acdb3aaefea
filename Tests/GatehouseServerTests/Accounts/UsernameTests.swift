import GatehouseServer
import Testing

@Suite struct UsernameTests {
    @Test(arguments: ["abc", "Ada.Lovelace", "user_123456", "1234567", "a-b", String(repeating: "x", count: 64)])
    func aNameOfLettersDigitsAndThreeSignsIsOne(_ text: String) throws {
        let name = try #require(Username(text))
        #expect(name.spelling == text)
        #expect(name.normalized == text.lowercased())
    }

    @Test(arguments: [
        "", "ab", "a b", "ada@example.com", "+819012345678", "zoë", "ａｄａ", "ada\n", " ada", "a/b", "a:b",
        String(repeating: "x", count: 65),
    ])
    func anythingElseIsNone(_ text: String) {
        #expect(Username(text) == nil)
    }
}
