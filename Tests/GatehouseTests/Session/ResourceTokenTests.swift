import Foundation
import GatehouseConcurrency
import GatehouseTestSupport
import GatehouseWire
import HTTPTypes
import Testing

@testable import Gatehouse

/// Access tokens for APIs that have tokens of their own (RFC 8707).
struct ResourceTokenTests {
    private static let orders = "https://api.example.com"
    private static let billing = "https://billing.example.com"
    private static let scopes: ScopeSet = ["orders:read", "orders:write"]

    private let app: TestApp

    init() throws {
        app = try TestApp()
    }

    /// The audience and the scopes of each token request.
    private var tokenRequests: [[String?]] {
        app.server.calls(TokenEndpoint.path).map { [$0.parameters[.resource], $0.parameters[.scope]] }
    }

    /// The audience of each token request.
    private var audiences: [String?] {
        app.server.calls(TokenEndpoint.path).map { $0.parameters[.resource] }
    }

    private func signIn(_ resources: [String] = [orders]) async throws -> Session {
        try await app.gatehouse.signIn(scopes: Self.scopes, options: SignInOptions(resources: resources))
    }

    /// Grants the next tokens with the scopes of the orders.
    private func grantOrders(times: Int = 1) {
        app.server.next(TokenEndpoint.path, times: times) { [server = app.server] _ in
            server.ok(server.tokens(scope: ["orders:read"], nonce: nil))
        }
    }

    private func authorizationRequests() throws -> [AuthorizationRequest] {
        try app.browser.pages.map { try AuthorizationRequest(parameters: Parameters(formEncoded: $0.query() ?? "")) }
    }

    @Test func namesAPIsInAuthorizationRequestAndServerInTokenRequest() async throws {
        _ = try await signIn([Self.orders, Self.billing])
        #expect(try authorizationRequests().map(\.resources) == [[Self.orders, Self.billing]])
        #expect(tokenRequests == [[app.server.issuer, nil]])
    }

    @Test func namesNoAudienceWithoutAPIs() async throws {
        let session = try await app.gatehouse.signIn()
        app.clock.advance(by: 3_700)
        _ = try await session.accessToken()
        #expect(audiences == [nil, nil])
    }

    @Test func namesAPIsInDeviceAuthorizationRequest() async throws {
        let session = try await app.gatehouse.signInWithDeviceCode(
            scopes: Self.scopes,
            resources: [Self.orders]
        ) { _ in }
        #expect(app.server.calls(DeviceAuthorizationEndpoint.path).map { $0.parameters[.resource] } == [Self.orders])
        _ = try await session.accessToken(forResource: Self.orders)
        #expect(audiences == [app.server.issuer, Self.orders])
    }

    @Test func fetchesTokenOnceAndKeepsThatOfTheSession() async throws {
        let session = try await signIn()
        grantOrders()
        let token = try await session.accessToken(forResource: Self.orders)
        #expect((token.value, token.scopes) == ("access-3", ["orders:read"]))
        #expect(try await session.accessToken(forResource: Self.orders).value == "access-3")
        #expect(try await session.accessToken().value == "access-2")
        // All granted scopes of the API: the request names none.
        #expect(tokenRequests == [[app.server.issuer, nil], [Self.orders, nil]])
        // New tokens are used before they are saved.
        try await waitUntil { try await app.stored?.sessions.first?.refreshToken == Secret("refresh-3") }
    }

    @Test func doesNotUseTokenOfAPIForScopesOfTheServer() async throws {
        let session = try await signIn()
        grantOrders()
        _ = try await session.accessToken(forResource: Self.orders)
        let other = try await session.accessToken(for: ["orders:read", "files"])
        #expect(other.value == "access-4")
        #expect(try await session.accessToken(forResource: Self.orders).value == "access-3")
    }

    @Test func replacesExpiredAndRejectedTokens() async throws {
        let session = try await signIn()
        grantOrders(times: 3)
        let first = try await session.accessToken(forResource: Self.orders)
        let second = try await session.accessToken(forResource: Self.orders, replacing: first)
        #expect(second.value == "access-4")
        app.clock.advance(by: 3_700)
        #expect(try await session.accessToken(forResource: Self.orders).value == "access-5")
        try await waitUntil {
            try await app.stored?.sessions.first?.cachedTokens?.map(\.accessToken) == [Secret("access-5")]
        }
        #expect(try await session.accessToken().value == "access-6")
        #expect(tokenRequests.last == [app.server.issuer, "openid offline_access orders:read orders:write"])
    }

