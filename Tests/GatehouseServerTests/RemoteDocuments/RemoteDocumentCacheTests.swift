import Foundation
import GatehouseServer
import GatehouseTesting
import Testing

@Suite struct RemoteDocumentCacheTests {
    private let fetcher = StubFetcher()
    private let cache: RemoteDocumentCache<String>
    private let url: RemoteURL

    init() throws {
        url = try #require(RemoteURL("https://app.example.com/document"))
        cache = Self.cache(fetcher)
    }

    private static func cache(_ fetcher: StubFetcher, capacity: Int = 100) -> RemoteDocumentCache<String> {
        RemoteDocumentCache(
            fetcher: fetcher,
            environment: fetcher.environment,
            caching: RemoteDocumentCaching(
                lifetime: 60...600,
                defaultLifetime: 300,
                staleLifetime: 1_000,
                capacity: capacity
            )
        ) { document, _ throws(RemoteDocumentError) in
            let text = String(decoding: document.body, as: UTF8.self)
            guard text != "invalid" else { throw .invalidDocument("A rule.") }
            return text
        }
    }

    private func value(at url: RemoteURL? = nil) async -> Result<String, RemoteDocumentError> {
        do throws(RemoteDocumentError) { return .success(try await cache.value(at: url ?? self.url)) } catch {
            return .failure(error)
        }
    }

    private func newerValue() async -> Result<String?, RemoteDocumentError> {
        do throws(RemoteDocumentError) { return .success(try await cache.newerValue(at: url, interval: 30)) } catch {
            return .failure(error)
        }
    }

    // MARK: Lifetime

    @Test(arguments: [
        (nil, 300.0), (120, 120), (0, 60), (1, 60), (600, 600), (86_400, 600),
    ])
    func keepsDocumentWithinBounds(maxAge: TimeInterval?, seconds: TimeInterval) async {
        fetcher.set(url, "1", maxAge: maxAge)
        #expect(await value() == .success("1"))
        fetcher.set(url, "2", maxAge: maxAge)
        fetcher.clock.advance(by: seconds - 1)
        #expect(await value() == .success("1"))
        fetcher.clock.advance(by: 1)
        #expect(await value() == .success("2"))
        #expect(fetcher.requests.count == 2)
    }

    @Test func fetchesAgainAfterClockWentBack() async {
        fetcher.set(url, "1")
        #expect(await value() == .success("1"))
        fetcher.set(url, "2")
        fetcher.clock.advance(by: -3_600)
        #expect(await value() == .success("2"))
    }

    @Test func distinguishesURLsByTheirText() async throws {
        fetcher.set(url, "1")
        let other = try #require(RemoteURL("https://app.example.com:443/document"))
        #expect(await value() == .success("1"))
        #expect(await value(at: other) == .failure(.status(404)))
    }

