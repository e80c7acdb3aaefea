import Foundation
import GatehouseConcurrency
import GatehouseTesting
import GatehouseWire
import HTTPTypes

@testable import Gatehouse

/// A transport that acts as a Kii server.
///
/// Each token begins with the name of its user.
final class FakeKii: HTTPTransport {
    struct Call: Sendable {
        var method: HTTPRequest.Method
        /// The path below the users of the app, or below the app: `me`, `ada/password`, `oauth2/token`.
        var path: String
        var members: KiiJSONObject
        var fields: HTTPFields

        var token: String? { fields[.authorization].map { String($0.dropFirst("Bearer ".count)) } }
    }

    typealias Interceptor = @Sendable (Call) async -> TransportError?

    fileprivate struct State {
        var calls: [Call] = []
        var users: [String: KiiUserDocument] = [:]
        var passwords: [String: String] = [:]
        var tokens: Set<String> = []
        var refreshTokens: Set<String> = []
        var rejectedRefreshTokens: Set<String> = []
        var count = 0
        var expiresIn: Int64? = 3600
        var issuesRefreshTokens = true
        var stubbedResponses: [String: [(Int, String)]] = [:]
    }

    let clock: TwoClocks
    private let state = Mutex(State())
    private let interceptor: Interceptor

    /// Creates a server with the users Ada and Bob.
    ///
    /// - Parameters:
    ///   - clock: The clocks of the device and the server.
    ///   - interceptor: Runs before the server handles a request and again before its response arrives.
    init(clock: TwoClocks, interceptor: @escaping Interceptor = { _ in nil }) {
        self.clock = clock
        self.interceptor = interceptor
        add("ada", fields: ["score": 7])
        add("bob")
    }

    // MARK: Test setup

    /// Adds a user whose password is the name followed by `-secret`.
    func add(_ name: String, fields: [String: JSONValue] = [:]) {
        state.withLock {
            var user = KiiUserDocument(userID: name, customFields: fields)
            user.loginName = name
            user.displayName = "\(name) the user"
            $0.users[name] = user
            $0.passwords[name] = "\(name)-secret"
        }
    }

    /// Issues tokens to a user, as for an earlier launch of the app.
    func token(of name: String) -> (access: String, refresh: String) {
        state.withLock { $0.issue(name) }
    }

    func invalidate(_ token: String) { state.withLock { _ = $0.tokens.remove(token) } }
    func invalidateRefreshToken(_ refreshToken: String) { state.withLock { _ = $0.refreshTokens.remove(refreshToken) } }
    func setLifetime(_ seconds: Int64?) { state.withLock { $0.expiresIn = seconds } }
    func setIssuesRefreshTokens(_ issuesRefreshTokens: Bool) {
        state.withLock { $0.issuesRefreshTokens = issuesRefreshTokens }
    }

    /// Overrides the response to the next request for a path.
    func next(_ path: String, status: Int, body: String) {
        state.withLock { $0.stubbedResponses[path, default: []].append((status, body)) }
    }

    func next(_ path: String, _ error: KiiWireError) {
        next(path, status: error.status.code, body: String(decoding: error.body(), as: UTF8.self))
    }

    var calls: [Call] { state.withLock(\.calls) }
    func calls(_ path: String) -> [Call] { calls.filter { $0.path == path } }
    func hasRejected(_ refreshToken: String) -> Bool {
        state.withLock { $0.rejectedRefreshTokens.contains(refreshToken) }
    }
    func user(_ name: String) -> KiiUserDocument? { state.withLock { $0.users[name] } }

    // MARK: HTTPTransport

    func send(_ request: HTTPRequest, body: Data?) async throws(TransportError) -> (HTTPResponse, Data) {
        try await TestTrace.run.keep(request, body: body) { () async throws(TransportError) in
            try await respond(to: request, body: body)
        }
    }

    private func respond(to request: HTTPRequest, body: Data?) async throws(TransportError) -> (HTTPResponse, Data) {
        let path = (request.path ?? "").replacing("/api/apps/example-app/", with: "").replacing("users/", with: "")
        let call = Call(
            method: request.method,
            path: path,
            members: (try? KiiJSONObject(request: body ?? Data())) ?? KiiJSONObject(),
            fields: request.headerFields
        )
        let scripted = state.withLock { state -> (Int, String)? in
            state.calls.append(call)
            return state.stubbedResponses[path]?.isEmpty == false ? state.stubbedResponses[path]?.removeFirst() : nil
        }
        if let fault = await interceptor(call) { throw fault }
        if let (status, body) = scripted {
            guard status != 0 else { throw TransportError(.unreachable, "no route") }
            return (HTTPResponse(status: .init(code: status)), Data(body.utf8))
        }
        let response = handle(call)
        if let fault = await interceptor(call) { throw fault }
        return response
    }

