import Foundation
import Gatehouse
import GatehouseConcurrency
import GatehouseTesting
import GatehouseWire
import HTTPTypes

/// A server of Kii's protocol with users in memory and injectable faults.
final class InMemoryKiiServer: HTTPTransport {
    /// A fault that replaces the response.
    enum Fault: Sendable {
        case isDown
        case rejects(KiiErrorCode, HTTPResponse.Status? = nil)
        case responds(Int, String, type: String = "text/html")
        /// The server limits the rate.
        case rateLimits(seconds: Int)
        /// The request is processed and its response lost.
        case dropsResponse
    }

    private let state = Mutex(InMemoryKiiState())
    /// A closure that runs before a request is processed.
    let pause: @Sendable (_ request: String) async -> Void

    init(pause: @escaping @Sendable (_ request: String) async -> Void = { _ in }) {
        self.pause = pause
    }

    // MARK: Setup

    /// Adds a user.
    @discardableResult
    func add(_ name: String, password: String = "analytical", fields: [String: JSONValue] = [:]) -> String {
        state.withLock { state in
            state.add(KiiNewUser(loginName: name, password: Secret(password), customFields: fields))
        }
    }

    /// Issues a token for a user.
    func token(of id: String) -> String {
        state.withLock { $0.token(of: id) }
    }

    /// Revokes a token.
    func revoke(_ token: String) {
        state.withLock { $0.owners[token] = nil }
    }

    func failNext(_ fault: Fault, times: Int = 1) {
        state.withLock { $0.faults += Array(repeating: fault, count: times) }
    }

    func clearFaults() {
        state.withLock { $0.faults = [] }
    }

    func change(_ id: String, _ change: (inout KiiUserDocument) -> Void) {
        state.withLock { state in
            if var user = state.users[id] {
                change(&user)
                state.users[id] = user
            }
        }
    }

    func issueRefreshTokens(expiresIn: Int64) {
        state.withLock {
            $0.issuesRefreshTokens = true
            $0.expiresIn = expiresIn
        }
    }

    func setExpiration(_ seconds: Int64) {
        state.withLock { $0.expiresIn = seconds }
    }

    /// Returns the owner of a token.
    func owner(of token: String) -> String? { state.withLock { $0.owners[token] } }

    func user(_ id: String) -> KiiUserDocument? { state.withLock { $0.users[id] } }

    /// Every request: its method and its path relative to the application.
    var requests: [String] { state.withLock(\.requests) }

    /// Every body, as a string.
    var bodies: [String] { state.withLock(\.bodies) }

    // MARK: Responses

    func send(_ request: HTTPRequest, body: Data?) async throws(TransportError) -> (HTTPResponse, Data) {
        try await TestTrace.run.keep(request, body: body) { () async throws(TransportError) in
            try await response(request, body: body)
        }
    }

    private func response(_ request: HTTPRequest, body: Data?) async throws(TransportError) -> (HTTPResponse, Data) {
        // Real transports reject such a request.
        guard request.method != .get || body == nil else { throw TransportError(.unreachable, "A GET has a body.") }
        let path = String((request.path ?? "").prefix { $0 != "?" })
        let parts = path.split(separator: "/").map { String($0).removingPercentEncoding ?? "" }
        let relativePath = parts.dropFirst(3).joined(separator: "/")
        let name = "\(request.method.rawValue) \(relativePath)"
        await pause(name)
        let fault: Fault? = state.withLock { state in
            state.requests.append(name)
            state.bodies.append(body.map { String(decoding: $0, as: UTF8.self) } ?? "")
            return state.faults.isEmpty ? nil : state.faults.removeFirst()
        }
        switch fault {
        case nil: break
        case .isDown?: throw TransportError(.unreachable, "The test interrupted the connection.")
        case .rejects(let code, let status)?:
            let error = GatehouseWire.KiiWireError(code, "No: \(code).", status: status)
            return (HTTPResponse(status: error.status, headerFields: error.fields), error.body())
        case .rateLimits(let seconds)?:
            let error = GatehouseWire.KiiWireError(.tooManyRequests, "Too many requests.", retryAfter: seconds)
            return (HTTPResponse(status: error.status, headerFields: error.fields), error.body())
        case .responds(let status, let text, let type)?:
            return (HTTPResponse(status: .init(code: status), headerFields: [.contentType: type]), Data(text.utf8))
        case .dropsResponse?:
            _ = response(request, at: parts, body: body)
            throw TransportError(.timedOut, "The test dropped the response.")
        }
        return response(request, at: parts, body: body)
    }

    private func response(_ request: HTTPRequest, at parts: [String], body: Data?) -> (HTTPResponse, Data) {
        let token = request.headerFields[.authorization].map { String($0.dropFirst("Bearer ".count)) }
        do throws(GatehouseWire.KiiWireError) {
            let members = try KiiJSONObject(request: body ?? Data())
            let call = InMemoryKiiRequest(
                method: request.method,
                path: Array(parts.dropFirst(3)),
                members: members,
                mediaType: KiiMediaType(rawValue: request.headerFields[.contentType] ?? ""),
                token: token
            )
            let (status, body) = try state.withLock { (state) throws(GatehouseWire.KiiWireError) in
                try state.response(call)
            }
            return (HTTPResponse(status: status, headerFields: .kii(.json)), body)
        } catch {
            return (HTTPResponse(status: error.status, headerFields: error.fields), error.body())
        }
    }
}

/// A request as ``InMemoryKiiServer`` receives it.
struct InMemoryKiiRequest {
    var method: HTTPRequest.Method
    /// Relative to the application.
    var path: [String]
    var members: KiiJSONObject
    var mediaType: KiiMediaType
    var token: String?
}
