public import Foundation
public import Gatehouse
import GatehouseConcurrency
import GatehouseJOSE
import GatehouseWire
public import HTTPTypes

/// A stub server for native authentication, with responses chosen by the test.
///
/// Responses are queued per endpoint, and optionally per flow by its correlation ID, so that concurrent tests can share
/// a server. Without a queued response, the server responds with success, using a code.
///
/// ```swift
///
/// let server = StubNativeAuthServer()
///
/// server.queue(.userAlreadyExists, at: .signUpStart)
///
/// let gatehouse = GatehouseClient(configuration: server.configuration())
///
/// await #expect(throws: AuthError.self) { try await gatehouse.signUp(email: "ada@example.com") }
///
/// ```
public final class StubNativeAuthServer: HTTPTransport {
    /// A received request.
    public struct Request: Sendable, Hashable {
        /// The endpoint of the request.
        public let endpoint: NativeEndpoint
        /// The parameters by name, as on the wire.
        public let parameters: [String: String]
        /// The header fields by name, in lower case.
        public let headerFields: [String: String]
        /// The query of the URL.
        public let query: String?
        /// The correlation ID of the flow.
        public let correlationID: UUID?
    }

    private struct Slot: Hashable {
        var endpoint: NativeEndpoint
        var correlationID: UUID?
    }

    private struct State {
        var responses: [Slot: [StubResponse]] = [:]
        var requests: [Request] = []
        var count = 0
    }

    static let tenantID = "8d0f4f1e-90b4-4a44-8c1c-0e4b9f0a5d22"
    static let traceID = "00000000-0000-4000-8000-000000000001"

    /// The client of the issued tokens.
    public let clientID = "app"
    /// The tenant; the server responds alike for every tenant of its host.
    public let authority: URL
    /// The clock of the server and of apps with its configuration.
    public let clock: TestClock
    private let key: SigningKey
    private let state = Mutex(State())

    /// Creates a server without queued responses.
    ///
    /// - Parameter clock: The clock of the server.
    public init(clock: TestClock = TestClock()) {
        guard let authority = URL(string: "https://login.example.com/default"),
            let key = try? SigningKey.generate(.es256)
        else { preconditionFailure("A constant is not a URL") }
        self.authority = authority
        self.clock = clock
        self.key = key
    }

    /// Appends responses to the queue of an endpoint.
    ///
    /// - Parameters:
    ///   - responses: The responses, each used once.
    ///   - endpoint: The endpoint.
    ///   - correlationID: The flow; `nil` for every flow without its own queue.
    public func queue(_ responses: StubResponse..., at endpoint: NativeEndpoint, for correlationID: UUID? = nil) {
        state.withLock {
            $0.responses[Slot(endpoint: endpoint, correlationID: correlationID), default: []] += responses
        }
    }

    /// Removes the queued responses of a flow.
    ///
    /// - Parameter correlationID: The flow; `nil` for the responses to any flow.
    public func clear(_ correlationID: UUID? = nil) {
        state.withLock { $0.responses = $0.responses.filter { $0.key.correlationID != correlationID } }
    }

    /// All requests of native authentication, in order.
    public var requests: [Request] { state.withLock(\.requests) }

    /// Returns a configuration for an app on this server, without files and with the server's clock.
    ///
    /// - Returns: The configuration, which the test can change.
    public func configuration() -> GatehouseClient.Configuration {
        var configuration = GatehouseClient.Configuration(entraAuthority: authority, clientID: clientID)
        prepare(&configuration)
        return configuration
    }

    /// Configures an app for this server, without files and with the server's clock.
    ///
    /// - Parameter configuration: The configuration, which the test can change further.
    public func prepare(_ configuration: inout GatehouseClient.Configuration) {
        configuration.transport = self
        configuration.tokenStore = MemoryTokenStore()
        configuration.environment = clock.environment
    }

