import GatehouseWire
import Testing

@Suite struct NormalizedURITests {
    @Test(arguments: [
        ("https://api.example.com/orders", "https://api.example.com/orders"),
        ("HTTPS://API.Example.COM/Orders", "https://api.example.com/Orders"),
        ("https://api.example.com", "https://api.example.com/"),
        ("https://api.example.com?x=1", "https://api.example.com/"),
        ("https://api.example.com#top", "https://api.example.com/"),
        ("https://api.example.com/orders?x=/../#y", "https://api.example.com/orders"),
        ("https://api.example.com:443/", "https://api.example.com/"),
        ("https://api.example.com:/", "https://api.example.com/"),
        ("https://api.example.com:0443/", "https://api.example.com/"),
        ("https://api.example.com:80/", "https://api.example.com:80/"),
        ("http://api.example.com:80/", "http://api.example.com/"),
        ("http://[2001:DB8::1]:8080/a", "http://[2001:db8::1]:8080/a"),
        ("https://%61pi.example.com/", "https://api.example.com/"),
        ("https://h/%7euser/%c3%a4/a%2fb", "https://h/~user/%C3%A4/a%2Fb"),
        ("https://h/a/./b/../c", "https://h/a/c"),
        ("https://h/../../a", "https://h/a"),
        ("https://h/a/..", "https://h/"),
        ("https://h/a/b/.", "https://h/a/b/"),
        ("https://h//a//b/", "https://h//a//b/"),
        ("https://h/a/%2e%2e/b", "https://h/b"),
        ("https://h/a:b@c;d=e,f!$&'()*+", "https://h/a:b@c;d=e,f!$&'()*+"),
    ])
    func normalizes(text: String, expected: String) throws {
        let uri = try #require(NormalizedURI(text))
        #expect(uri.description == expected)
        #expect(NormalizedURI(expected) == uri)
    }

    @Test(arguments: [
        "", "https:", "https:/h", "https://", "https:///a", "//h/a", "/a", "h/a", "ftp://h/a", "javascript:alert(1)",
        "https://user@h/", "https://user:password@h/", "https://h:x/", "https://h:65536/", "https://h:-1/",
        "https://[::1/", "https://[]/", "https://[::1]x/", "https://[g]/", "https://h /", "https://h/a b",
        "https://h/\u{E4}", "https://\u{E4}/", "https://h/%", "https://h/%4", "https://h/%zz", "https://h%00/",
        "https://h/a\\b", "https://h/\"", "https://h\\@other/",
    ])
    func rejectsOtherText(_ text: String) {
        #expect(NormalizedURI(text) == nil)
    }

    @Test func limitsLength() {
        let base = "https://h/"
        let longest = base + String(repeating: "a", count: NormalizedURI.limit - base.utf8.count)
        #expect(NormalizedURI(longest) != nil)
        #expect(NormalizedURI(longest + "a") == nil)
    }
}
