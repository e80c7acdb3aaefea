import GatehouseServer
import GatehouseStore
import Testing

@Suite struct SignInNameTests {
    @Test(arguments: [
        ("Ada@Example.com", AccountIdentifier.Kind.email, "ada@example.com"),
        ("+81 90-1234-5678", .phone, "+819012345678"),
        ("Ada", .username, "ada"),
        ("819012345678", .username, "819012345678"),
        ("090-1234-5678", .username, "090-1234-5678"),
    ])
    func whatIsTypedIsTakenForWhatItLooksLike(_ text: String, _ kind: AccountIdentifier.Kind, _ value: String) {
        let name = SignInName(typed: text)
        #expect(name.kind == kind)
        #expect(name.value == value)
    }

    @Test func aKindThatIsSaidCounts() {
        #expect(SignInName(typed: "JP-090-1234-5678", as: .phone).value == "+819012345678")
        #expect(SignInName(.phone, "JP-09012345678")?.value == "+819012345678")
        #expect(SignInName(.phone, "09012345678") == nil)
        #expect(SignInName(.email, "ada") == nil)
        #expect(SignInName(.username, "a@b") == nil)
    }

    @Test(arguments: ["", "@", "a@", "+", "+1", "x y", "ab"])
    func whatCanBeNoNameFindsNobodyAndIsNoError(_ text: String) {
        let name = SignInName(typed: text)
        #expect(SignInName(name.kind, name.value) == nil)
    }
}
