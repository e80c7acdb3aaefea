public import Foundation
import GatehouseConcurrency
public import HTTPTypes

/// A transport that adds the user's access token to an app's own requests, refreshing it if necessary.
///
/// The token is sent only to the hosts that the app names. If a service responds with 401, the token is refreshed and
/// the request sent once more. If the new token is rejected as well, further 401 responses are returned without a
/// refresh for half a minute, doubling up to ten minutes.
///
/// A token that is bound to a key is sent with a proof (RFC 9449), and again with the nonce that the service requires.
/// If a service responds with 401 and without a challenge for DPoP, it receives the token as a bearer token until it
/// has such a challenge: the token remains useless at services that support DPoP.
///
/// ```swift
/// let api = AuthorizedTransport(session: session, hosts: ["api.example.com"])
/// let (response, body) = try await api.send(request, body: nil)
/// ```
///
/// An API with tokens of its own (RFC 8707) receives them if the transport has the identifier of the API.
public struct AuthorizedTransport: HTTPTransport {
    private let session: Session
    private let hosts: Set<String>
    private let resource: String?
    private let transport: any HTTPTransport
    private let refreshTracker = FailedRefreshTracker()
    private let bearerServices = BearerServices()

    /// Creates a transport for the requests of a session.
    ///
    /// - Parameters:
    ///   - session: The session whose access token is sent.
    ///   - hosts: The hosts that receive the token, such as `api.example.com` or `localhost`; requests to other hosts
    ///     are sent without it.
    ///   - resource: The API whose tokens are sent, as in ``Session/accessToken(forResource:replacing:)``; `nil` for
    ///     the session's own token.
    ///   - transport: The transport that sends the requests.
    public init(
        session: Session,
        hosts: Set<String>,
        resource: String? = nil,
        transport: any HTTPTransport = URLSessionTransport.shared
    ) {
        self.session = session
        self.hosts = Set(hosts.map { $0.lowercased() })
        self.resource = resource
        self.transport = transport
    }

    /// Sends a request with the access token and returns the whole response.
    ///
    /// - Parameters:
    ///   - request: The request; its own `Authorization` field takes precedence.
    ///   - body: The body, if there is one.
    /// - Returns: The response and its whole body.
    /// - Throws: ``TransportError`` if there is no response; with the code `noAccessToken` if no token is available,
    ///   and its error in ``TransportError/cause``.
    public func send(_ request: HTTPRequest, body: Data?) async throws(TransportError) -> (HTTPResponse, Data) {
        guard isTrusted(request), request.headerFields[.authorization] == nil else {
            return try await transport.send(request, body: body)
        }
        let token = try await token()
        let response = try await send(request, body: body, with: token)
        guard response.0.status == .unauthorized, refreshTracker.shouldRefresh(replacing: token, at: session.now) else {
            return response
        }
        let next = try await self.token(replacing: token)
        let second = try await send(request, body: body, with: next)
        refreshTracker.record(next, wasRejected: second.0.status == .unauthorized, at: session.now)
        return second
    }

    /// Sends a request with a token: with a proof, or as a bearer token if the service does not support DPoP.
    private func send(
        _ request: HTTPRequest,
        body: Data?,
        with token: AccessToken
    ) async throws(TransportError) -> (HTTPResponse, Data) {
        guard token.isBound, let origin = request.normalizedURI?.origin else {
            return try await sendBearer(request, body: body, with: token)
        }
        if bearerServices.contains(origin) {
            let response = try await sendBearer(request, body: body, with: token)
            guard response.0.status == .unauthorized, response.0.offersDPoP else { return response }
            // The service supports DPoP by now.
            bearerServices.remove(origin)
        }
        var response = try await sendProven(request, body: body, with: token)
        if session.rememberNonce(of: response.0, to: request) {
            response = try await sendProven(request, body: body, with: token)
            session.rememberNonce(of: response.0, to: request)
        }
        guard response.0.status == .unauthorized, !response.0.offersDPoP else { return response }
        let second = try await sendBearer(request, body: body, with: token)
        if second.0.status != .unauthorized { bearerServices.insert(origin) }
        return second
    }

    private func sendProven(
        _ request: HTTPRequest,
        body: Data?,
        with token: AccessToken
    ) async throws(TransportError) -> (HTTPResponse, Data) {
        let fields: HTTPFields
        do throws(AuthError) {
            fields = try session.authorizationFields(for: request, with: token)
        } catch {
            throw TransportError(error)
        }
        var request = request
        for field in fields { request.headerFields[field.name] = field.value }
        return try await transport.send(request, body: body)
    }

    private func sendBearer(
        _ request: HTTPRequest,
        body: Data?,
        with token: AccessToken
    ) async throws(TransportError) -> (HTTPResponse, Data) {
        var request = request
        request.headerFields[.authorization] = token.authorizationHeader
        return try await transport.send(request, body: body)
    }

    private func token(replacing rejected: AccessToken? = nil) async throws(TransportError) -> AccessToken {
        do throws(AuthError) {
            guard let resource else { return try await session.accessToken(replacing: rejected) }
            return try await session.accessToken(forResource: resource, replacing: rejected)
        } catch {
            throw TransportError(error)
        }
    }

    /// Returns whether the token may be sent: only over https or on this machine.
    private func isTrusted(_ request: HTTPRequest) -> Bool {
        guard let scheme = request.scheme, let authority = request.authority,
            // Without the slash, the path would extend the host name.
            request.path?.hasPrefix("/") ?? true,
            let url = URL(string: "\(scheme)://\(authority)/"), url.isSafeServer,
            let host = url.host(percentEncoded: false)
        else { return false }
        return hosts.contains(host.lowercased())
    }
}

/// The services, by origin, that have accepted a bound token as a bearer token (RFC 9449 §7.2).
private final class BearerServices: Sendable {
    private let origins = Mutex<Set<String>>([])

    func contains(_ origin: String) -> Bool { origins.withLock { $0.contains(origin) } }

    func insert(_ origin: String) { origins.withLock { _ = $0.insert(origin) } }

    func remove(_ origin: String) { origins.withLock { _ = $0.remove(origin) } }
}

/// Tracks a new token that a service rejected like the old one, so that further rejections cause no refresh.
final class FailedRefreshTracker: Sendable {
    private static let longest: TimeInterval = 10 * 60

    private struct State {
        var token: AccessToken?
        var until = Date.distantPast
        var pause: TimeInterval = 30
    }

    private let state = Mutex(State())

    /// Returns whether a refresh may help after this token was rejected.
    func shouldRefresh(replacing token: AccessToken, at now: Date) -> Bool {
        state.withLock { state in
            guard state.token?.value == token.value else { return true }
            let remaining = state.until.timeIntervalSince(now)
            // A longer time remains only if the clock was corrected since.
            return remaining <= 0 || remaining > Self.longest
        }
    }

    /// Records the response to a request with a new token.
    func record(_ token: AccessToken, wasRejected: Bool, at now: Date) {
        state.withLock { state in
            guard wasRejected else {
                state = State()
                return
            }
            state.token = token
            state.until = now.addingTimeInterval(state.pause)
            state.pause = min(state.pause * 2, Self.longest)
        }
    }
}
