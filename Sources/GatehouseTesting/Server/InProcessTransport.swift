public import Foundation
public import Gatehouse
import GatehouseHTTP
public import HTTPTypes
import Synchronization

/// Carries the SDK's requests to a ``TestServer`` by function call, in place of the network, and fails on demand.
public final class InProcessTransport: HTTPTransport {
    /// What can go wrong on the way.
    public enum Fault: Sendable, Hashable {
        /// The request never arrives.
        case losesRequest
        /// The request arrives and is acted on, but its answer is lost.
        case losesAnswer
        /// Something on the way answers with this status, and the request never arrives.
        case answers(status: Int)
    }

    private struct State {
        var paths: [String] = []
        var faults: [(path: String, fault: Fault)] = []
        var isDown = false
    }

    private let server: TestServer
    private let address: String
    private let state = Mutex(State())

    /// A network whose only host is that server.
    ///
    /// - Parameters:
    ///   - server: The server.
    ///   - address: The network address that the requests come from.
    public init(to server: TestServer, address: String = "192.0.2.1") {
        self.server = server
        self.address = address
    }

    /// The paths of all requests so far, in order, those that failed too.
    public var paths: [String] { state.withLock(\.paths) }

    /// Lets the next request for a path fail; faults for one path are used up one after the other.
    ///
    /// - Parameters:
    ///   - path: The path, such as `/oauth2/token`.
    ///   - fault: What goes wrong.
    public func failNext(_ path: String, with fault: Fault) {
        state.withLock { $0.faults.append((path, fault)) }
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
    /// - Throws: `TransportError` of kind `unreachable` where a fault says so.
    public func send(_ request: HTTPRequest, body: Data?) async throws(TransportError) -> (HTTPResponse, Data) {
        let fault = fault(at: String((request.path ?? "/").prefix { $0 != "?" }))
        switch fault {
        case .losesRequest: throw Self.lost
        case .answers(let status): return (HTTPResponse(status: .init(code: status)), Data())
        case .losesAnswer, nil: break
        }
        let answer = await server.answer(request, body: body ?? Data(), address: address)
        if fault == .losesAnswer { throw Self.lost }
        var fields = answer.fields
        fields[.date] = Self.httpDate(server.clock.now)
        return (HTTPResponse(status: answer.status, headerFields: fields), answer.body)
    }

    private func fault(at path: String) -> Fault? {
        state.withLock { state in
            state.paths.append(path)
            if state.isDown { return .losesRequest }
            guard let index = state.faults.firstIndex(where: { $0.path == path }) else { return nil }
            return state.faults.remove(at: index).fault
        }
    }

    private static var lost: TransportError { TransportError(.unreachable, "The test cut the connection.") }

    /// A date as HTTP writes it (RFC 9110 §5.6.7).
    private static func httpDate(_ date: Date) -> String {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        return formatter.string(from: date)
    }
}
