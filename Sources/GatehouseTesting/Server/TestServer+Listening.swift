import Foundation
import GatehouseHTTP
import HTTPTypes
import ServiceLifecycle
import Synchronization

extension TestServer {
    /// Runs a fresh server that listens on 127.0.0.1 too, for an app in another process such as one under a UI test.
    ///
    /// ```swift
    /// try await TestServer.listening { server, network in
    ///     try await server.addPublicClient("app")
    ///     let app = XCUIApplication()
    ///     app.launchEnvironment["ISSUER"] = server.issuer.absoluteString
    ///     app.launch()
    ///     network.failNext(.token, with: .losesAnswer)
    /// }
    /// ```
    ///
    /// The issuer is the address it listens at, which `http` is enough for. Its clock stands still here too, and an app by the device's own
    /// clock gets along with that, as with any difference between two clocks; ``NetworkFault/slow(by:)`` moves the server's clock alone.
    ///
    /// - Parameters:
    ///   - port: Where to listen; 0 for any free port.
    ///   - clock: The server's time.
    ///   - seed: Where its randomness begins.
    ///   - body: What happens while it listens: it is given the server, and the network that what comes in goes through. Once it returns or
    ///     throws, the server listens no more.
    /// - Returns: What the body returns.
    /// - Throws: What the body throws; an error of the system when the port cannot be listened at.
    public static func listening<Value: Sendable>(
        on port: Int = 0,
        clock: TestClock = TestClock(),
        seed: UInt64 = 1,
        _ body: @Sendable (_ server: TestServer, _ network: InProcessTransport) async throws -> Value
    ) async throws -> Value {
        let (lines, ready) = AsyncStream.makeStream(of: (TestServer, InProcessTransport).self)
        let line = Mutex<InProcessTransport?>(nil)
        // The issuer has the port in it, which is known only once a socket listens; so this one has the socket and hands everything on.
        let doorkeeper = TestServer(clock: clock)
        let serving = try doorkeeper.service.serving(
            on: ListenAddress(host: "127.0.0.1", port: port),
            certificates: nil,
            services: [],
            logger: TestTrace.runLogger,
            answering: { request, body in
                guard let (head, data) = try? await line.withLock(\.self)?.carry(request, body: body) else {
                    return nil
                }
                return HTTPAnswer(status: head.status, fields: head.headerFields, body: data)
            },
            onReady: { port in
                let server = TestServer(issuer: "http://127.0.0.1:\(port)", clock: clock, seed: seed)
                let network = InProcessTransport(to: server, address: "127.0.0.1")
                line.withLock { $0 = network }
                ready.yield((server, network))
            }
        )
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
