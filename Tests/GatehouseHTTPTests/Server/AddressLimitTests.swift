import Foundation
import GatehouseHTTP
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import HTTPTypes
import Testing

/// Requests counted against the limit of an address, and the grouping of addresses.
@Suite struct AddressLimitTests {
    private static let json: HTTPFields = [.accept: "application/json"]

    private func server(_ count: Int, behind proxies: [String] = []) throws -> TestServer {
        var limits = RateLimits()
        limits.requestsPerAddress = .init(count, per: 60)
        return TestServer(store: MemoryStore(), limits: limits, behind: try #require(TrustedProxies(proxies)))
    }

    private func status(
        of server: TestServer,
        _ method: HTTPRequest.Method = .get,
        _ path: String = "/oauth2/keys",
        from address: String,
        forwarded: String? = nil,
        body: Data? = Data()
    ) async throws -> Int {
        var request = HTTPRequest(method: method, scheme: "https", authority: "login.example.com", path: path)
        request.headerFields = Self.json
        request.headerFields[try #require(HTTPField.Name("X-Forwarded-For"))] = forwarded
        return await server.service.answer(request, body: body, address: address).status.code
    }

    @Test(arguments: [
        (HTTPRequest.Method.get, "/nowhere", 404), (.delete, "/oauth2/token", 405), (.options, "/oauth2/token", 204),
        (.get, "/oauth2/keys", 200),
    ])
    func countsEveryRequest(method: HTTPRequest.Method, path: String, expected: Int) async throws {
        let server = try server(2)
        for _ in 0..<2 { #expect(try await status(of: server, method, path, from: "192.0.2.1") == expected) }
        #expect(try await status(of: server, method, path, from: "192.0.2.1") == 429)
        #expect(try await status(of: server, method, path, from: "192.0.2.2") == expected)
    }

    @Test(arguments: ["/health/live", "/health/ready"])
    func exemptsHealthProbesFromLimit(path: String) async throws {
        let server = try server(1)
        for _ in 0..<5 { #expect(try await status(of: server, .get, path, from: "192.0.2.1") == 200) }
        #expect(try await status(of: server, from: "192.0.2.1") == 200)
        #expect(try await status(of: server, from: "192.0.2.1") == 429)
        #expect(try await status(of: server, .get, path, from: "192.0.2.1") == 200)
    }

    @Test func countsRequestWithTooLargeBody() async throws {
        let server = try server(2)
        for _ in 0..<2 {
            #expect(try await status(of: server, .post, "/oauth2/token", from: "192.0.2.1", body: nil) == 413)
        }
        #expect(try await status(of: server, .post, "/oauth2/token", from: "192.0.2.1", body: nil) == 429)
    }

    @Test func countsIPv6NetworkAsOneCaller() async throws {
        let server = try server(2)
        #expect(try await status(of: server, from: "2001:db8:1:2::1") == 200)
        #expect(try await status(of: server, from: "2001:db8:1:2:ffff:ffff:ffff:ffff") == 200)
        #expect(try await status(of: server, from: "2001:db8:1:2::3") == 429)
        #expect(try await status(of: server, from: "2001:db8:1:3::1") == 200)
    }

    @Test func countsCallersSeparatelyBehindTrustedProxy() async throws {
        let server = try server(1, behind: ["10.0.0.0/8"])
        #expect(try await status(of: server, from: "10.0.0.1", forwarded: "192.0.2.1") == 200)
        #expect(try await status(of: server, from: "10.0.0.1", forwarded: "192.0.2.2") == 200)
        #expect(try await status(of: server, from: "10.0.0.1", forwarded: "192.0.2.1") == 429)
        // Values that the caller adds to the field have no effect.
        #expect(try await status(of: server, from: "10.0.0.1", forwarded: "203.0.113.1, 192.0.2.1") == 429)
        #expect(try await status(of: server, from: "10.0.0.1", forwarded: "2001:db8::1") == 200)
        #expect(try await status(of: server, from: "10.0.0.1", forwarded: "2001:db8::2") == 429)
    }

    @Test func ignoresForwardedForWithoutTrustedProxy() async throws {
        let server = try server(1)
        #expect(try await status(of: server, from: "10.0.0.1", forwarded: "192.0.2.1") == 200)
        #expect(try await status(of: server, from: "10.0.0.1", forwarded: "192.0.2.2") == 429)
    }
}
