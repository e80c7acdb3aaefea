import GatehouseWire
import Testing

@Suite struct WellKnownURLTests {
    private static let path = "/.well-known/oauth-protected-resource"

    /// RFC 9728 §3.1, RFC 8414 §3.1.
    @Test(arguments: [
        ("https://api.example.com", "https://api.example.com", ""),
        ("https://api.example.com/", "https://api.example.com", ""),
        ("https://api.example.com/mcp", "https://api.example.com", "/mcp"),
        ("https://api.example.com/a/b/", "https://api.example.com", "/a/b/"),
        ("https://api.example.com:8443/mcp?x=1", "https://api.example.com:8443", "/mcp?x=1"),
        ("https://api.example.com?x=1", "https://api.example.com", "?x=1"),
        ("https://api.example.com/?x=1", "https://api.example.com", "?x=1"),
        ("http://[::1]:8080/mcp", "http://[::1]:8080", "/mcp"),
    ])
    func insertsPathAfterHost(_ identifier: String, origin: String, rest: String) {
        #expect(WellKnownURL.inserting(Self.path, into: identifier) == origin + Self.path + rest)
        #expect(WellKnownURL.path(inserting: Self.path, into: identifier) == Self.path + rest)
    }

    @Test(arguments: ["", "api", "urn:example:api", "https://", "https://api.example.com/#x", "ftp://a.example/b"])
    func rejectsOtherIdentifiers(_ identifier: String) {
        #expect(WellKnownURL.inserting(Self.path, into: identifier) == nil)
        #expect(WellKnownURL.path(inserting: Self.path, into: identifier) == nil)
    }
}
