import GatehouseServer
import GatehouseStore
import GatehouseWire
import Testing

@Suite struct AttributePatternTests {
    @Test(arguments: [
        ("[a-z]{2,3}", ["ab", "abc"], ["a", "abcd", "aB"]),
        ("^[A-Z]{2}\\d+$", ["DE1", "DE123"], ["DE", "de1", "DE1x"]),
        ("a|bc|", ["a", "bc"], ["b", "abc"]),
        ("(?:ab)*c?", ["ab", "abab", "c", "ababc"], ["a", "cc"]),
        ("(a|b)+?", ["a", "ba"], ["c"]),
        ("[^\\d\\s-]+", ["x+y"], ["x1", "x-y", "x y"]),
        ("\\w+@\\w+\\.de", ["a@b.de"], ["a@bxde"]),
        ("\\p{Lu}\\p{L}*", ["Ärzte", "Ö", "Ab"], ["ärzte", "A1"]),
        ("\\P{N}\\S\\D", ["abc"], ["1bc", "a c", "ab1"]),
        (".{3}", ["日本語", "a.b"], ["ab"]),
        ("a{2,}", ["aa", "aaaaa"], ["a"]),
        ("\\$\\^\\\\", ["$^\\"], ["$^"]),
        ("[\\w.+-]+", ["a.b+c-d"], ["a b"]),
        ("((a*)*|(b?){0})*", ["aaa"], ["b"]),
        ("(.)(?!\\1).*", ["ab"], ["aa"]),
        ("line", ["line"], ["line\u{2028}"]),
    ])
    func matchesWholeText(pattern: String, matching: [String], nonMatching: [String]) {
        for text in matching { #expect(matches(pattern, text), "\(pattern) \(text)") }
        for text in nonMatching { #expect(!matches(pattern, text), "\(pattern) \(text)") }
    }

    /// Each pattern backtracks exponentially in an engine without a limit.
    @Test(arguments: [
        "(a+)+b", "(a|a)*b", "(a|aa)+b", "(.*)*b", "(a?){511}b", "a*a*a*a*a*a*a*a*a*a*a*a*b", "([a-z]+)*\\d",
    ])
    func boundsBacktracking(pattern: String) {
        let text = String(repeating: "a", count: 512)
        #expect(!matches(pattern, text))
        #expect(matches(pattern, String(text.dropLast()) + (pattern.hasSuffix("d") ? "1" : "b")))
    }

    @Test(arguments: [
        "(", ")", "[", "[]", "[z-a]", "*", "a**", "a{3,2}", "a{99999}", "\\", "\\C", "(?<a", "\\p{Nothing}",
        "((a{100}){100}){100}", String(repeating: "a", count: 513),
    ])
    func rejectsInvalidPatterns(pattern: String) async throws {
        let server = try ServerHarness()
        let registration = ClientRegistration(
            name: "App",
            kind: .public,
            redirectURIs: ["com.example.app:/callback"],
            attributes: [ClientAttribute(name: "code", pattern: pattern)]
        )
        let error = try await oauthError {
            try await server.identity.registrar.register(
                registration,
                context: server.context
            )
        }
        #expect(error.code == .invalidClientMetadata)
    }

    private func matches(_ pattern: String, _ text: String) -> Bool {
        let form = AttributeForm([ClientAttribute(name: "code", pattern: pattern)])
        return (try? form.check(["code": text], page: 1)) == ["code": .string(text)]
    }
}
