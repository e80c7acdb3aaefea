import Foundation
import GatehouseJOSE
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import Synchronization
import Testing

@testable import Gatehouse

/// An identity server of one person at a time, as a transport, with faults on demand.
final class FakeServer: HTTPTransport {
    struct Call: Sendable {
        var path: String
        var parameters: Parameters
        var fields: HTTPFields
    }

    typealias Answer = @Sendable (Call) async throws(TransportError) -> (HTTPResponse, Data)

    private struct PendingCode {
        var request: AuthorizationRequest
        var redirectURI: String
    }

    private struct State {
        var calls: [Call] = []
        var answers: [String: [Answer]] = [:]
        var codes: [String: PendingCode] = [:]
        var count = 0
        var subject = "person-1"
        /// Whose each refresh token is that is good.
        var refreshTokens: [String: String] = [:]
        /// What a refresh token was answered with that is spent; filled where answers are repeated.
        var answered: [String: TokenResponse] = [:]
        var repeatsAnswers = false
        var revoked: [String] = []
        var key: SigningKey
    }

    let issuer = "https://id.example.com"
    let clock: TwoClocks
    private let state: Mutex<State>

    init(clock: TwoClocks) throws {
        self.clock = clock
        state = Mutex(State(key: try SigningKey.generate(.es256)))
    }

    // MARK: What a test does to the server

    /// Answers the next call of a path in another way.
    func next(_ path: String, times: Int = 1, _ answer: @escaping Answer) {
        state.withLock { $0.answers[path, default: []] += Array(repeating: answer, count: times) }
    }

    func next(_ path: String, times: Int = 1, _ status: Int, _ body: String, _ fields: HTTPFields = [:]) {
        next(path, times: times) { _ in
            (HTTPResponse(status: .init(code: status), headerFields: fields), Data(body.utf8))
        }
    }

    func next(_ path: String, times: Int = 1, _ error: OAuthError) {
        next(path, times: times) { _ in
            (HTTPResponse(status: error.status, headerFields: error.fields), error.body())
        }
    }

    func nextFails(_ path: String, times: Int = 1) {
        next(path, times: times) { _ throws(TransportError) in throw TransportError(.unreachable, "no route") }
    }

    func become(_ subject: String) {
        state.withLock { $0.subject = subject }
    }

    /// Answers a refresh token that is spent as it did before, as long as nobody has used the tokens of that answer.
    func repeatAnswers(_ repeats: Bool = true) {
        state.withLock { $0.repeatsAnswers = repeats }
    }

    func rotateKey() throws {
        let key = try SigningKey.generate(.es256)
        state.withLock { $0.key = key }
    }

    func calls(_ path: String) -> [Call] {
        state.withLock { $0.calls.filter { $0.path == path } }
    }

    /// The paths of all calls, oldest first.
    var paths: [String] { state.withLock { $0.calls.map(\.path) } }

    var revoked: [String] { state.withLock { $0.revoked } }

    // MARK: The browser's side

    /// The person agrees: the redirect that brings the code.
    func agree(to page: URL) throws -> URL {
        let request = try AuthorizationRequest(parameters: Parameters(formEncoded: page.query() ?? ""))
        let redirectURI = try #require(request.redirectURI)
        let code = state.withLock { state in
            state.count += 1
            let code = "code-\(state.count)"
            state.codes[code] = PendingCode(request: request, redirectURI: redirectURI.rawValue)
            return code
        }
        let answer = AuthorizationResponse(
            redirectURI: redirectURI,
            outcome: .code(Secret(code)),
            state: request.state,
            issuer: issuer
        )
        let location = try #require(answer.location.flatMap { URL(string: $0) })
        for url in [page, location] { TestTrace.run?.keep(url) }
        return location
    }

    // MARK: The client's side

    func send(_ request: HTTPRequest, body: Data?) async throws(TransportError) -> (HTTPResponse, Data) {
        try await TestTrace.run.keep(request, body: body) { () async throws(TransportError) in
            try await answer(request, body: body)
        }
    }

    private func answer(_ request: HTTPRequest, body: Data?) async throws(TransportError) -> (HTTPResponse, Data) {
        let parts = (request.path ?? "").split(separator: "?", maxSplits: 1)
        let text = body.map { String(decoding: $0, as: UTF8.self) } ?? (parts.count > 1 ? String(parts[1]) : "")
        let parameters = (try? Parameters(formEncoded: text)) ?? Parameters()
        let call = Call(path: String(parts.first ?? ""), parameters: parameters, fields: request.headerFields)
        let scripted = state.withLock { state -> Answer? in
            state.calls.append(call)
            guard state.answers[call.path]?.isEmpty == false else { return nil }
            return state.answers[call.path]?.removeFirst()
        }
        if let scripted { return try await scripted(call) }
        return answer(call)
    }

