import FlyingFox
import Foundation
import GatehouseConcurrency
import GatehouseTestSupport
import HTTPTypes
import Testing

@testable import GatehouseVerifier

@Suite struct URLSessionVerifierTransportTests {
    private let transport = URLSessionVerifierTransport()

    private func request(_ url: URL, _ path: String = "/") throws -> HTTPTypes.HTTPRequest {
        let request = HTTPTypes.HTTPRequest(.get, url.absoluteString + path, [:])
        return try #require(request)
    }

    @Test func returnsResponseOfAnyStatus() async throws {
        try await LocalServer.run { request in
            let credentials = request.headers[.authorization] ?? "none"
            return HTTPResponse(statusCode: .unauthorized, body: Data("\(request.path) \(credentials)".utf8))
        } _: { url in
            var request = try request(url, "/introspect")
            request.headerFields[.authorization] = "Basic YTpi"
            let (response, body) = try await transport.send(request, body: nil)
            #expect(response.status == .unauthorized)
            #expect(String(decoding: body, as: UTF8.self) == "/introspect Basic YTpi")
        }
    }

    /// Keys come from the URL of the metadata, not from another one.
    @Test func followsNoRedirects() async throws {
        let seen = Mutex<[String]>([])
        try await LocalServer.run { request in
            seen.withLock { $0.append(request.path) }
            return HTTPResponse(statusCode: .found, headers: HTTPHeaders([.location: "/elsewhere"]))
        } _: { url in
            let (response, _) = try await transport.send(try request(url, "/keys"), body: nil)
            #expect(response.status == .found)
        }
        #expect(seen.withLock { $0 } == ["/keys"])
    }

    @Test(arguments: [1 << 20, 1 << 20 + 1])
    func limitsSizeOfResponse(size: Int) async throws {
        try await LocalServer.run { _ in
            HTTPResponse(statusCode: .ok, body: Data(repeating: 0x20, count: size))
        } _: { url in
            let request = try request(url)
            let body = try? await transport.send(request, body: nil).1
            #expect(body?.count == (size > 1 << 20 ? nil : size))
        }
    }
}
