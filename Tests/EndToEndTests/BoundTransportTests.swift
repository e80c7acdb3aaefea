import Foundation
import Gatehouse
import GatehouseConcurrency
import GatehouseJOSE
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import Testing

/// Requests of apps with bound tokens to services of their own (RFC 9449 §7).
@Suite(.timeLimit(.minutes(2))) struct BoundTransportTests {
    @Test func provesKeyToServiceThatSupportsDPoP() async throws {
        let scenario = try await Scenario(.dpop)
        for _ in 0..<2 { #expect(try await scenario.send() == .ok) }
        let token = try await scenario.session.accessToken()
        #expect(scenario.service.received == ["DPoP \(token.value)", "DPoP \(token.value)"])
    }

    /// RFC 9449 §9.
    @Test func repeatsRequestOnceWithNonceOfService() async throws {
        let scenario = try await Scenario(.dpop, nonce: "n-1")
        #expect(try await scenario.send() == .ok)
        #expect(try await scenario.send() == .ok)
        #expect(scenario.service.received.count == 3)
    }

    @Test func refreshesTokenThatServiceRejects() async throws {
        let scenario = try await Scenario(.dpop)
        let first = try await scenario.session.accessToken()
        scenario.service.reject(first.value)
        #expect(try await scenario.send() == .ok)
        #expect(try await scenario.session.accessToken().value != first.value)
        #expect(scenario.service.received.allSatisfy { $0.hasPrefix("DPoP ") })
    }

    /// RFC 9449 §7.2: a service that does not support DPoP accepts the token as a bearer token.
    @Test func sendsBearerTokenToServiceThatDoesNotSupportDPoP() async throws {
        let scenario = try await Scenario(.bearer)
        for _ in 0..<2 { #expect(try await scenario.send() == .ok) }
        let token = try await scenario.session.accessToken()
        #expect(
            scenario.service.received == ["DPoP \(token.value)", "Bearer \(token.value)", "Bearer \(token.value)"]
        )
    }

    @Test func provesKeyToServiceThatBeginsToRequireDPoP() async throws {
        let scenario = try await Scenario(.bearer)
        #expect(try await scenario.send() == .ok)
        scenario.service.scheme = .dpop
        for _ in 0..<2 { #expect(try await scenario.send() == .ok) }
        let token = try await scenario.session.accessToken()
        let schemes = ["DPoP", "Bearer", "Bearer", "DPoP", "DPoP"]
        #expect(scenario.service.received == schemes.map { "\($0) \(token.value)" })
    }

    @Test func returnsFieldsForRequestsOfApp() async throws {
        let scenario = try await Scenario(.dpop, nonce: "n-1")
        let token = try await scenario.session.accessToken()
        var statuses: [HTTPResponse.Status] = []
        for _ in 0..<3 {
            var request = scenario.request
            for field in try scenario.session.authorizationFields(for: request, with: token) {
                request.headerFields.append(field)
            }
            let (response, _) = try await scenario.service.send(request, body: nil)
            statuses.append(response.status)
            let mustRepeat = scenario.session.rememberNonce(of: response, to: request)
            #expect(mustRepeat == (response.status == .unauthorized))
        }
        #expect(statuses == [.unauthorized, .ok, .ok])
    }

    @Test func returnsBearerFieldForBearerToken() async throws {
        let scenario = try await Scenario(.bearer, policy: .off)
        let token = try await scenario.session.accessToken()
        let fields = try scenario.session.authorizationFields(for: scenario.request, with: token)
        #expect(fields == [.authorization: "Bearer \(token.value)"])
        #expect(try await scenario.send() == .ok)
        #expect(scenario.service.received == ["Bearer \(token.value)"])
    }
}

extension BoundTransportTests {
    /// A signed-in app with a service of its own.
    private struct Scenario {
        let session: Session
        let service: Service
        let request = HTTPRequest(
            method: .get,
            scheme: "https",
            authority: "api.example.com",
            path: "/orders?limit=2"
        )
        private let transport: AuthorizedTransport

        init(_ scheme: WWWAuthenticate.Scheme, nonce: String? = nil, policy: DPoPPolicy = .automatic) async throws {
            let world = try await World()
            session = try await world.device { $0.dpop = policy }.app.signIn()
            service = Service(scheme, nonce: nonce, clock: world.server.clock)
            transport = AuthorizedTransport(session: session, hosts: ["api.example.com"], transport: service)
        }

        func send() async throws -> HTTPResponse.Status {
            try await transport.send(request, body: nil).0.status
        }
    }

    /// A service that knows one scheme, and checks proofs.
    private final class Service: HTTPTransport {
        private struct State {
            var scheme: WWWAuthenticate.Scheme
            var received: [String] = []
            var rejected: Set<String> = []
            var identifiers: Set<String> = []
        }

        private let nonce: String?
        private let clock: TestClock
        private let state: Mutex<State>

        init(_ scheme: WWWAuthenticate.Scheme, nonce: String?, clock: TestClock) {
            self.nonce = nonce
            self.clock = clock
            state = Mutex(State(scheme: scheme))
        }

        /// The only scheme that the service knows.
        var scheme: WWWAuthenticate.Scheme {
            get { state.withLock(\.scheme) }
            set { state.withLock { $0.scheme = newValue } }
        }

        /// The values of the field `Authorization`, oldest first.
        var received: [String] { state.withLock(\.received) }

        func reject(_ token: String) {
            state.withLock { _ = $0.rejected.insert(token) }
        }

        func send(_ request: HTTPRequest, body: Data?) async throws(TransportError) -> (HTTPResponse, Data) {
            let field = request.headerFields[.authorization] ?? ""
            state.withLock { $0.received.append(field) }
            let parts = field.split(separator: " ").map(String.init)
            guard parts.count == 2, parts[0] == scheme.rawValue, !state.withLock({ $0.rejected.contains(parts[1]) })
            else { return rejection(.invalidToken) }
            guard scheme == .dpop else { return (HTTPResponse(status: .ok), Data()) }
            guard let proof = proof(of: request, with: Secret(parts[1])),
                state.withLock({ $0.identifiers.insert(proof.identifier).inserted })
            else { return rejection(.invalidDPoPProof) }
            guard proof.nonce == nonce else { return rejection(.useDPoPNonce) }
            return (HTTPResponse(status: .ok), Data())
        }

        private func proof(of request: HTTPRequest, with token: Secret) -> DPoPProof? {
            guard let proof = request.headerFields[.dpop], let uri = NormalizedURI("https://api.example.com/orders")
            else { return nil }
            return try? DPoPProof(
                verifying: proof,
                for: .init(method: "GET", uri: uri, accessToken: token),
                now: clock.now
            )
        }

        private func rejection(_ error: OAuthErrorCode) -> (HTTPResponse, Data) {
            var fields: HTTPFields = [.wwwAuthenticate: "\(scheme.rawValue) error=\"\(error.rawValue)\""]
            if error == .useDPoPNonce, let nonce { fields[.dpopNonce] = nonce }
            return (HTTPResponse(status: .unauthorized, headerFields: fields), Data())
        }
    }
}
