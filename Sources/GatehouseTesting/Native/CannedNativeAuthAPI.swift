public import Foundation
public import Gatehouse
import GatehouseJOSE
import GatehouseWire
public import HTTPTypes
import Synchronization

/// A server of native authentication that says what the test has put in its mouth.
///
/// Answers are queued for an endpoint, and if need be for one flow by its correlation id, so that tests which share one do not take
/// each other's. What nobody has queued an answer for is answered as if all goes well, with a code.
///
/// ```swift
/// let api = CannedNativeAuthAPI()
/// api.queue(.userAlreadyExists, at: .signUpStart)
/// let gatehouse = GatehouseClient(api.configuration())
/// await #expect(throws: AuthError.self) { try await gatehouse.signUp(email: "ada@example.com") }
/// ```
public final class CannedNativeAuthAPI: HTTPTransport {
    /// A request that has come.
    public struct Request: Sendable, Hashable {
        /// Where it came.
        public let endpoint: NativeEndpoint
        /// The parameters by name, as they stand on the wire.
        public let parameters: [String: String]
        /// The header fields by name, in small letters.
        public let headerFields: [String: String]
        /// The query of its URL.
        public let query: String?
        /// What names its flow.
        public let correlationID: UUID?
    }

    private struct Slot: Hashable {
        var endpoint: NativeEndpoint
        var correlationID: UUID?
    }

    private struct State {
        var answers: [Slot: [CannedAnswer]] = [:]
        var requests: [Request] = []
        var count = 0
    }

    static let tenantID = "8d0f4f1e-90b4-4a44-8c1c-0e4b9f0a5d22"
    static let traceID = "00000000-0000-4000-8000-000000000001"

    /// The client that its tokens are for.
    public let clientID = "app"
    /// The tenant that it answers for, as any other one of its host.
    public let authority: URL
    /// Its time, and that of the apps it configures.
    public let clock: TestClock
    private let key: SigningKey
    private let state = Mutex(State())

    /// A server without answers of its own.
    ///
    /// - Parameter clock: Its time.
    public init(clock: TestClock = TestClock()) {
        guard let authority = URL(string: "https://login.example.com/default"),
            let key = try? SigningKey.generate(.es256)
        else { preconditionFailure("A constant is not a URL") }
        self.authority = authority
        self.clock = clock
        self.key = key
    }

    /// Puts answers into a queue, behind those that wait there.
    ///
    /// - Parameters:
    ///   - answers: What to answer, each once.
    ///   - endpoint: Where.
    ///   - correlationID: To which flow; `nil` for every one that has no answer of its own.
    public func queue(_ answers: CannedAnswer..., at endpoint: NativeEndpoint, for correlationID: UUID? = nil) {
        state.withLock { $0.answers[Slot(endpoint: endpoint, correlationID: correlationID), default: []] += answers }
    }

    /// Forgets the answers that wait for a flow.
    ///
    /// - Parameter correlationID: The flow; `nil` for the answers that any may take.
    public func clear(_ correlationID: UUID? = nil) {
        state.withLock { $0.answers = $0.answers.filter { $0.key.correlationID != correlationID } }
    }

    /// Every request of native authentication so far, in order.
    public var requests: [Request] { state.withLock(\.requests) }

    /// How an app is set up to ask this server: nothing stored on disk, the server's clock.
    ///
    /// - Returns: The configuration, to be changed as the test needs.
    public func configuration() -> GatehouseClient.Configuration {
        var configuration = GatehouseClient.Configuration(entra: authority, clientID: clientID)
        prepare(&configuration)
        return configuration
    }

    /// Sets an app up to ask this server: nothing stored on disk, the server's clock.
    ///
    /// - Parameter configuration: How the app is set up, to be changed further as the test needs.
    public func prepare(_ configuration: inout GatehouseClient.Configuration) {
        configuration.transport = self
        configuration.tokenStore = MemoryTokenStore()
        configuration.environment = clock.environment
    }

    /// Answers from the queues.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - body: Its body.
    /// - Returns: The answer and its body.
    /// - Throws: Never.
    public func send(_ request: HTTPRequest, body: Data?) async throws(TransportError) -> (HTTPResponse, Data) {
        await TestTrace.run.keep(request, body: body) { () async in answer(request, body: body) }
    }

