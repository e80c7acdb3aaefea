import Foundation
import Gatehouse
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import Synchronization

/// A server of Kii's protocol that keeps its users in memory, and does what the test says instead of answering.
final class SmallKii: HTTPTransport {
    /// What happens to a request instead.
    enum Fault: Sendable {
        case isDown
        case refuses(KiiErrorCode, HTTPResponse.Status? = nil)
        case answers(Int, String, type: String = "text/html")
        /// It asks for a pause.
        case pauses(seconds: Int)
        /// The request arrives, and the answer is lost.
        case losesAnswer
    }

    private let state = Mutex(SmallKiiState())
    /// What happens before a request is looked at.
    let pause: @Sendable (_ request: String) async -> Void

    init(pause: @escaping @Sendable (_ request: String) async -> Void = { _ in }) {
        self.pause = pause
    }

    // MARK: What the test says

    /// Somebody who has an account.
    @discardableResult
    func add(_ name: String, password: String = "analytical", fields: [String: JSONValue] = [:]) -> String {
        state.withLock { state in
            state.add(KiiNewUser(loginName: name, password: Secret(password), customFields: fields))
        }
    }

    /// A token of somebody.
    func token(of id: String) -> String {
        state.withLock { $0.token(of: id) }
    }

    /// Nobody's any more.
    func revoke(_ token: String) {
        state.withLock { $0.owners[token] = nil }
    }

    func failNext(_ fault: Fault, times: Int = 1) {
        state.withLock { $0.faults += Array(repeating: fault, count: times) }
    }

    func forgetFaults() {
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

    func giveRefreshTokens(expiresIn: Int64) {
        state.withLock {
            $0.givesRefreshTokens = true
            $0.expiresIn = expiresIn
        }
    }

    func setExpiry(_ seconds: Int64) {
        state.withLock { $0.expiresIn = seconds }
    }

    /// Whose token it is.
    func owner(of token: String) -> String? { state.withLock { $0.owners[token] } }

    func user(_ id: String) -> KiiUserDocument? { state.withLock { $0.users[id] } }

    /// Every request: its method and its path below the application.
    var requests: [String] { state.withLock(\.requests) }

    /// Every body, as text.
    var bodies: [String] { state.withLock(\.bodies) }

    // MARK: What it answers

    func send(_ request: HTTPRequest, body: Data?) async throws(TransportError) -> (HTTPResponse, Data) {
        try await TestTrace.run.keep(request, body: body) { () async throws(TransportError) in
            try await answer(request, body: body)
        }
    }

    private func answer(_ request: HTTPRequest, body: Data?) async throws(TransportError) -> (HTTPResponse, Data) {
        // Nothing carries such a request over a network.
        guard request.method != .get || body == nil else { throw TransportError(.unreachable, "A GET has a body.") }
        let path = String((request.path ?? "").prefix { $0 != "?" })
        let parts = path.split(separator: "/").map { String($0).removingPercentEncoding ?? "" }
        let place = parts.dropFirst(3).joined(separator: "/")
        let name = "\(request.method.rawValue) \(place)"
        await pause(name)
        let fault: Fault? = state.withLock { state in
            state.requests.append(name)
            state.bodies.append(body.map { String(decoding: $0, as: UTF8.self) } ?? "")
            return state.faults.isEmpty ? nil : state.faults.removeFirst()
        }
        switch fault {
        case nil: break
        case .isDown?: throw TransportError(.unreachable, "The test cut the connection.")
        case .refuses(let code, let status)?:
            let error = GatehouseWire.KiiError(code, "No: \(code).", status: status)
            return (HTTPResponse(status: error.status, headerFields: error.fields), error.body())
        case .pauses(let seconds)?:
            let error = GatehouseWire.KiiError(.tooManyRequests, "Slowly.", retryAfter: seconds)
            return (HTTPResponse(status: error.status, headerFields: error.fields), error.body())
        case .answers(let status, let text, let type)?:
            return (HTTPResponse(status: .init(code: status), headerFields: [.contentType: type]), Data(text.utf8))
        case .losesAnswer?:
            _ = answer(request, parts, body)
            throw TransportError(.timedOut, "The test lost the answer.")
        }
        return answer(request, parts, body)
    }

    private func answer(_ request: HTTPRequest, _ parts: [String], _ body: Data?) -> (HTTPResponse, Data) {
        let token = request.headerFields[.authorization].map { String($0.dropFirst("Bearer ".count)) }
        do throws(GatehouseWire.KiiError) {
            let members = try KiiMembers(request: body ?? Data())
            let call = SmallKiiCall(
                method: request.method,
                path: Array(parts.dropFirst(3)),
                members: members,
                mediaType: KiiMediaType(rawValue: request.headerFields[.contentType] ?? ""),
                token: token
            )
            let (status, body) = try state.withLock { (state) throws(GatehouseWire.KiiError) in try state.answer(call) }
            return (HTTPResponse(status: status, headerFields: .kii(.json)), body)
        } catch {
            return (HTTPResponse(status: error.status, headerFields: error.fields), error.body())
        }
    }
}
