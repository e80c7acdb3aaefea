import Foundation
import GatehouseConcurrency
import GatehouseWire
import HTTPTypes
import Testing

@testable import Gatehouse

struct AuthorizedTransportTests {
    @Test func sendsTokenAndRefreshesExpiredTokenFirst() async throws {
        let (app, api, transport) = try await signedIn()
        _ = try await transport.send(Self.request(), body: nil)
        app.clock.advance(by: 3700)
        _ = try await transport.send(Self.request(), body: nil)
        #expect(api.tokens == ["Bearer access-2", "Bearer access-3"])
    }

    @Test func refreshesRejectedTokenAndRetriesRequestOnce() async throws {
        let (app, api, transport) = try await signedIn()
        api.reject("Bearer access-2")
        let (response, _) = try await transport.send(Self.request(), body: Data("body".utf8))
        #expect(response.status == .ok)
        #expect(api.tokens == ["Bearer access-2", "Bearer access-3"])
        api.reject("Bearer access-3", "Bearer access-4")
        #expect(try await transport.send(Self.request(), body: nil).0.status == .unauthorized)
        #expect(api.tokens.count == 4)
        #expect(app.server.calls(TokenEndpoint.path).count == 3)
    }

    @Test func limitsRefreshesWhenServiceRejectsEveryToken() async throws {
        let (app, api, transport) = try await signedIn()
        api.rejectsAll = true
        func refreshes(_ requests: Int) async throws -> Int {
            let before = app.server.calls(TokenEndpoint.path).count
            for _ in 0..<requests {
                #expect(try await transport.send(Self.request(), body: nil).0.status == .unauthorized)
            }
            return app.server.calls(TokenEndpoint.path).count - before
        }
        #expect(try await refreshes(20) == 1)
        app.clock.advance(by: 31)
        #expect(try await refreshes(20) == 1)
        app.clock.advance(by: 31)
        #expect(try await refreshes(20) == 0)
        app.clock.advance(by: 30)
        #expect(try await refreshes(20) == 1)
        api.rejectsAll = false
        app.clock.advance(by: 130)
        #expect(try await transport.send(Self.request(), body: nil).0.status == .ok)
    }

    @Test(arguments: [
        "https://evil.example.com/", "http://api.example.com/", "https://api.example.com.evil.example/",
        "https://user@evil.example.com/",
    ])
    func neverSendsTokenToOtherHost(url: String) async throws {
        let (_, api, transport) = try await signedIn()
        _ = try await transport.send(Self.request(url), body: nil)
        #expect(api.tokens == [nil])
    }

    @Test(arguments: ["@evil.example.com/", ".evil.example.com/", "evil"])
    func rejectsPathThatExtendsHostName(path: String) async throws {
        let (_, api, transport) = try await signedIn()
        var request = Self.request()
        request.path = path
        _ = try await transport.send(request, body: nil)
        #expect(api.tokens == [nil])
        let error = await #expect(throws: TransportError.self) {
            try await URLSessionTransport.shared.send(request, body: nil)
        }
        #expect(error?.detail.contains("slash") == true)
    }

    @Test func keepsAuthorizationHeaderOfApp() async throws {
        let (_, api, transport) = try await signedIn()
        var request = Self.request()
        request.headerFields[.authorization] = "Basic app"
        _ = try await transport.send(request, body: nil)
        #expect(api.tokens == ["Basic app"])
    }

    @Test func throwsWithoutSendingWhenTokenIsUnavailable() async throws {
        let (app, api, transport) = try await signedIn()
        try await app.gatehouse.signOut()
        let error = await #expect(throws: TransportError.self) {
            _ = try await transport.send(Self.request(), body: nil)
        }
        #expect(error?.code == .noAccessToken)
        #expect(error?.cause?.code == .signedOut)
        #expect(api.tokens.isEmpty)
    }

    private static func request(_ url: String = "https://api.example.com/orders") -> HTTPRequest {
        HTTPRequest(.get, URL(string: url) ?? URL(filePath: "/"), [:])
    }

    private func signedIn() async throws -> (TestApp, FakeAPI, AuthorizedTransport) {
        let (app, api) = (try TestApp(), FakeAPI())
        let session = try await app.gatehouse.signIn()
        return (app, api, AuthorizedTransport(session: session, hosts: ["API.example.com"], transport: api))
    }
}

/// A service that accepts every token except the rejected ones.
private final class FakeAPI: HTTPTransport {
    private let state = Mutex<(tokens: [String?], refused: Set<String>, rejectsAll: Bool)>(([], [], false))

    var tokens: [String?] { state.withLock(\.tokens) }

    var rejectsAll: Bool {
        get { state.withLock(\.rejectsAll) }
        set { state.withLock { $0.rejectsAll = newValue } }
    }

    func reject(_ tokens: String...) {
        state.withLock { $0.refused.formUnion(tokens) }
    }

    func send(_ request: HTTPRequest, body: Data?) async throws(TransportError) -> (HTTPResponse, Data) {
        let token = request.headerFields[.authorization]
        let isRejected = state.withLock { state in
            state.tokens.append(token)
            return state.rejectsAll || token.map(state.refused.contains) ?? false
        }
        return (HTTPResponse(status: isRejected ? .unauthorized : .ok), Data())
    }
}
