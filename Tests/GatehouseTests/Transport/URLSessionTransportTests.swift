import FlyingFox
import Foundation
import GatehouseConcurrency
import GatehouseJOSE
import GatehouseTestSupport
import HTTPTypes
import Testing

@testable import Gatehouse

struct URLSessionTransportTests {
    @Test func sendsRequestAndReturnsResponseUnchanged() async throws {
        try await LocalServer.run { request in
            let body = try await request.bodyData
            let text =
                "\(request.method.rawValue) \(request.target.rawValue) \(request.headers[.init("X-Request-ID")] ?? "-") "
            return HTTPResponse(
                statusCode: .badRequest,
                headers: HTTPHeaders([.date: "Sun, 06 Nov 1994 08:49:37 GMT", HTTPHeader("X-Twice"): "a"]),
                body: Data(text.utf8) + body
            )
        } _: { url in
            let request = try message(.post, to: url, "/a%2Fb?x=%20y", fields: ["X-Request-ID": "id-1"])
            let (response, data) = try await URLSessionTransport().send(request, body: Data("a=b".utf8))
            #expect(response.status == .badRequest)
            #expect(response.headerFields[.date] == "Sun, 06 Nov 1994 08:49:37 GMT")
            #expect(String(decoding: data, as: UTF8.self) == "POST /a%2Fb?x=%20y id-1 a=b")
        }
    }

    @Test func doesNotFollowRedirectsOfFormsOrAuthorizedRequests() async throws {
        let seen = Mutex<[String]>([])
        try await LocalServer.run { request in
            seen.withLock { $0.append(request.path) }
            return HTTPResponse(statusCode: .temporaryRedirect, headers: HTTPHeaders([.location: "/elsewhere"]))
        } _: { url in
            let transport = URLSessionTransport()
            let (form, _) = try await transport.send(try message(.post, to: url, "/form"), body: Data("a=b".utf8))
            let (token, _) = try await transport.send(
                try message(.get, to: url, "/token", fields: ["Authorization": "Bearer a"]),
                body: nil
            )
            #expect((form.status.code, token.status.code) == (307, 307))
        }
        #expect(seen.withLock { $0 } == ["/form", "/token"])
    }

    @Test(arguments: [
        "Basic realm=\"a\"", "Bearer realm=\"a\", error=\"invalid_token\"", "Digest realm=\"a\", nonce=\"b\"",
    ])
    func returnsAuthenticationChallengeAsResponse(challenge: String) async throws {
        let seen = Mutex(0)
        try await LocalServer.run { _ in
            seen.withLock { $0 += 1 }
            return HTTPResponse(
                statusCode: .unauthorized,
                headers: HTTPHeaders([HTTPHeader("WWW-Authenticate"): challenge]),
                body: Data("unauthorized".utf8)
            )
        } _: { url in
            let transport = URLSessionTransport(timeout: .seconds(20))
            for method in [HTTPRequest.Method.get, .post] {
                let (response, data) = try await transport.send(
                    try message(method, to: url, "/"),
                    body: method == .post ? Data("a=b".utf8) : nil
                )
                #expect((response.status.code, String(decoding: data, as: UTF8.self)) == (401, "unauthorized"))
                #expect(response.headerFields[.wwwAuthenticate] == challenge)
            }
        }
        #expect(seen.withLock { $0 } == 2)
    }

    @Test func followsRedirectWithoutBodyOrCredentials() async throws {
        try await LocalServer.run { request in
            request.path == "/elsewhere"
                ? HTTPResponse(statusCode: .ok, body: Data("here".utf8))
                : HTTPResponse(statusCode: .found, headers: HTTPHeaders([.location: "/elsewhere"]))
        } _: { url in
            let (response, data) = try await URLSessionTransport().send(try message(.get, to: url, "/moved"), body: nil)
            #expect((response.status.code, String(decoding: data, as: UTF8.self)) == (200, "here"))
        }
    }

    #if canImport(FoundationNetworking)
    @Test func doesNotReuseConnections() async throws {
        try await LocalServer.run { request in
            guard case .ip4(_, let port)? = request.remoteAddress else { return HTTPResponse(statusCode: .badRequest) }
            return HTTPResponse(statusCode: .ok, body: Data("\(port)".utf8))
        } _: { url in
            let transport = URLSessionTransport()
            var callers: Set<Data> = []
            for _ in 0..<3 {
                let (response, data) = try await transport.send(
                    try message(.post, to: url, "/"),
                    body: Data("a=b".utf8)
                )
                #expect(response.status == .ok)
                callers.insert(data)
            }
            #expect(callers.count == 3)
        }
    }
    #endif

