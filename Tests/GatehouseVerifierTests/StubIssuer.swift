import Foundation
import GatehouseConcurrency
import GatehouseJOSE
import GatehouseWire
import HTTPTypes

@testable import GatehouseVerifier

/// An issuer in the test's process, which publishes its keys and introspects tokens.
final class StubIssuer: VerifierTransport {
    struct Unreachable: Error {}

    private struct State {
        var keys: [SigningKey]
        /// The field `Cache-Control` of the key set.
        var cacheControl: String?
        var isAway = false
        var answers: [String: (HTTPResponse.Status, String)] = [:]
        var requests: [HTTPRequest] = []
        var bodies: [Data] = []
        /// The continuations of the requests that wait for ``release()``.
        var waiting: [CheckedContinuation<Void, Never>]?
    }

    static let url = "https://login.example.com"
    static let audience = "https://api.example.com/orders"

    private let state: Mutex<State>

    init(_ keys: SigningKey...) {
        state = Mutex(State(keys: keys))
    }

    /// The keys that are published, and the first of which signs.
    var keys: [SigningKey] {
        get { state.withLock { $0.keys } }
        set { state.withLock { $0.keys = newValue } }
    }

    /// The field `Cache-Control` of the key set.
    var cacheControl: String? {
        get { state.withLock { $0.cacheControl } }
        set { state.withLock { $0.cacheControl = newValue } }
    }

    var isAway: Bool {
        get { state.withLock { $0.isAway } }
        set { state.withLock { $0.isAway = newValue } }
    }

    /// The paths of the requests, in order.
    var paths: [String] { state.withLock { $0.requests.compactMap(\.path) } }
    var requests: [HTTPRequest] { state.withLock { $0.requests } }
    var bodies: [String] { state.withLock { $0.bodies.map { String(decoding: $0, as: UTF8.self) } } }

    /// Responds to a path with a status and a body.
    func answer(_ path: String, with status: HTTPResponse.Status, _ body: String) {
        state.withLock { $0.answers[path] = (status, body) }
    }

    /// Holds all requests until ``release()``.
    func hold() {
        state.withLock { $0.waiting = [] }
    }

    func release() {
        let waiting = state.withLock { state in
            defer { state.waiting = nil }
            return state.waiting ?? []
        }
        for continuation in waiting { continuation.resume() }
    }

    func send(_ request: HTTPRequest, body: Data?) async throws -> (HTTPResponse, Data) {
        state.withLock { state in
            state.requests.append(request)
            state.bodies.append(body ?? Data())
        }
        await withCheckedContinuation { continuation in
            let isHeld = state.withLock { state in
                state.waiting?.append(continuation)
                return state.waiting != nil
            }
            if !isHeld { continuation.resume() }
        }
        let (isAway, keys, answer) = state.withLock { ($0.isAway, $0.keys, $0.answers[request.path ?? ""]) }
        if isAway { throw Unreachable() }
        if let (status, text) = answer { return (HTTPResponse(status: status), Data(text.utf8)) }
        switch request.path {
        case "/.well-known/oauth-authorization-server":
            var metadata = ServerMetadata(issuer: Self.url)
            metadata.jwksURI = URL(string: Self.url + "/keys")
            metadata.introspectionEndpoint = URL(string: Self.url + "/introspect")
            return (HTTPResponse(status: .ok), metadata.body())
        case "/keys":
            var head = HTTPResponse(status: .ok)
            head.headerFields[.cacheControl] = cacheControl
            return (head, JSONWebKeySet(keys: keys.map(\.publicJWK)).body())
        default:
            return (HTTPResponse(status: .notFound), Data())
        }
    }
}

/// The time of a test, which the test advances.
final class TestTime: Sendable {
    /// The time at the start.
    static let start: Int64 = 1_700_000_000

    private let elapsed = Mutex(TimeInterval(0))

    func advance(by seconds: TimeInterval) {
        elapsed.withLock { $0 += seconds }
    }

    var environment: VerifierEnvironment {
        VerifierEnvironment(
            now: { [self] in Date(timeIntervalSince1970: TimeInterval(Self.start) + elapsed.withLock { $0 }) },
            uptime: { [self] in .seconds(1_000 + elapsed.withLock { $0 }) },
            randomBytes: { [UInt8](repeating: 7, count: $0) }
        )
    }
}

/// A verifier with its issuer and time.
struct VerifierHarness {
    let key: SigningKey
    let issuer: StubIssuer
    let time = TestTime()
    let verifier: TokenVerifier

    init(
        _ algorithm: SigningAlgorithm = .es256,
        configure: (inout VerifierConfiguration) -> Void = { _ in }
    ) throws {
        key = try SigningKey.generate(algorithm)
        issuer = StubIssuer(key)
        var configuration = VerifierConfiguration()
        configure(&configuration)
        verifier = try TokenVerifier(
            issuer: StubIssuer.url,
            audience: StubIssuer.audience,
            configuration: configuration,
            transport: issuer,
            environment: time.environment
        )
    }

    /// Returns the claims of a valid token with changes; `null` removes a claim.
    static func claims(_ changes: [String: JSONValue] = [:]) -> [String: JSONValue] {
        var claims: [String: JSONValue] = [
            "iss": .string(StubIssuer.url), "sub": "ada", "aud": .string(StubIssuer.audience), "client_id": "shop",
            "exp": .integer(TestTime.start + 3_600), "iat": .integer(TestTime.start), "jti": "j",
            "scope": "orders:read orders:write",
        ]
        for (name, value) in changes {
            claims[name] = value
            if value == .null { claims.removeValue(forKey: name) }
        }
        return claims
    }

    func token(
        _ changes: [String: JSONValue] = [:],
        as kind: JWTType = .accessToken,
        by key: SigningKey? = nil
    ) throws
        -> String
    {
        try (key ?? self.key).sign(Self.claims(changes), as: kind).reveal()
    }
}
