import Foundation
import GatehouseConcurrency
import GatehouseJOSE
import GatehouseWire
import HTTPTypes
import Testing

@testable import Gatehouse

/// A ``FakeServer`` for several users that keeps the state of each session.
///
/// Like Gatehouse, it repeats the response for the previous refresh token and ends the session if an older one is used.
final class MultiUserServer: Sendable {
    /// The user and the session that a token names.
    struct TokenIdentity: Hashable {
        let owner: String
        let session: Int

        init?(_ token: String) {
            let parts = token.split(separator: ".")
            guard parts.count == 3, let session = Int(parts[1]) else { return nil }
            (owner, self.session) = (String(parts[0]), session)
        }
    }

    private struct Record {
        var currentToken: String
        var previousToken: String?
        var response: TokenResponse
        var isEndedByOperator = false
        var hasEnded = false
    }

    private struct State {
        var codes: [String: AuthorizationRequest] = [:]
        var sessions: [Int: Record] = [:]
        var page: URL?
        var number = 0
    }

    private let fake: FakeServer
    private let state = Mutex(State())

    init(clock: TwoClocks) throws {
        fake = try FakeServer(clock: clock)
    }

    var issuer: String { fake.issuer }

    // MARK: Test setup

    /// Ends a session, as an operator does.
    func endByOperator(_ session: Int) {
        state.withLock {
            $0.sessions[session]?.isEndedByOperator = true
            $0.sessions[session]?.hasEnded = true
        }
    }

    func wasEndedByOperator(_ session: Int) -> Bool {
        state.withLock { $0.sessions[session]?.isEndedByOperator ?? false }
    }

    /// Returns whether the server has ended a session.
    func hasEnded(_ session: Int) -> Bool { state.withLock { $0.sessions[session]?.hasEnded ?? true } }

    // MARK: Browser

    /// Approves the request of the page and returns the redirect with the authorization code.
    func approve(_ page: URL) throws -> URL {
        let request = try AuthorizationRequest(parameters: Parameters(formEncoded: page.query() ?? ""))
        let redirectURI = try #require(request.redirectURI)
        let code = state.withLock { state in
            state.page = page
            state.number += 1
            state.codes["code-\(state.number)"] = request
            return "code-\(state.number)"
        }
        let response = AuthorizationResponse(
            redirectURI: redirectURI,
            outcome: .code(Secret(code)),
            state: request.state,
            issuer: issuer
        )
        let location = try #require(response.location)
        return try #require(URL(string: location))
    }

    /// Returns the redirect of the page shown last, as if it were still open, or `nil` if there was none.
    func redirectOfLastPage() throws -> URL? {
        try state.withLock(\.page).map(approve)
    }

    func show(_ page: URL) {
        state.withLock { $0.page = page }
    }

    // MARK: Client requests

    func send(_ request: HTTPRequest, body: Data?) async throws(TransportError) -> (HTTPResponse, Data) {
        do throws(OAuthError) {
            let form = (try? Parameters(formEncoded: String(decoding: body ?? Data(), as: UTF8.self))) ?? Parameters()
            switch request.path {
            case TokenEndpoint.path:
                return fake.ok(try tokens(form))
            case RevocationEndpoint.path:
                if let identity = form[.token].flatMap(TokenIdentity.init) { end(identity.session) }
                return fake.ok(EmptyResponse())
            case UserInfoEndpoint.path:
                let received = try ReceivedToken(authorization: request.headerFields[.authorization])
                guard let identity = TokenIdentity(received.token.reveal()), !hasEnded(identity.session) else {
                    throw OAuthError(.invalidToken, "ended")
                }
                return fake.ok(UserInfoResponse(subject: identity.owner, claims: Self.claims(of: identity.owner)))
            default:
                return try await fake.sendThrowingOAuthError(request, body)
            }
        } catch {
            return (HTTPResponse(status: error.status, headerFields: error.fields), error.body())
        }
    }

    private func tokens(_ form: Parameters) throws(OAuthError) -> TokenResponse {
        switch try TokenRequest(parameters: form).grant {
        case .authorizationCode(let code, _, let verifier?):
            guard let request = state.withLock({ $0.codes.removeValue(forKey: code.reveal()) }),
                let challenge = request.codeChallenge, PKCE.verify(verifier, against: challenge)
            else { throw OAuthError(.invalidGrant, "The authorization code is invalid.") }
            return startSession(request)
        case .refreshToken(let token, _):
            return try refresh(token.reveal())
        default:
            throw OAuthError(.unsupportedGrantType, "Unsupported grant type.")
        }
    }

    private func startSession(_ request: AuthorizationRequest) -> TokenResponse {
        let owner = request.loginHint ?? "person-1"
        var response = fake.tokens(scope: request.scope, nonce: request.nonce, subject: owner) {
            $0.claims = Self.claims(of: owner)
        }
        state.withLock { state in
            state.number += 1
            let tokens = Self.tokens(of: "\(owner).\(state.number)", 1)
            (response.accessToken, response.refreshToken) = (tokens.accessToken, tokens.refreshToken)
            response.expiresIn = tokens.expiresIn
            let currentToken = tokens.refreshToken?.reveal() ?? ""
            state.sessions[state.number] = Record(currentToken: currentToken, response: tokens)
        }
        return response
    }

    private func refresh(_ token: String) throws(OAuthError) -> TokenResponse {
        let response = state.withLock { state -> TokenResponse? in
            guard let identity = TokenIdentity(token), let record = state.sessions[identity.session], !record.hasEnded
            else {
                return nil
            }
            if token == record.previousToken { return record.response }
            guard token == record.currentToken else {
                state.sessions[identity.session]?.hasEnded = true
                return nil
            }
            state.number += 1
            let tokens = Self.tokens(of: "\(identity.owner).\(identity.session)", state.number)
            let currentToken = tokens.refreshToken?.reveal() ?? ""
            state.sessions[identity.session] = Record(
                currentToken: currentToken,
                previousToken: token,
                response: tokens
            )
            return tokens
        }
        guard let response else { throw OAuthError(.invalidGrant, "The refresh token is invalid, expired or revoked.") }
        return response
    }

    private func end(_ session: Int) {
        state.withLock { $0.sessions[session]?.hasEnded = true }
    }

    private static func tokens(of session: String, _ number: Int) -> TokenResponse {
        TokenResponse(
            accessToken: Secret("\(session).a\(number)"),
            expiresIn: 300,
            refreshToken: Secret("\(session).r\(number)"),
            scope: nil
        )
    }

    private static func claims(of owner: String) -> StandardClaims {
        StandardClaims([.name: .string("Name of \(owner)")])
    }
}

extension FakeServer {
    /// Sends a request and converts transport errors, which the fake server does not produce.
    fileprivate func sendThrowingOAuthError(
        _ request: HTTPRequest,
        _ body: Data?
    ) async throws(OAuthError) -> (HTTPResponse, Data) {
        do throws(TransportError) {
            return try await send(request, body: body)
        } catch {
            throw OAuthError(.serverError, error.detail)
        }
    }
}
