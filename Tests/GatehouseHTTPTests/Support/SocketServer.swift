import Foundation
import GatehouseTesting
import ServiceLifecycle
import Testing

@testable import GatehouseHTTP

/// Runs blocking work on its own thread: on a thread of the tasks it could keep a server from responding to it.
func onOwnThread<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
    await withCheckedContinuation { continuation in
        Thread.detachNewThread { continuation.resume(returning: body()) }
    }
}

/// A server on a real socket of this machine.
struct SocketServer: Sendable {
    let service: HTTPService
    let limits: ConnectionLimits

    init(_ service: HTTPService, limits: ConnectionLimits = ConnectionLimits()) {
        self.service = service
        self.limits = limits
    }

    /// Runs the body on its own thread, with the port of the running server.
    func run<Value: Sendable>(_ body: @escaping @Sendable (Int) -> Value) async throws -> Value {
        let (serving, ports) = try listener()
        return try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await serving.run() }
            let port = try #require(await ports.first { _ in true })
            let value = await onOwnThread { body(port) }
            group.cancelAll()
            while await group.nextResult() != nil {}
            return value
        }
    }

    /// Runs the body, which stops the running server gracefully.
    ///
    /// - Parameter body: Receives the server and its port.
    /// - Returns: The value of the body, which is kept until the server has stopped.
    /// - Throws: An error of the server or of the body.
    @discardableResult
    func runUntilStopped<Value: Sendable>(
        _ body: (_ serving: ServiceGroup, _ port: Int) async throws -> Value
    ) async throws -> Value {
        let (serving, ports) = try listener()
        return try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await serving.run() }
            let port = try #require(await ports.first { _ in true })
            let value = try await body(serving, port)
            try await group.waitForAll()
            return value
        }
    }

    /// Returns the server and the stream of the port that it will listen on.
    private func listener() throws -> (serving: ServiceGroup, ports: AsyncStream<Int>) {
        let (ports, ready) = AsyncStream.makeStream(of: Int.self)
        let serving = try HTTPListener(
            service,
            on: ListenAddress(host: "127.0.0.1", port: 0),
            limits: limits,
            logger: TestTrace.runLogger
        ).serviceGroup { ready.yield($0) }
        return (serving, ports)
    }
}
