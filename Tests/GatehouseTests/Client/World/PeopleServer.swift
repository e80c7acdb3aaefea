import Foundation
import GatehouseJOSE
import GatehouseWire
import HTTPTypes
import Synchronization
import Testing

@testable import Gatehouse

/// ``FakeServer`` for any number of people: it knows whose each token is, and what has become of each session.
///
/// As Gatehouse's own, it answers the refresh token one behind as it did before, and ends the session of an older one.
final class PeopleServer: Sendable {
    /// What a token says of itself.
    struct Mark: Hashable {
        let owner: String
        let session: Int

        init?(_ token: String) {
            let parts = token.split(separator: ".")
            guard parts.count == 3, let session = Int(parts[1]) else { return nil }
            (owner, self.session) = (String(parts[0]), session)
        }
    }

    private struct Record {
        var good: String
        var spent: String?
        var answer: TokenResponse
        var isKilled = false
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

    // MARK: What a test does to it

    /// Ends a session, as an operator does.
    func kill(_ session: Int) {
        state.withLock {
            $0.sessions[session]?.isKilled = true
            $0.sessions[session]?.hasEnded = true
        }
    }

    func wasKilled(_ session: Int) -> Bool { state.withLock { $0.sessions[session]?.isKilled ?? false } }

    /// Whether a session is over here, for whatever reason.
    func hasEnded(_ session: Int) -> Bool { state.withLock { $0.sessions[session]?.hasEnded ?? true } }

    // MARK: The browser's side

    /// The person whom the page is made for agrees: the redirect that brings the code.
    func agree(to page: URL) throws -> URL {
        let request = try AuthorizationRequest(parameters: Parameters(formEncoded: page.query() ?? ""))
        let redirectURI = try #require(request.redirectURI)
        let code = state.withLock { state in
            state.page = page
            state.number += 1
            state.codes["code-\(state.number)"] = request
            return "code-\(state.number)"
        }
        let answer = AuthorizationResponse(
            redirectURI: redirectURI,
            outcome: .code(Secret(code)),
            state: request.state,
            issuer: issuer
        )
        let location = try #require(answer.location)
        return try #require(URL(string: location))
    }

    /// The redirect that the page last shown leads to, as if it had stayed open; `nil` when there was none.
    func redirectOfLastPage() throws -> URL? {
        try state.withLock(\.page).map(agree)
    }

    func show(_ page: URL) {
        state.withLock { $0.page = page }
    }

    // MARK: The client's side

    func send(_ request: HTTPRequest, body: Data?) async throws(TransportError) -> (HTTPResponse, Data) {
        do throws(OAuthError) {
            let form = (try? Parameters(formEncoded: String(decoding: body ?? Data(), as: UTF8.self))) ?? Parameters()
            switch request.path {
            case TokenEndpoint.path:
                return fake.ok(try tokens(form))
            case RevocationEndpoint.path:
                if let mark = form[.token].flatMap(Mark.init) { end(mark.session) }
                return fake.ok(EmptyResponse())
            case UserInfoEndpoint.path:
                let token = try UserInfoRequest().token(authorization: request.headerFields[.authorization])
                guard let mark = Mark(token.reveal()), !hasEnded(mark.session) else {
                    throw OAuthError(.invalidToken, "ended")
                }
                return fake.ok(UserInfoResponse(subject: mark.owner, claims: Self.claims(of: mark.owner)))
            default:
                return try await fake.answered(request, body)
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
            else { throw OAuthError(.invalidGrant, "The code is not good.") }
            return begin(request)
        case .refreshToken(let token, _):
            return try refresh(token.reveal())
        default:
            throw OAuthError(.unsupportedGrantType, "not here")
        }
    }

    private func begin(_ request: AuthorizationRequest) -> TokenResponse {
        let owner = request.loginHint ?? "person-1"
        var response = fake.tokens(scope: request.scope, nonce: request.nonce, subject: owner) {
            $0.claims = Self.claims(of: owner)
        }
        state.withLock { state in
            state.number += 1
            let tokens = Self.tokens(of: "\(owner).\(state.number)", 1)
            (response.accessToken, response.refreshToken) = (tokens.accessToken, tokens.refreshToken)
            response.expiresIn = tokens.expiresIn
            let good = tokens.refreshToken?.reveal() ?? ""
            state.sessions[state.number] = Record(good: good, answer: tokens)
        }
        return response
    }

    private func refresh(_ token: String) throws(OAuthError) -> TokenResponse {
        let answer = state.withLock { state -> TokenResponse? in
            guard let mark = Mark(token), let record = state.sessions[mark.session], !record.hasEnded else {
                return nil
            }
            if token == record.spent { return record.answer }
            guard token == record.good else {
                state.sessions[mark.session]?.hasEnded = true
                return nil
            }
            state.number += 1
            let tokens = Self.tokens(of: "\(mark.owner).\(mark.session)", state.number)
            let good = tokens.refreshToken?.reveal() ?? ""
            state.sessions[mark.session] = Record(good: good, spent: token, answer: tokens)
            return tokens
        }
        guard let answer else { throw OAuthError(.invalidGrant, "The refresh token is not good.") }
        return answer
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
    /// Its answer, which is never a failure of the way there.
    fileprivate func answered(_ request: HTTPRequest, _ body: Data?) async throws(OAuthError) -> (HTTPResponse, Data) {
        do throws(TransportError) {
            return try await send(request, body: body)
        } catch {
            throw OAuthError(.serverError, error.detail)
        }
    }
}
