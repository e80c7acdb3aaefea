import GatehouseServer
import GatehouseTesting
import GatehouseWire
import Testing

/// OpenID Connect Core §8.1.
@Suite struct SectorIdentifiersTests {
    private static let uri = "https://sector.example.com/uris.json"
    private static let redirectURIs = ["https://a.example.com/cb", "https://b.example.com/cb"]
    private let fetcher: StubFetcher
    private let sectors: SectorIdentifiers

    init() {
        fetcher = StubFetcher()
        sectors = SectorIdentifiers(fetcher: fetcher, environment: fetcher.environment)
    }

    private func code(of redirectURIs: [String], listedAt uri: String?) async -> OAuthErrorCode? {
        do throws(OAuthError) {
            _ = try await sectors.sector(of: redirectURIs, listedAt: uri)
            return nil
        } catch {
            return error.code
        }
    }

    private func publish(_ text: String) throws { fetcher.set(try #require(RemoteURL(Self.uri)), text) }

    @Test func isHostOfDocumentThatListsAllRedirectURIs() async throws {
        try publish(#"["https://a.example.com/cb","https://c.example.com/","https://b.example.com/cb"]"#)
        let sector = try await sectors.sector(of: Self.redirectURIs, listedAt: Self.uri)
        #expect(sector == "sector.example.com")
    }

    @Test func fetchesDocumentOncePerLifetime() async throws {
        let text = #"["https://a.example.com/cb","https://b.example.com/cb"]"#
        fetcher.set(try #require(RemoteURL(Self.uri)), text, maxAge: 600)
        for _ in 1...3 { #expect(await code(of: Self.redirectURIs, listedAt: Self.uri) == nil) }
        #expect(fetcher.requests.count == 1)
        fetcher.clock.advance(by: 600)
        #expect(await code(of: Self.redirectURIs, listedAt: Self.uri) == nil)
        #expect(fetcher.requests.count == 2)
    }

    @Test func isCommonHostWithoutDocument() async throws {
        let uris = ["https://A.example.com/cb", "https://a.example.com:8443/other"]
        let sector = try await sectors.sector(of: uris, listedAt: nil)
        #expect(sector == "a.example.com")
        #expect(fetcher.requests == [])
    }

    @Test(arguments: [
        redirectURIs, [], ["com.example.app:/cb"], ["https://a.example.com/cb", "com.example.app:/cb"],
        // Any app can receive these redirects.
        ["com.example.evil://a.example.com/cb"], ["http://localhost/cb"], ["http://127.0.0.1:8080/cb"],
    ])
    func requiresDocumentWithoutCommonHost(redirectURIs: [String]) async {
        #expect(await code(of: redirectURIs, listedAt: nil) == .invalidClientMetadata)
    }

    @Test(arguments: [
        #"["https://a.example.com/cb"]"#, #"["https://a.example.com/cb","https://b.example.com/cb/"]"#, "[]", "{}", "",
        #"{"redirect_uris":["https://a.example.com/cb","https://b.example.com/cb"]}"#, "[1]",
    ])
    func rejectsDocumentWithoutAllRedirectURIs(text: String) async throws {
        try publish(text)
        #expect(await code(of: Self.redirectURIs, listedAt: Self.uri) == .invalidClientMetadata)
    }

    @Test(arguments: ["http://sector.example.com/", "http://127.0.0.1/", "sector.example.com", ""])
    func rejectsOtherURL(uri: String) async {
        #expect(await code(of: Self.redirectURIs, listedAt: uri) == .invalidClientMetadata)
        #expect(fetcher.requests == [])
    }

    @Test func boundsNumberOfRedirectURIs() async throws {
        func publish(_ count: Int) throws {
            let uris = Self.redirectURIs + (0..<count - 2).map { "https://\($0)/" }
            try self.publish("[" + uris.map { "\"\($0)\"" }.joined(separator: ",") + "]")
        }
        try publish(SectorIdentifiers.maximumURIs + 1)
        #expect(await code(of: Self.redirectURIs, listedAt: Self.uri) == .invalidClientMetadata)
        fetcher.clock.advance(by: 60)
        try publish(SectorIdentifiers.maximumURIs)
        #expect(await code(of: Self.redirectURIs, listedAt: Self.uri) == nil)
    }

    /// Clients with metadata documents are validated again at each request.
    @Test func fetchesDocumentOnceUnlessItLacksRedirectURI() async throws {
        try publish(#"["https://a.example.com/cb","https://b.example.com/cb"]"#)
        for _ in 1...3 { #expect(await code(of: Self.redirectURIs, listedAt: Self.uri) == nil) }
        #expect(fetcher.requests.count == 1)
        let more = Self.redirectURIs + ["https://c.example.com/cb"]
        #expect(await code(of: more, listedAt: Self.uri) == .invalidClientMetadata)
        #expect(fetcher.requests.count == 1)
        try publish(#"["https://a.example.com/cb","https://b.example.com/cb","https://c.example.com/cb"]"#)
        fetcher.clock.advance(by: 30)
        for _ in 1...3 { #expect(await code(of: more, listedAt: Self.uri) == nil) }
        #expect(fetcher.requests.count == 2)
    }

    /// The response to a name of the operator's network is that to a name that does not exist.
    @Test func isUnavailableWhileServerFails() async throws {
        let url = try #require(RemoteURL(Self.uri))
        for (failure, delay) in [(RemoteDocumentError.timedOut, 5.0), (.unreachable, 10), (.forbiddenAddress, 20)] {
            fetcher.set(url, failure)
            #expect(await code(of: Self.redirectURIs, listedAt: Self.uri) == .temporarilyUnavailable)
            fetcher.clock.advance(by: delay)
        }
        fetcher.set(url, .status(404))
        #expect(await code(of: Self.redirectURIs, listedAt: Self.uri) == .invalidClientMetadata)
    }
}