    private func answer(_ request: HTTPRequest, body: Data?) -> (HTTPResponse, Data) {
        let parts = (request.path ?? "/").split(separator: "?", maxSplits: 1).map(String.init)
        let path = parts.first ?? "/"
        guard let endpoint = NativeEndpoint.allCases.first(where: { path.hasSuffix($0.path) }) else {
            return publication(at: path)
        }
        let text = String(decoding: body ?? Data(), as: UTF8.self)
        let parameters = (try? Parameters(formEncoded: text))?.elements ?? []
        let received = Request(
            endpoint: endpoint,
            parameters: Dictionary(parameters.map { ($0.name, $0.value) }) { first, _ in first },
            headerFields: Dictionary(request.headerFields.map { ($0.name.canonicalName, $0.value) }) { $1 },
            query: parts.count > 1 ? parts[1] : nil,
            correlationID: request.headerFields[.clientRequestID].flatMap { UUID(uuidString: $0) }
        )
        let (answer, number) = take(received)
        let context = CannedAnswer.Context(
            continuationToken: Secret("token-\(number)"),
            correlationID: received.correlationID,
            now: clock.now,
            tokens: { [self] in tokens(number, of: $0, scope: received.parameters[ParameterName.scope.rawValue]) }
        )
        var fields = HTTPFields.uncachedJSON
        fields[.clientRequestID] = received.correlationID?.uuidString
        fields[.retryAfter] = answer.retryAfter.map { String($0) }
        return (HTTPResponse(status: .init(code: answer.status), headerFields: fields), answer.body(context))
    }

    private func take(_ request: Request) -> (CannedAnswer, number: Int) {
        state.withLock { state in
            state.requests.append(request)
            state.count += 1
            for correlationID in [request.correlationID, nil] {
                let slot = Slot(endpoint: request.endpoint, correlationID: correlationID)
                guard state.answers[slot]?.isEmpty == false, let answer = state.answers[slot]?.removeFirst() else {
                    continue
                }
                return (answer, state.count)
            }
            return (Self.usual(at: request.endpoint), state.count)
        }
    }

    private static func usual(at endpoint: NativeEndpoint) -> CannedAnswer {
        switch endpoint {
        case .signUpStart, .signInInitiate, .resetStart: .started
        case .signUpChallenge, .signInChallenge, .resetChallenge: .codeSent()
        case .signUpContinue: .signedUp
        case .signInToken: .tokens
        case .resetContinue: .codeAccepted
        case .resetSubmit: .passwordSubmitted()
        case .resetPoll: .pollSucceeded
        }
    }
}

extension CannedNativeAuthAPI {
    private var issuer: String { "https://login.example.com" }

    /// What anybody may read: the tenant's metadata and its keys.
    private func publication(at path: String) -> (HTTPResponse, Data) {
        let response: any WireResponse
        if path.hasSuffix(EntraConfigurationEndpoint.path) {
            var metadata = ServerMetadata(issuer: issuer)
            metadata.tokenEndpoint = authority.appending(path: EntraTokenEndpoint.path)
            metadata.jwksURI = authority.appending(path: EntraKeySetEndpoint.path)
            response = metadata
        } else if path.hasSuffix(EntraKeySetEndpoint.path) {
            response = JSONWebKeySet(keys: [key.publicJWK])
        } else {
            return (HTTPResponse(status: .notFound), Data())
        }
        return (HTTPResponse(status: .ok, headerFields: response.fields), response.body())
    }

    private func tokens(_ number: Int, of person: CannedAnswer.Person, scope: String?) -> TokenResponse {
        let claims = IDTokenClaims(
            issuer: issuer,
            subject: person.id,
            audience: [clientID],
            expiresAt: UnixTime(clock.now.addingTimeInterval(600)),
            issuedAt: UnixTime(clock.now),
            claims: StandardClaims([
                .email: .string(person.email), .name: .string(person.name), .preferredUsername: .string(person.email),
                .objectID: .string(person.id), .tenantID: .string(Self.tenantID), .tokenVersion: "2.0",
            ])
        )
        return TokenResponse(
            accessToken: Secret("access-\(number)"),
            expiresIn: 3600,
            refreshToken: Secret("refresh-\(number)"),
            idToken: try? key.sign(claims, as: .idToken),
            scope: scope.flatMap(ScopeSet.init(parsing:))
        )
    }
}