    @Test func evictsLeastRecentlyUsedDocument() async throws {
        let cache = Self.cache(fetcher, capacity: 2)
        let urls = try (1...3).map { try #require(RemoteURL("https://app\($0).example.com/")) }
        for url in urls { fetcher.set(url, url.host) }
        for url in [urls[0], urls[1], urls[0], urls[2], urls[0]] { _ = try await cache.value(at: url) }
        #expect(fetcher.requests == urls.map(\.text))
        _ = try await cache.value(at: urls[1])
        #expect(fetcher.requests.count == 4)
    }

    @Test func keepsDocumentsDuringFloodOfFailures() async throws {
        fetcher.set(url, "1")
        _ = try await cache.value(at: url)
        for number in 1...300 {
            let other = try #require(RemoteURL("https://app.example.com/\(number)"))
            #expect(await value(at: other) == .failure(.status(404)))
        }
        #expect(await value() == .success("1"))
        #expect(fetcher.requests.count == 301)
    }

    // MARK: Concurrent callers

    @Test(.timeLimit(.minutes(1)))
    func sharesOneRequestAmongConcurrentCallers() async {
        fetcher.set(url, "1")
        fetcher.hold()
        let first = Task { await value() }
        await fetcher.hasBegun()
        let others = (1...50).map { _ in Task { await value() } }
        first.cancel()
        for _ in 1...100 { await Task.yield() }
        fetcher.release()
        for task in [first] + others { #expect(await task.value == .success("1")) }
        #expect(fetcher.requests.count == 1)
    }

    // MARK: Failures

    @Test func cachesNoInvalidDocument() async {
        fetcher.set(url, "invalid", maxAge: 600)
        #expect(await value() == .failure(.invalidDocument("A rule.")))
        fetcher.set(url, "1")
        fetcher.clock.advance(by: 5)
        #expect(await value() == .success("1"))
    }

    @Test func waitsLongerAfterEachFailure() async {
        fetcher.set(url, .unreachable)
        for (failures, delay) in [5.0, 10, 20, 40, 60, 60].enumerated() {
            #expect(await value() == .failure(.unreachable))
            #expect(fetcher.requests.count == failures + 1)
            fetcher.clock.advance(by: delay - 1)
            #expect(await value() == .failure(.unreachable))
            #expect(fetcher.requests.count == failures + 1)
            fetcher.clock.advance(by: 1)
        }
    }

    @Test func forgetsFailuresAfterSuccess() async {
        fetcher.set(url, .unreachable)
        #expect(await value() == .failure(.unreachable))
        fetcher.clock.advance(by: 5)
        fetcher.set(url, "1")
        #expect(await value() == .success("1"))
        fetcher.set(url, .timedOut)
        fetcher.clock.advance(by: 5_000)
        #expect(await value() == .failure(.timedOut))
        fetcher.clock.advance(by: 5)
        #expect(await value() == .failure(.timedOut))
        #expect(fetcher.requests.count == 4)
    }

    /// The owner of a host can name any number of URLs at it; an unused port says nothing about the other ports.
    @Test(arguments: [RemoteDocumentError.timedOut, .unreachable])
    func requestsNoOtherURLOfHostThatDoesNotRespond(error: RemoteDocumentError) async throws {
        let other = try #require(RemoteURL("https://APP.example.com?other/document"))
        let port = try #require(RemoteURL("https://app.example.com:8443/document"))
        fetcher.set(url, error)
        fetcher.set(other, "1")
        fetcher.set(port, "2")
        #expect(await value() == .failure(error))
        #expect(await value(at: other) == .failure(.unreachable))
        #expect(await value(at: port) == .success("2"))
        #expect(fetcher.requests == [url.text, port.text])
        fetcher.clock.advance(by: 5)
        #expect(await value(at: other) == .success("1"))
    }

    @Test(arguments: [RemoteDocumentError.overloaded, .cancelled])
    func blamesNoURLForOwnFailure(error: RemoteDocumentError) async {
        fetcher.set(url, error)
        #expect(await value() == .failure(error))
        fetcher.set(url, "1")
        #expect(await value() == .success("1"))
    }

    @Test(arguments: [
        RemoteDocumentError.unreachable, .timedOut, .untrustedCertificate, .status(500), .status(503), .status(429),
        .overloaded, .forbiddenAddress,
    ])
    func usesStaleDocumentWhileServerFails(error: RemoteDocumentError) async {
        fetcher.set(url, "1")
        #expect(await value() == .success("1"))
        fetcher.set(url, error)
        fetcher.clock.advance(by: 300)
        #expect(await value() == .success("1"))
        fetcher.clock.advance(by: 999)
        #expect(await value() == .success("1"))
        fetcher.clock.advance(by: 1)
        #expect(await value() == .failure(error))
    }

    @Test(arguments: [
        RemoteDocumentError.status(404), .status(410), .status(302), .invalidDocument(""), .tooLarge,
        .unsupportedMediaType,
    ])
    func dropsWithdrawnDocument(error: RemoteDocumentError) async {
        fetcher.set(url, "1")
        #expect(await value() == .success("1"))
        fetcher.set(url, error)
        fetcher.clock.advance(by: 300)
        #expect(await value() == .failure(error))
        fetcher.set(url, .unreachable)
        fetcher.clock.advance(by: 5)
        #expect(await value() == .failure(.unreachable))
    }

    // MARK: Newer documents

    @Test func fetchesNewerDocumentOncePerInterval() async {
        fetcher.set(url, "1")
        #expect(await value() == .success("1"))
        fetcher.set(url, "2")
        fetcher.clock.advance(by: 29)
        #expect(await newerValue() == .success(nil))
        fetcher.clock.advance(by: 1)
        #expect(await newerValue() == .success("2"))
        #expect(await newerValue() == .success(nil))
        #expect(await value() == .success("2"))
        #expect(fetcher.requests.count == 2)
    }

    @Test func reportsFailureToFetchNewerDocument() async {
        fetcher.set(url, "1")
        #expect(await value() == .success("1"))
        fetcher.set(url, .unreachable)
        fetcher.clock.advance(by: 30)
        #expect(await newerValue() == .failure(.unreachable))
        #expect(await newerValue() == .failure(.unreachable))
        #expect(await value() == .success("1"))
        #expect(fetcher.requests.count == 2)
    }
}
