public import Foundation
public import HTTPTypes

/// Carries an app's own requests with the person's access token, renewed when it must be, so that most apps never touch a token.
///
/// The token goes only to the hosts that the app names. When a service answers 401, the token is renewed once and the request
/// sent once more; whatever comes then is the answer. Where that is 401 again, a new token was no help, and the next 401 is the answer at once,
/// for half a minute, then for longer, up to ten minutes.
///
/// ```swift
/// let api = AuthorizedTransport(session, hosts: ["api.example.com"])
/// let (response, body) = try await api.send(request, body: nil)
/// ```
public struct AuthorizedTransport: HTTPTransport {
    private let session: Session
    private let hosts: Set<String>
    private let transport: any HTTPTransport
    private let vainRenewals = VainRenewals()

    /// A transport for one person's requests.
    ///
    /// - Parameters:
    ///   - session: Whose token goes with the requests.
    ///   - hosts: The hosts that the token may be sent to, such as `api.example.com` or `localhost`; a request to any other one goes
    ///     without it.
    ///   - transport: What carries the requests.
    public init(
        _ session: Session,
        hosts: Set<String>,
        over transport: any HTTPTransport = URLSessionTransport.shared
    ) {
        self.session = session
        self.hosts = Set(hosts.map { $0.lowercased() })
        self.transport = transport
    }

    /// Sends one request with the token and waits for the whole answer.
    ///
    /// - Parameters:
    ///   - request: The request; an `Authorization` field of its own is left alone.
    ///   - body: The body, when there is one.
    /// - Returns: The answer and its whole body.
    /// - Throws: ``TransportError`` when no answer came; of kind `unauthorized` when there is no token to send, and then
    ///   ``TransportError/cause`` says why.
    public func send(_ request: HTTPRequest, body: Data?) async throws(TransportError) -> (HTTPResponse, Data) {
        guard isTrusted(request), request.headerFields[.authorization] == nil else {
            return try await transport.send(request, body: body)
        }
        let token = try await token()
        let answer = try await transport.send(request.authorized(by: token), body: body)
        guard answer.0.status == .unauthorized, vainRenewals.mayHelp(replacing: token, at: session.now) else {
            return answer
        }
        let next = try await self.token(replacing: token)
        let second = try await transport.send(request.authorized(by: next), body: body)
        vainRenewals.note(next, wasRefused: second.0.status == .unauthorized, at: session.now)
        return second
    }

    private func token(replacing refused: AccessToken? = nil) async throws(TransportError) -> AccessToken {
        do throws(AuthError) {
            return try await session.accessToken(replacing: refused)
        } catch {
            throw TransportError(error)
        }
    }

    /// Tokens go over https alone, or within this machine.
    private func isTrusted(_ request: HTTPRequest) -> Bool {
        guard let scheme = request.scheme, let authority = request.authority,
            // Without the slash, what follows would be a part of the host's name.
            request.path?.hasPrefix("/") ?? true,
            let url = URL(string: "\(scheme)://\(authority)/"), url.isSafeServer,
            let host = url.host(percentEncoded: false)
        else { return false }
        return hosts.contains(host.lowercased())
    }
}

extension HTTPRequest {
    fileprivate func authorized(by token: AccessToken) -> HTTPRequest {
        var request = self
        request.headerFields[.authorization] = token.authorization
        return request
    }
}