    @Test func servesConcurrentCallersOfDifferentAPIs() async throws {
        let session = try await signIn([Self.orders, Self.billing])
        let resources = [Self.orders, Self.billing, Self.orders, Self.billing]
        let tokens = try await withThrowingTaskGroup(of: (String, String).self) { group in
            for resource in resources {
                group.addTask { (resource, try await session.accessToken(forResource: resource).value) }
            }
            return try await group.reduce(into: [String: Set<String>]()) { $0[$1.0, default: []].insert($1.1) }
        }
        #expect(tokens.values.map(\.count) == [1, 1])
        #expect(tokens[Self.orders] != tokens[Self.billing])
        #expect(tokenRequests.count == 3)
    }

    @Test func keepsSessionIfAPIIsNotAuthorized() async throws {
        let session = try await signIn()
        app.server.next(TokenEndpoint.path, OAuthError(.invalidTarget, "The resource is unknown."))
        let error = try await failure { try await session.accessToken(forResource: Self.billing) }
        #expect((error.code, error.response?.error) == (.requestRejected, "invalid_target"))
        #expect(error.recovery == .signInAgain)
        #expect(try await session.accessToken().value == "access-2")
        grantOrders()
        #expect(try await session.accessToken(forResource: Self.orders).value == "access-3")
    }

    @Test func tellsToRegisterAPIThatServerDoesNotKnow() async throws {
        let session = try await signIn()
        let rejection = OAuthError(.invalidTarget, "The resource is unknown.")
        app.server.next(TokenEndpoint.path, rejection)
        let token = try await failure { try await session.accessToken(forResource: Self.orders) }
        app.server.next(DeviceAuthorizationEndpoint.path, rejection)
        let page = try await failure {
            try await app.gatehouse.signInWithDeviceCode(scopes: Self.scopes, resources: [Self.billing]) { _ in }
        }
        for error in [token, page] {
            #expect((error.code, error.recovery) == (.requestRejected, .fixConfiguration))
            #expect(
                error.message == "The resource is unknown. Register the API at the server, and name it in "
                    + "SignInOptions.resources at the sign-in."
            )
        }
    }

    // MARK: Sign-in

    @Test func showsNoPageIfSignInHasNamedTheAPIs() async throws {
        _ = try await signIn()
        _ = try await app.relaunched().signIn(
            scopes: ["orders:read"],
            options: SignInOptions(resources: [Self.orders])
        )
        #expect(app.browser.pages.count == 1)
    }

    @Test func keepsAPIsWhenAnotherOneIsAdded() async throws {
        _ = try await signIn()
        _ = try await app.gatehouse.signIn(
            scopes: ["billing:read"],
            options: SignInOptions(resources: [Self.billing])
        )
        let request = try #require(try authorizationRequests().last)
        #expect(request.resources == [Self.billing, Self.orders])
        #expect(request.scope.contains("orders:read") && request.scope.contains("billing:read"))
    }

    @Test func keepsAPIsWhenUserSignsInAgain() async throws {
        let session = try await signIn()
        try await session.reauthenticate(answering: AuthenticationChallenge(maxAge: .seconds(300)))
        #expect(try authorizationRequests().map(\.resources) == [[Self.orders], [Self.orders]])
        #expect(try authorizationRequests().last?.scope.contains("orders:write") == true)
        #expect(try await app.stored?.sessions.first?.resources?.identifiers == [Self.orders])
    }

    // MARK: Requests of the app

    @Test func transportSendsTokenOfItsAPI() async throws {
        let session = try await signIn()
        let api = RecordingAPI()
        let transport = AuthorizedTransport(
            session: session,
            hosts: ["api.example.com"],
            resource: Self.orders,
            transport: api
        )
        let request = HTTPRequest(method: .get, scheme: "https", authority: "api.example.com", path: "/orders")
        for _ in 0..<2 { #expect(try await transport.send(request, body: nil).0.status == .ok) }
        #expect(api.received == ["Bearer access-3", "Bearer access-3"])
        api.rejectNext()
        #expect(try await transport.send(request, body: nil).0.status == .ok)
        #expect(api.received.suffix(2) == ["Bearer access-3", "Bearer access-4"])
        #expect(audiences == [app.server.issuer, Self.orders, Self.orders])
    }
}

/// An API that records the authorization of its requests.
private final class RecordingAPI: HTTPTransport {
    private let state = Mutex<(received: [String?], rejects: Bool)>(([], false))

    var received: [String?] { state.withLock(\.received) }

    func rejectNext() {
        state.withLock { $0.rejects = true }
    }

    func send(_ request: HTTPRequest, body: Data?) async throws(TransportError) -> (HTTPResponse, Data) {
        let isRejected = state.withLock { state in
            state.received.append(request.headerFields[.authorization])
            defer { state.rejects = false }
            return state.rejects
        }
        return (HTTPResponse(status: isRejected ? .unauthorized : .ok), Data())
    }
}
