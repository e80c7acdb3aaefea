public import Foundation
public import Gatehouse
import GatehouseConcurrency
import GatehouseHTTP
import GatehouseWire
public import HTTPTypes

/// A transport that calls a ``TestServer`` in process instead of over the network, and injects faults on demand.
///
/// ```swift
///
/// network.failNext(.token, with: .dropsResponse)       // once
///
/// network.fail(.token, with: .serverError, times: 3)   // three times
///
/// network.fail(with: .html)                            // every request, until…
///
/// network.clearFaults()
///
/// ```
public final class InProcessTransport: HTTPTransport {
    private struct Rule {
        let path: RequestPath?
        let fault: NetworkFault
        /// The number of requests it still applies to; `nil` for all.
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

    /// Creates a network whose only host is the server.
    ///
    /// - Parameters:
    ///   - server: The server.
    ///   - address: The network address of the requests.
    public init(to server: TestServer, address: String = "192.0.2.1") {
        self.server = server
        self.address = address
        basePath = server.issuer.path(percentEncoded: true).withoutTrailingSlash
    }

    /// The paths of all requests below the issuer, in order, including failed ones.
    public var paths: [String] { state.withLock(\.paths) }

    /// Returns the number of requests for a path, including failed ones.
    ///
    /// - Parameter path: The path.
    /// - Returns: The number of requests.
    public func requests(for path: RequestPath) -> Int {
        paths.count(where: path.matches)
    }

    /// Makes the next request fail; several faults for a path apply one after the other.
    ///
    /// - Parameters:
    ///   - path: The path of the request; `nil` for any.
    ///   - fault: The fault.
    public func failNext(_ path: RequestPath? = nil, with fault: NetworkFault) {
        fail(path, with: fault, times: 1)
    }

    /// Makes requests fail from now on.
    ///
    /// A fault for a number of requests takes precedence over one for all requests, and of several for all requests the
    /// latest applies.
    ///
    /// - Parameters:
    ///   - path: The path of the requests; `nil` for any.
    ///   - fault: The fault.
    ///   - times: The number of requests; `nil` for all until ``clearFaults()``.
    public func fail(_ path: RequestPath? = nil, with fault: NetworkFault, times: Int? = nil) {
        guard times.map({ $0 > 0 }) ?? true else { return }
        state.withLock { $0.rules.append(Rule(path: path, fault: fault, left: times)) }
    }

    /// Removes all faults, including unused ones, and restores the connection.
    public func clearFaults() {
        state.withLock { state in
            state.rules = []
            state.isDown = false
        }
    }

    /// Disconnects or reconnects the network.
    ///
    /// - Parameter isReachable: Whether requests reach the server from now on.
    public func setReachable(_ isReachable: Bool) {
        state.withLock { $0.isDown = !isReachable }
    }

    /// Sends the request to the server and returns the response, with the server's own `Date`.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - body: The body of the request.
    /// - Returns: The response and its body.
    /// - Throws: `TransportError` if a fault throws it.
    public func send(_ request: HTTPRequest, body: Data?) async throws(TransportError) -> (HTTPResponse, Data) {
        try await carry(request, body: body ?? Data())
    }

    /// Sends a request, whose body is `nil` if it was too large.
    func carry(_ request: HTTPRequest, body: Data?) async throws(TransportError) -> (HTTPResponse, Data) {
        let exchange = NetworkExchange(request: request, body: body, clock: server.clock) { [self] in
            let answer = await server.answer(request, body: body, address: address)
            // Mail is sent immediately, at the time of the request, as by a running server.
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
