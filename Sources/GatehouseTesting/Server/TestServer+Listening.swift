import Foundation
import GatehouseConcurrency
import GatehouseHTTP
import HTTPTypes
import ServiceLifecycle

extension TestServer {
    /// Runs a new server that also listens on 127.0.0.1, for an app in another process such as a UI test.
    ///
    /// ```swift
    /// try await TestServer.listening { server, network in
    ///     try await server.clients.addPublic("app")
    ///     let app = XCUIApplication()
    ///     app.launchEnvironment["ISSUER"] = server.issuer.absoluteString
    ///     app.launch()
    ///     network.failNext(.token, with: .dropsResponse)
    /// }
    /// ```
    ///
    /// The issuer is the listening address, with `http`. The server's clock advances only with the test; the app uses
    /// the device's clock and handles the difference. ``NetworkFault/slow(by:)`` advances the server's clock only.
    ///
    /// - Parameters:
    ///   - port: The port; 0 for any free port.
    ///   - clock: The clock of the server.
    ///   - seed: The seed of its randomness.
    ///   - secondFactor: The sign-ins that require a second factor.
    ///   - body: The test, with the server and the network of its incoming requests. The server stops when it returns
    ///     or throws.
    /// - Returns: The result of the body.
    /// - Throws: The error of the body; a system error if the port is not available.
    public static func listening<Value: Sendable>(
        on port: Int = 0,
        clock: TestClock = TestClock(),
        seed: UInt64 = 1,
        secondFactor: SecondFactorPolicy = .whenEnrolled,
        _ body: @Sendable (_ server: TestServer, _ network: InProcessTransport) async throws -> Value
    ) async throws -> Value {
        try await ListeningServer(clock: clock, seed: seed, secondFactor: secondFactor).run(on: port, body)
    }
}

/// A ``TestServer`` on a port of this machine.
private struct ListeningServer {
    let clock: TestClock
    let seed: UInt64
    let secondFactor: SecondFactorPolicy

    /// Runs the server until the body returns or throws.
    func run<Value: Sendable>(
        on port: Int,
        _ body: @Sendable (_ server: TestServer, _ network: InProcessTransport) async throws -> Value
    ) async throws -> Value {
        let (lines, ready) = AsyncStream.makeStream(of: (TestServer, InProcessTransport).self)
        let line = Mutex<InProcessTransport?>(nil)
        // The issuer contains the port, which is known only after listening; so a first server listens and forwards
        // requests.
        let listener = HTTPListener(
            TestServer(clock: clock).service,
            on: ListenAddress(host: "127.0.0.1", port: port),
            logger: TestTrace.runLogger,
            answering: { request, body in
                guard let (head, data) = try? await line.withLock(\.self)?.carry(request, body: body) else {
                    return nil
                }
                return ServerResponse(status: head.status, fields: head.headerFields, body: data)
            }
        )
        let serving = try listener.serviceGroup { port in
            let server = TestServer(
                issuer: "http://127.0.0.1:\(port)",
                clock: clock,
                seed: seed,
                secondFactor: secondFactor
            )
            let network = InProcessTransport(to: server, address: "127.0.0.1")
            line.withLock { $0 = network }
            ready.yield((server, network))
        }
        return try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                defer { ready.finish() }
                try await serving.run()
            }
            guard let (server, network) = await lines.first(where: { _ in true }) else {
                try await group.waitForAll()
                throw CancellationError()
            }
            let result: Result<Value, any Error>
            do { result = .success(try await body(server, network)) } catch { result = .failure(error) }
            group.cancelAll()
            while await group.nextResult() != nil {}
            return try result.get()
        }
    }
}
