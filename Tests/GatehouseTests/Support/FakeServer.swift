import Foundation
import GatehouseConcurrency
import GatehouseJOSE
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import Testing

@testable import Gatehouse

/// An identity server for one user at a time, as a transport with faults on demand.
final class FakeServer: HTTPTransport {
    struct Call: Sendable {
        var path: String
        var parameters: Parameters
        var fields: HTTPFields
    }

    typealias Responder = @Sendable (Call) async throws(TransportError) -> (HTTPResponse, Data)

    private struct PendingCode {
        var request: AuthorizationRequest
        var redirectURI: String
    }

    private struct State {
        var calls: [Call] = []
        var responders: [String: [Responder]] = [:]
        var codes: [String: PendingCode] = [:]
        var count = 0
        var subject = "person-1"
        /// The subject of each valid refresh token.
        var refreshTokens: [String: String] = [:]
        /// The responses for replaced refresh tokens, if responses are repeated.
        var previousResponses: [String: TokenResponse] = [:]
        var repeatsResponses = false
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

    // MARK: Test setup

    /// Overrides the response to the next request for a path.
    func next(_ path: String, times: Int = 1, _ responder: @escaping Responder) {
        state.withLock { $0.responders[path, default: []] += Array(repeating: responder, count: times) }
    }

    func next(_ path: String, times: Int = 1, status: Int, body: String, fields: HTTPFields = [:]) {
        next(path, times: times) { _ in
            (HTTPResponse(status: .init(code: status), headerFields: fields), Data(body.utf8))
        }
    }

    func next(_ path: String, times: Int = 1, _ error: OAuthError) {
        next(path, times: times) { _ in
            (HTTPResponse(status: error.status, headerFields: error.fields), error.body())
        }
    }

    func failNext(_ path: String, times: Int = 1) {
        next(path, times: times) { _ throws(TransportError) in throw TransportError(.unreachable, "no route") }
    }

    func setSubject(_ subject: String) {
        state.withLock { $0.subject = subject }
    }

    /// Repeats the response for a replaced refresh token until the new one is used.
    func repeatResponses(_ repeats: Bool = true) {
        state.withLock { $0.repeatsResponses = repeats }
    }

    func rotateKey() throws {
        let key = try SigningKey.generate(.es256)
        state.withLock { $0.key = key }
    }

    func calls(_ path: String) -> [Call] {
        state.withLock { $0.calls.filter { $0.path == path } }
    }

    /// The paths of all requests, oldest first.
    var paths: [String] { state.withLock { $0.calls.map(\.path) } }

    var revoked: [String] { state.withLock { $0.revoked } }

    // MARK: Browser

    /// Approves the request of the page and returns the redirect with the authorization code.
    func approve(_ page: URL) throws -> URL {
        let request = try AuthorizationRequest(parameters: Parameters(formEncoded: page.query() ?? ""))
        let redirectURI = try #require(request.redirectURI)
        let code = state.withLock { state in
            state.count += 1
            let code = "code-\(state.count)"
            state.codes[code] = PendingCode(request: request, redirectURI: redirectURI.rawValue)
            return code
        }
        let response = AuthorizationResponse(
            redirectURI: redirectURI,
            outcome: .code(Secret(code)),
            state: request.state,
            issuer: issuer
        )
        let location = try #require(response.location.flatMap { URL(string: $0) })
        for url in [page, location] { TestTrace.run?.keep(url) }
        return location
    }

    // MARK: Client requests

    func send(_ request: HTTPRequest, body: Data?) async throws(TransportError) -> (HTTPResponse, Data) {
        try await TestTrace.run.keep(request, body: body) { () async throws(TransportError) in
            try await respond(to: request, body: body)
        }
    }

    private func respond(to request: HTTPRequest, body: Data?) async throws(TransportError) -> (HTTPResponse, Data) {
        let parts = (request.path ?? "").split(separator: "?", maxSplits: 1)
        let text = body.map { String(decoding: $0, as: UTF8.self) } ?? (parts.count > 1 ? String(parts[1]) : "")
        let parameters = (try? Parameters(formEncoded: text)) ?? Parameters()
        let call = Call(path: String(parts.first ?? ""), parameters: parameters, fields: request.headerFields)
        let scripted = state.withLock { state -> Responder? in
            state.calls.append(call)
            guard state.responders[call.path]?.isEmpty == false else { return nil }
            return state.responders[call.path]?.removeFirst()
        }
        if let scripted { return try await scripted(call) }
        return respond(to: call)
    }

    private func respond(to call: Call) -> (HTTPResponse, Data) {
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

    /// Returns a device code that is approved immediately: any device code is exchanged for tokens.
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
                else { throw OAuthError(.invalidGrant, "The authorization code is invalid.") }
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
        let (owner, previousResponse) = state.withLock {
            ($0.refreshTokens.removeValue(forKey: token), $0.previousResponses[token])
        }
        if let previousResponse { return previousResponse }
        guard let owner else { throw OAuthError(.invalidGrant, "The refresh token is invalid, expired or revoked.") }
        let response = tokens(scope: nil, nonce: nil, subject: owner)
        state.withLock { state in
            guard state.repeatsResponses else { return }
            state.previousResponses = state.previousResponses.filter { $0.value.refreshToken?.reveal() != token }
            state.previousResponses[token] = response
        }
        return response
    }

    /// Issues tokens for the subject, numbered in order.
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

    /// Returns a successful response with the server's `Date` field.
    func ok(_ response: some WireResponse) -> (HTTPResponse, Data) {
        var fields = response.fields
        fields[.date] = clock.dateField
        return (HTTPResponse(status: .ok, headerFields: fields), response.body())
    }
}
