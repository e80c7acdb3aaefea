import GatehouseWire
import Testing

@Suite struct RedirectURITests {
    @Test(arguments: [
        "https://app.example.com/cb", "https://app.example.com/cb?tenant=1", "http://localhost:8080/",
        "http://localhost",
        "http://[::1]:5000/cb", "com.example.app:/oauth2redirect", "com.example.app://auth",
        "msauth.com.example.app://auth",
        "https://app.example.com/%C3%A4",
    ])
    func acceptsValidRedirectURIs(_ text: String) {
        #expect(RedirectURI(rawValue: text)?.rawValue == text)
    }

    @Test(arguments: [
        "", "/cb", "app.example.com/cb", "//app.example.com/cb", ":cb", "1a:cb", "https:", "https:/cb", "https:///cb",
        "https://:443/cb", "http://localhost:80.evil.example/", "http://[::1]evil.example/", "http://localhost:x/",
        "http://localhost:80:80/", "http://localhost:65536/", "https://app.example.com:99999/cb", "http://[::1]:70000/",
        "https://app.example.com:+80/", "https://app.example.com:18446744073709551696/",
        "https://user@app.example.com/", "https://app.example.com/#top",
        "https://app.example.com/#",
        "https://app.example.com;script-src/x", "https://a,b/", "https://a'b/", "https://[::1;]/", "https://[]/",
        "javascript:alert(1)", "JavaScript:alert(1)", "data:text/html,x", "file:///etc/passwd", "vbscript:x", "blob:x",
        "https://app.example.com/a b", "https://app.example.com/\r\nSet-Cookie:x", "https://app.example.com/ä",
        "https://app.example.com/\"", "https://app.example.com/<", "https://app.example.com\\@evil.example",
        "https://app.example.com/" + String(repeating: "a", count: 2048),
    ])
    func rejectsOtherURIs(_ text: String) {
        #expect(RedirectURI(rawValue: text) == nil)
    }

    private static func matches(_ used: String, _ registered: String) throws -> Bool {
        try #require(RedirectURI(rawValue: used)).matches(registered: try #require(RedirectURI(rawValue: registered)))
    }

    @Test(arguments: [
        ("https://app.example.com/cb", "https://app.example.com/cb"),
        ("http://127.0.0.1:51004/cb", "http://127.0.0.1/cb"), ("http://127.0.0.1/cb", "http://127.0.0.1:8000/cb"),
        ("http://localhost:51004/", "http://localhost"), ("http://localhost:51004", "http://localhost:8080/"),
        ("http://[::1]:51004/cb?a=1", "http://[::1]/cb?a=1"), ("http://LOCALHOST:1/cb", "http://localhost/cb"),
    ])
    func matchesRegisteredURI(_ used: String, _ registered: String) throws {
        #expect(try Self.matches(used, registered))
    }

    @Test(arguments: [
        ("https://app.example.com/cb/", "https://app.example.com/cb"),
        ("https://app.example.com/cb?x=1", "https://app.example.com/cb"),
        ("https://app.example.com:443/cb", "https://app.example.com/cb"),
        ("https://APP.example.com/cb", "https://app.example.com/cb"),
        ("https://localhost:51004/cb", "https://localhost/cb"), ("http://127.0.0.1:1/other", "http://127.0.0.1/cb"),
        ("http://127.0.0.1:1/cb?x=1", "http://127.0.0.1/cb"), ("http://localhost:1/cb", "http://127.0.0.1/cb"),
        ("http://localhost.evil.example/cb", "http://localhost/cb"), ("http://127.0.0.10/cb", "http://127.0.0.1/cb"),
        ("http://app.example.com:81/cb", "http://app.example.com/cb"),
        ("com.example.app:/other", "com.example.app:/cb"),
    ])
    func doesNotMatchOtherURI(_ used: String, _ registered: String) throws {
        #expect(try !Self.matches(used, registered))
    }

    @Test(arguments: [
        ("https://app.example.com/cb", "https://app.example.com"),
        ("https://App.Example.com:443?x", "https://app.example.com"),
        ("http://localhost:8080/cb", "http://localhost:8080"), ("http://localhost:80", "http://localhost"),
        ("https://app.example.com:80/", "https://app.example.com:80"), ("com.example.app://auth", nil),
    ])
    func derivesOrigin(_ text: String, _ origin: String?) throws {
        #expect(try #require(RedirectURI(rawValue: text)).origin == origin)
    }

    @Test(arguments: [
        ("https://a.example/cb", "https://a.example/cb?state=s%201"),
        ("https://a.example/cb?x=1", "https://a.example/cb?x=1&state=s%201"),
        ("https://a.example/cb?", "https://a.example/cb?state=s%201"),
        ("https://a.example/cb?x=1&", "https://a.example/cb?x=1&state=s%201"),
        ("com.example.app:/cb", "com.example.app:/cb?state=s%201"),
    ])
    func preservesQuery(_ text: String, _ expected: String) throws {
        let uri = try #require(RedirectURI(rawValue: text))
        #expect(uri.addingToQuery(Parameters([.state: "s 1"])) == expected)
        #expect(uri.addingToQuery(Parameters()) == text)
    }
}
