import GatehouseServer
import Testing

@Suite struct RemoteURLTests {
    @Test(arguments: [
        ("https://app.example.com/client.json", "app.example.com", true),
        ("https://APP.example.com:8443/a?b=c", "app.example.com", true),
        ("https://[2001:db8::1]/", "[2001:db8::1]", true), ("https://example.com", "example.com", true),
        ("http://127.0.0.1:8080/logout", "127.0.0.1", false), ("http://localhost/", "localhost", false),
    ])
    func acceptsURL(text: String, host: String, isEncrypted: Bool) throws {
        let url = try #require(RemoteURL(text))
        #expect(url.text == text)
        #expect(url.host == host)
        #expect(url.isEncrypted == isEncrypted)
    }

    @Test(arguments: [
        "", "example.com", "//example.com/", "http://example.com/", "ftp://example.com/", "file:///etc/passwd",
        "gopher://example.com/", "https:///a", "https://user@example.com/", "https://user:secret@example.com/",
        "https://example.com/#part", "https://example.com:99999/", "https://exa mple.com/", "https://example.com/\r\na",
        "https://b\u{FC}cher.example/", "https://[fe80::1%25eth0]/", "http://127.0.0.1@example.com/",
        "https://example.com\\@127.0.0.1/", "https://example.com/" + String(repeating: "a", count: 2048),
    ])
    func rejectsURL(text: String) {
        #expect(RemoteURL(text) == nil)
    }
}

@Suite struct RemoteDocumentTests {
    @Test(arguments: [
        ("application/json", true), ("application/client+json", true), ("application/jwk-set+json", true),
        ("text/json", false), ("text/plain", false), ("text/html", false), ("", false), ("image/svg+json", false),
        ("application/json-seq", false),
    ])
    func recognizesJSON(mediaType: String, isAdmitted: Bool) {
        #expect(RemoteDocument.isJSON(mediaType) == isAdmitted)
    }
}