    /// Responds from the queues.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - body: The body of the request.
    /// - Returns: The response and its body.
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
        let (response, number) = take(received)
        let context = StubResponse.Context(
            continuationToken: Secret("token-\(number)"),
            correlationID: received.correlationID,
            now: clock.now,
            tokens: { [self] in tokens(number, of: $0, scope: received.parameters[ParameterName.scope.rawValue]) }
        )
        var fields = HTTPFields.uncachedJSON
        fields[.clientRequestID] = received.correlationID?.uuidString
        fields[.retryAfter] = response.retryAfter.map { String($0) }
        return (HTTPResponse(status: .init(code: response.status), headerFields: fields), response.body(context))
    }

    private func take(_ request: Request) -> (StubResponse, number: Int) {
        state.withLock { state in
            state.requests.append(request)
            state.count += 1
            for correlationID in [request.correlationID, nil] {
                let slot = Slot(endpoint: request.endpoint, correlationID: correlationID)
                guard state.responses[slot]?.isEmpty == false, let response = state.responses[slot]?.removeFirst()
                else {
                    continue
                }
                return (response, state.count)
            }
            return (Self.defaultResponse(at: request.endpoint), state.count)
        }
    }

    private static func defaultResponse(at endpoint: NativeEndpoint) -> StubResponse {
        switch endpoint {
        case .signUpStart, .signInInitiate, .resetStart: .started
        case .signUpChallenge, .signInChallenge, .resetChallenge: .codeSent()
        case .signUpContinue: .signedUp
        case .signInToken: .tokens
        case .resetContinue: .codeAccepted
        case .resetSubmit: .passwordSubmitted()
        case .resetPoll: .pollSucceeded
        case .signInIntrospect: .methods()
        case .registerIntrospect: .methods(of: [.newEmail, .newSMS])
        case .registerChallenge: .registrationCodeSent()
        case .registerContinue: .registered
        }
    }
}

extension StubNativeAuthServer {
    private var issuer: String { "https://login.example.com" }

    /// Returns the tenant's public metadata or keys.
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

    private func tokens(_ number: Int, of user: StubResponse.User, scope: String?) -> TokenResponse {
        let claims = IDTokenClaims(
            issuer: issuer,
            subject: user.id,
            audience: [clientID],
            expiresAt: UnixTime(clock.now.addingTimeInterval(600)),
            issuedAt: UnixTime(clock.now),
            claims: StandardClaims([
                .email: .string(user.email), .name: .string(user.name), .preferredUsername: .string(user.email),
                .objectID: .string(user.id), .tenantID: .string(Self.tenantID), .tokenVersion: "2.0",
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

/// An endpoint of native authentication, for ``StubNativeAuthServer``.
public enum NativeEndpoint: String, Sendable, Hashable, CaseIterable {
    /// Starts a sign-up.
    case signUpStart = "SignUpStart"
    /// Sends the code of a sign-up.
    case signUpChallenge = "SignUpChallenge"
    /// Continues a sign-up with the user's input.
    case signUpContinue = "SignUpContinue"
    /// Starts a sign-in.
    case signInInitiate = "SignInInitiate"
    /// Sends the code of a sign-in.
    case signInChallenge = "SignInChallenge"
    /// Exchanges a continuation token or a refresh token for tokens.
    case signInToken = "SignInToken"
    /// Starts a password reset.
    case resetStart = "SSPRStart"
    /// Sends the code of a password reset.
    case resetChallenge = "SSPRChallenge"
    /// Continues a password reset with the code.
    case resetContinue = "SSPRContinue"
    /// Submits the new password of a reset.
    case resetSubmit = "SSPRSubmit"
    /// Polls for the completion of a password reset.
    case resetPoll = "SSPRPoll"
    /// Lists the second factors that the user can prove.
    case signInIntrospect = "SignInIntrospect"
    /// Lists the second factors that the user can enrol.
    case registerIntrospect = "JITIntrospect"
    /// Sends a code to the contact of a new second factor.
    case registerChallenge = "JITChallenge"
    /// Enrols the second factor.
    case registerContinue = "JITContinue"

    /// The path below the tenant.
    var path: String {
        switch self {
        case .signUpStart: EntraSignUpStartEndpoint.path
        case .signUpChallenge: EntraSignUpChallengeEndpoint.path
        case .signUpContinue: EntraSignUpContinueEndpoint.path
        case .signInInitiate: EntraSignInInitiateEndpoint.path
        case .signInChallenge: EntraSignInChallengeEndpoint.path
        case .signInToken: EntraTokenEndpoint.path
        case .resetStart: EntraResetStartEndpoint.path
        case .resetChallenge: EntraResetChallengeEndpoint.path
        case .resetContinue: EntraResetContinueEndpoint.path
        case .resetSubmit: EntraResetSubmitEndpoint.path
        case .resetPoll: EntraResetPollEndpoint.path
        case .signInIntrospect: EntraSignInIntrospectEndpoint.path
        case .registerIntrospect: EntraRegistrationIntrospectEndpoint.path
        case .registerChallenge: EntraRegistrationChallengeEndpoint.path
        case .registerContinue: EntraRegistrationContinueEndpoint.path
        }
    }
}
