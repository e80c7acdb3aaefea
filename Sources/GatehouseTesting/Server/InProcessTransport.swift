public import Foundation
public import Gatehouse
import GatehouseHTTP
import GatehouseWire
public import HTTPTypes
import Synchronization

/// Carries the SDK's requests to a ``TestServer`` by function call, in place of the network, and fails on demand.
///
/// ```swift
/// network.failNext(.token, with: .losesAnswer)         // once
/// network.fail(.token, with: .serverError, times: 3)   // and then no more
/// network.fail(with: .html)                            // everything, until…
/// network.heal()
/// ```
public final class InProcessTransport: HTTPTransport {
    private struct Rule {
        let path: RequestPath?
        let fault: NetworkFault
        /// How many requests it is still for; `nil` for all until it is lifted.
        var left: Int?
    }

    private struct State {
        var paths: [String] = []
        var rules: [Rule] = []
        var isDown = false
    }

    private let server: TestServer
    private let address: String
    private let basePath: String
    private let state = Mutex(State())

    /// A network whose only host is that server.
    ///
    /// - Parameters:
    ///   - server: The server.
    ///   - address: The network address that the requests come from.
    public init(to server: TestServer, address: String = "192.0.2.1") {
        self.server = server
        self.address = address
        let path = server.issuer.path(percentEncoded: true)
        basePath = path.hasSuffix("/") ? String(path.dropLast()) : path
    }

    /// The paths of all requests so far below the issuer, in order, those that failed too.
    public var paths: [String] { state.withLock(\.paths) }

    /// How many requests there were for a path so far, those that failed too.
    ///
    /// - Parameter path: The path.
    /// - Returns: The number of requests.
    public func requests(for path: RequestPath) -> Int {
        paths.count(where: path.matches)
    }

    /// Lets the next request fail; faults for one path are used up one after the other.
    ///
    /// - Parameters:
    ///   - path: What has to be asked for; `nil` for anything.
    ///   - fault: What goes wrong.
    public func failNext(_ path: RequestPath? = nil, with fault: NetworkFault) {
        fail(path, with: fault, times: 1)
    }

    /// Lets requests fail from now on.
    ///
    /// Of two faults for a request the one that is for a number of requests goes first, and of two that are for all the later one.
    ///
    /// - Parameters:
    ///   - path: What has to be asked for; `nil` for anything.
    ///   - fault: What goes wrong.
    ///   - times: How many requests fail; `nil` for all until ``heal()``.
    public func fail(_ path: RequestPath? = nil, with fault: NetworkFault, times: Int? = nil) {
        guard times.map({ $0 > 0 }) ?? true else { return }
        state.withLock { $0.rules.append(Rule(path: path, fault: fault, left: times)) }
    }

    /// Lifts all faults, those too that are not used up, and restores the connection.
    public func heal() {
        state.withLock { state in
            state.rules = []
            state.isDown = false
        }
    }

    /// Cuts the connection, or restores it.
    ///
    /// - Parameter isDown: Whether nothing gets through from now on.
    public func setDown(_ isDown: Bool) {
        state.withLock { $0.isDown = isDown }
    }

    /// Hands the request over and returns the answer, with the server's own `Date`.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - body: Its body.
    /// - Returns: The answer and its body.
    /// - Throws: `TransportError` where a fault says so.
    public func send(_ request: HTTPRequest, body: Data?) async throws(TransportError) -> (HTTPResponse, Data) {
        try await carry(request, body: body ?? Data())
    }

    /// Hands a request over whose body is `nil` when it was too large to be read.
    func carry(_ request: HTTPRequest, body: Data?) async throws(TransportError) -> (HTTPResponse, Data) {
        let exchange = NetworkExchange(request: request, body: body, clock: server.clock) { [self] in
            let answer = await server.answer(request, body: body, address: address)
            // A mail goes out at once, by the clock of the request, as from a server that runs.
            try? await server.deliverMail()
            var fields = answer.fields
            fields[.date] = HTTPDate(server.clock.now).text
            return (HTTPResponse(status: answer.status, headerFields: fields), answer.body)
        }
        guard let fault = fault(at: request.path ?? "/") else { return await exchange.answer() }
        return try await fault.carry(exchange)
    }

    private func fault(at target: String) -> NetworkFault? {
        var path = String(target.prefix { $0 != "?" })
        if path.hasPrefix(basePath) { path.removeFirst(basePath.count) }
        return state.withLock { state in
            state.paths.append(path)
            if state.isDown { return .noConnection }
            let fitting = state.rules.indices.filter { state.rules[$0].path?.matches(path) ?? true }
            let index = fitting.first { state.rules[$0].left != nil } ?? fitting.last
            guard let index else { return nil }
            let rule = state.rules[index]
            if let left = rule.left {
                if left > 1 { state.rules[index].left = left - 1 } else { state.rules.remove(at: index) }
            }
            return rule.fault
        }
    }
}