    private func handle(_ call: Call) -> (HTTPResponse, Data) {
        do throws(KiiWireError) {
            return ok(try state.withLock { state throws(KiiWireError) in try state.respond(to: call) })
        } catch {
            return (HTTPResponse(status: error.status, headerFields: error.fields), error.body())
        }
    }

    private func ok(_ response: any WireResponse) -> (HTTPResponse, Data) {
        var fields = response.fields
        fields[.date] = clock.dateField
        return (HTTPResponse(status: response.status, headerFields: fields), response.body())
    }
}

extension FakeKii.State {
    fileprivate mutating func issue(_ name: String) -> (access: String, refresh: String) {
        count += 1
        let tokens = ("\(name).a\(count)", "\(name).r\(count)")
        self.tokens.insert(tokens.0)
        if issuesRefreshTokens { refreshTokens.insert(tokens.1) }
        return tokens
    }

    fileprivate mutating func respond(to call: FakeKii.Call) throws(KiiWireError) -> any WireResponse {
        switch (call.method, call.path) {
        case (.post, "oauth2/token"): return try token(KiiTokenRequest(members: call.members))
        case (.post, "users"): return try register(KiiRegistrationRequest(members: call.members).user)
        default: break
        }
        guard let token = call.token, tokens.contains(token) else {
            throw call.token.map { .wrongToken($0, app: "example-app") } ?? .unauthorized("No token")
        }
        let owner = String(token.prefix { $0 != "." })
        let parts = call.path.split(separator: "/").map(String.init)
        let name = parts[0] == "me" ? owner : parts[0].replacing("LOGIN_NAME:", with: "")
        guard let user = users[name] else { throw .userNotFound(.id(name), app: "example-app") }
        if call.method == .get { return user }
        guard name == owner else { throw .unauthorized("Another user’s") }
        return try change(parts.dropFirst().joined(separator: "/"), of: name, by: call)
    }

    private mutating func change(
        _ resource: String,
        of name: String,
        by call: FakeKii.Call
    ) throws(KiiWireError) -> any WireResponse {
        switch (call.method, resource) {
        case (.post, ""):
            let request = try KiiUpdateRequest(members: call.members)
            if case .set(let text) = request.displayName { users[name]?.displayName = text }
            users[name]?.customFields = request.customFields
            return KiiModificationResponse(modifiedAt: KiiTime(milliseconds: 1))
        case (.delete, ""):
            users[name] = nil
            end(name)
        case (.put, "password"):
            let request = try KiiChangePasswordRequest(members: call.members)
            guard request.oldPassword?.reveal() == passwords[name] else {
                throw .wrongPassword(user: name, app: "example-app")
            }
            passwords[name] = request.newPassword?.reveal()
            end(name)
        default: break
        }
        return KiiEmptyResponse()
    }

    private mutating func end(_ name: String) {
        tokens = tokens.filter { !$0.hasPrefix(name + ".") }
        refreshTokens = refreshTokens.filter { !$0.hasPrefix(name + ".") }
    }

    private mutating func token(_ request: KiiTokenRequest) throws(KiiWireError) -> KiiTokenResponse {
        let name: String
        switch request.grant {
        case .password(let username, let password):
            guard passwords[username] == password.reveal() else { throw .invalidGrant }
            name = username
        case .refreshToken(let token):
            guard refreshTokens.remove(token.reveal()) != nil else {
                rejectedRefreshTokens.insert(token.reveal())
                throw .wrongRefreshToken
            }
            name = String(token.reveal().prefix { $0 != "." })
        default: throw .invalidGrant
        }
        let (access, refresh) = issue(name)
        return KiiTokenResponse(
            id: name,
            accessToken: Secret(access),
            expiresIn: expiresIn,
            refreshToken: issuesRefreshTokens ? Secret(refresh) : nil
        )
    }

    private mutating func register(_ new: KiiNewUser) throws(KiiWireError) -> KiiRegistrationResponse {
        let name = new.loginName ?? "pseudo"
        guard users[name] == nil else { throw .userAlreadyExists(.loginName, name, app: "example-app") }
        var user = KiiUserDocument(userID: name, customFields: new.customFields)
        user.loginName = new.loginName
        user.displayName = new.displayName
        users[name] = user
        passwords[name] = new.password?.reveal()
        let (access, refresh) = issue(name)
        return KiiRegistrationResponse(
            user: user,
            accessToken: Secret(access),
            refreshToken: issuesRefreshTokens && new.password != nil ? Secret(refresh) : nil,
            expiresIn: expiresIn,
            location: ""
        )
    }
}