    private func answer(_ call: Call) -> (HTTPResponse, Data) {
        switch call.path {
        case OpenIDConfigurationEndpoint.path: return ok(metadata)
        case KeySetEndpoint.path: return ok(JSONWebKeySet(keys: [state.withLock { $0.key.publicJWK }]))
        case TokenEndpoint.path: return token(call)
        case DeviceAuthorizationEndpoint.path: return deviceCode()
        case RevocationEndpoint.path:
            state.withLock { $0.revoked.append(call.parameters[.token] ?? "") }
            return ok(EmptyResponse())
        case UserInfoEndpoint.path: return ok(UserInfoResponse(subject: subject, claims: profile))
        default: return (HTTPResponse(status: .notFound), Data())
        }
    }

    private var subject: String { state.withLock { $0.subject } }

    private var profile: StandardClaims {
        StandardClaims([.name: .string("Name of \(subject)"), .email: .string("\(subject)@example.com")])
    }

    var metadata: ServerMetadata {
        var metadata = ServerMetadata(issuer: issuer)
        metadata.authorizationEndpoint = URL(string: issuer + AuthorizationEndpoint.path)
        metadata.tokenEndpoint = URL(string: issuer + TokenEndpoint.path)
        metadata.userInfoEndpoint = URL(string: issuer + UserInfoEndpoint.path)
        metadata.jwksURI = URL(string: issuer + KeySetEndpoint.path)
        metadata.revocationEndpoint = URL(string: issuer + RevocationEndpoint.path)
        metadata.deviceAuthorizationEndpoint = URL(string: issuer + DeviceAuthorizationEndpoint.path)
        metadata.endSessionEndpoint = URL(string: issuer + EndSessionEndpoint.path)
        metadata.issuerParameterSupported = true
        return metadata
    }

    /// A code that the person agrees to at once, as every code of theirs is answered with tokens.
    private func deviceCode() -> (HTTPResponse, Data) {
        guard let url = URL(string: issuer + "/device") else { return (HTTPResponse(status: .notFound), Data()) }
        return ok(
            DeviceAuthorizationResponse(
                deviceCode: Secret("device-code"),
                userCode: "ABCD-EFGH",
                verificationURI: url,
                expiresIn: 600
            )
        )
    }

    private func token(_ call: Call) -> (HTTPResponse, Data) {
        do throws(OAuthError) {
            switch try TokenRequest(parameters: call.parameters).grant {
            case .authorizationCode(let code, let redirectURI, let verifier):
                let pending = state.withLock { $0.codes.removeValue(forKey: code.reveal()) }
                guard let pending, pending.redirectURI == redirectURI, let verifier,
                    let challenge = pending.request.codeChallenge,
                    PKCE.verify(verifier, against: challenge)
                else { throw OAuthError(.invalidGrant, "The code is not good.") }
                return ok(tokens(scope: pending.request.scope, nonce: pending.request.nonce))
            case .refreshToken(let token, _):
                return ok(try refreshed(token.reveal()))
            default:
                return ok(tokens(scope: [.openid, .offlineAccess], nonce: nil))
            }
        } catch {
            return (HTTPResponse(status: error.status, headerFields: error.fields), error.body())
        }
    }

    private func refreshed(_ token: String) throws(OAuthError) -> TokenResponse {
        let (owner, answer) = state.withLock { ($0.refreshTokens.removeValue(forKey: token), $0.answered[token]) }
        if let answer { return answer }
        guard let owner else { throw OAuthError(.invalidGrant, "The refresh token is spent.") }
        let response = tokens(scope: nil, nonce: nil, subject: owner)
        state.withLock { state in
            guard state.repeatsAnswers else { return }
            state.answered = state.answered.filter { $0.value.refreshToken?.reveal() != token }
            state.answered[token] = response
        }
        return response
    }

    /// New tokens for the person, numbered in the order they are made.
    func tokens(
        scope: ScopeSet?,
        nonce: String?,
        subject: String? = nil,
        change: (inout IDTokenClaims) -> Void = { _ in }
    ) -> TokenResponse {
        let (number, key) = state.withLock { state in
            state.count += 1
            state.refreshTokens["refresh-\(state.count)"] = subject ?? state.subject
            return (state.count, state.key)
        }
        let now = clock.server
        var claims = IDTokenClaims(
            issuer: issuer,
            subject: subject ?? self.subject,
            audience: ["example-app"],
            expiresAt: UnixTime(now.addingTimeInterval(600)),
            issuedAt: UnixTime(now),
            authenticatedAt: UnixTime(now),
            nonce: nonce,
            claims: profile
        )
        change(&claims)
        return TokenResponse(
            accessToken: Secret("access-\(number)"),
            expiresIn: 3600,
            refreshToken: Secret("refresh-\(number)"),
            idToken: try? key.sign(claims, as: .idToken),
            scope: scope
        )
    }

    /// A successful answer with the server's time on it.
    func ok(_ response: some WireResponse) -> (HTTPResponse, Data) {
        var fields = response.fields
        fields[.date] = clock.dateField
        return (HTTPResponse(status: .ok, headerFields: fields), response.body())
    }
}