    @Test func storesNoCookies() async throws {
        try await LocalServer.run { request in
            let cookie = request.headers[.cookie] ?? "none"
            return HTTPResponse(
                statusCode: .ok,
                headers: HTTPHeaders([.setCookie: "a=b; Path=/"]),
                body: Data(cookie.utf8)
            )
        } _: { url in
            let transport = URLSessionTransport()
            for _ in 0..<2 {
                let (_, data) = try await transport.send(try message(.get, to: url, "/"), body: nil)
                #expect(String(decoding: data, as: UTF8.self) == "none")
            }
        }
    }

    @Test func rejectsResponseBeyondSizeLimit() async throws {
        try await LocalServer.run { _ in
            HTTPResponse(statusCode: .ok, body: Data(repeating: 0x20, count: 2_000_001))
        } _: { url in
            let error = await #expect(throws: TransportError.self) {
                try await URLSessionTransport(maximumResponseSize: 2_000_000).send(
                    try message(.get, to: url, "/"),
                    body: nil
                )
            }
            #expect(error?.code == .responseTooLarge)
            let (_, data) = try await URLSessionTransport(maximumResponseSize: 2_000_001).send(
                try message(.get, to: url, "/"),
                body: nil
            )
            #expect(data.count == 2_000_001)
        }
    }

    @Test func reportsClosedPortAsUnreachable() async throws {
        let gone = try await LocalServer.run { _ in
            HTTPResponse(statusCode: .ok)
        } _: {
            $0
        }
        let error = await #expect(throws: TransportError.self) {
            try await URLSessionTransport().send(
                try message(.get, to: gone, "/", fields: ["X-Closed": "1"], port: 1),
                body: nil
            )
        }
        #expect(error?.code == .unreachable)
    }

    @Test(arguments: ["http://127.0.0.1:1", "https://127.0.0.1:1", "https://gatehouse.invalid"])
    func reportsRequestWithoutConnectionAsNeverSent(server: String) async throws {
        let url = try #require(URL(string: server))
        for (method, body) in [(HTTPTypes.HTTPRequest.Method.post, Data("a=b".utf8)), (.get, nil)] {
            let request = HTTPTypes.HTTPRequest(method, url, [:])
            let error = await #expect(throws: TransportError.self) {
                try await URLSessionTransport(timeout: .seconds(20)).send(request, body: body)
            }
            #expect(error?.wasNeverSent == true, "\(method): \(String(describing: error))")
        }
    }

    @Test func reportsRequestAsNeverSentAfterFailedHandshake() async throws {
        try await LocalServer.run { _ in
            HTTPResponse(statusCode: .ok)
        } _: { url in
            let error = await #expect(throws: TransportError.self) {
                try await URLSessionTransport(timeout: .seconds(20)).send(
                    try message(.post, to: url, "/", scheme: "https"),
                    body: Data("a=b".utf8)
                )
            }
            #expect(error?.wasNeverSent == true)
        }
    }

    @Test func reportsTimedOutRequestAsPossiblySent() async throws {
        try await LocalServer.run { _ in
            await waitUntilCancelled()
            return HTTPResponse(statusCode: .ok)
        } _: { url in
            let error = await #expect(throws: TransportError.self) {
                let transport = URLSessionTransport(timeout: .seconds(1))
                _ = try await transport.send(try message(.post, to: url, "/"), body: Data("a=b".utf8))
            }
            #expect(error?.code == .timedOut)
            #expect(error?.wasNeverSent == false)
        }
    }

    @Test func cancelsRequestWithTask() async throws {
        let arrived = Promise<Bool>()
        try await LocalServer.run { _ in
            arrived.resolve(true)
            await waitUntilCancelled()
            return HTTPResponse(statusCode: .ok)
        } _: { url in
            let request = try message(.get, to: url, "/")
            let task = Task {
                await #expect(throws: TransportError.self) { try await URLSessionTransport().send(request, body: nil) }
            }
            #expect(await arrived.value == true)
            task.cancel()
            #expect(await task.value?.code == .cancelled)
        }
    }

    private func message(
        _ method: HTTPTypes.HTTPRequest.Method,
        to url: URL,
        _ path: String,
        fields: [String: String] = [:],
        port: Int? = nil,
        scheme: String = "http"
    ) throws -> HTTPTypes.HTTPRequest {
        let authority = "\(try #require(url.host())):\(try port ?? #require(url.port))"
        var request = HTTPTypes.HTTPRequest(method: method, scheme: scheme, authority: authority, path: path)
        for (name, value) in fields { request.headerFields[try #require(HTTPField.Name(name))] = value }
        return request
    }
}
