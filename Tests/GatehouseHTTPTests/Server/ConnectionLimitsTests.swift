import Foundation
import GatehouseStore
import GatehouseTesting
import ServiceLifecycle
import Testing

@testable import GatehouseHTTP

/// Connections on a real socket that stay silent or never stop.
@Suite(.timeLimit(.minutes(1))) struct ConnectionLimitsTests {
    private static let never = Duration.seconds(3600)
    private static let soon = Duration.milliseconds(50)

    /// Runs the body on its own thread, with the port of a running server.
    private func serve<Value: Sendable>(
        _ limits: ConnectionLimits,
        behind proxies: TrustedProxies = .none,
        _ body: @escaping @Sendable (Int) -> Value
    ) async throws -> Value {
        try await SocketServer(TestServer(store: MemoryStore(), behind: proxies).service, limits: limits).run(body)
    }

    @Test(arguments: ["", "GET /health/live HTTP/1.1\r\nHo"])
    func closesIdleConnection(sent: String) async throws {
        let received = try await serve(ConnectionLimits(idleTime: Self.soon, transferTime: Self.never)) { port in
            RawConnection(to: port)?.exchange(sent)
        }
        #expect(received == "")
    }

    @Test func closesConnectionWhenBodyIsLate() async throws {
        let received = try await serve(ConnectionLimits(idleTime: Self.never, transferTime: Self.soon)) { port in
            RawConnection(to: port)?.exchange("POST /oauth2/token HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\na=b")
        }
        #expect(received == "")
    }

    @Test func closesConnectionAfterTooLargeBody() async throws {
        let received = try await serve(ConnectionLimits(idleTime: Self.never, transferTime: Self.never)) { port in
            let head = "POST /oauth2/token HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\n"
            return RawConnection(to: port)?.exchange(head + String(repeating: "a", count: ServerRequest.bodyLimit + 1))
        }
        #expect(received?.hasPrefix("HTTP/1.1 413 ") == true)
        #expect(received?.lowercased().contains("\r\nconnection: close\r\n") == true)
    }

    /// RFC 9112 §9.3: HTTP/1.0 closes the connection unless both sides keep it.
    @Test(arguments: ["HTTP/1.0\r\n", "HTTP/1.0\r\nConnection: other\r\n", "HTTP/1.1\r\nConnection: other, Close\r\n"])
    func closesConnectionThatDoesNotPersist(version: String) async throws {
        let received = try await serve(ConnectionLimits(idleTime: Self.never, transferTime: Self.never)) { port in
            RawConnection(to: port)?.exchange("GET /health/live \(version)Host: x\r\n\r\n")
        }
        #expect(received?.hasPrefix("HTTP/1.1 200 ") == true)
    }

    @Test(arguments: ["HTTP/1.0\r\nConnection: Keep-Alive\r\n", "HTTP/1.1\r\n"])
    func keepsConnectionThatPersists(version: String) async throws {
        let statuses = try await serve(ConnectionLimits(idleTime: Self.never, transferTime: Self.never)) { port in
            let connection = RawConnection(to: port)
            return (0..<2).map { _ in connection?.status(of: "GET /health/live \(version)Host: x\r\n\r\n") }
        }
        #expect(statuses == ["HTTP/1.1 200", "HTTP/1.1 200"])
    }

    @Test func closesConnectionWithIncompleteRequestOnShutdown() async throws {
        let limits = ConnectionLimits(idleTime: Self.never, transferTime: Self.never, stopTime: Self.soon)
        // The server stops although the client keeps its side open; without the time limit this would not return.
        try await SocketServer(TestServer().service, limits: limits).runUntilStopped { serving, port in
            let connection = try #require(RawConnection(to: port))
            let whole = "GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n"
            #expect(await onOwnThread { connection.status(of: whole) } == "HTTP/1.1 200")
            connection.writeWithoutReading("POST /oauth2/token HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\na=b")
            try await Task.sleep(for: Self.soon)
            await serving.triggerGracefulShutdown()
            return connection
        }
    }

    @Test func answersLastRequestOfIdleConnectionOnShutdown() async throws {
        let limits = ConnectionLimits(
            idleTime: Self.never,
            transferTime: Self.never,
            stopTime: Self.never,
            lingerTime: Self.never
        )
        try await SocketServer(TestServer().service, limits: limits).runUntilStopped { serving, port in
            let connection = try #require(RawConnection(to: port))
            let request = "GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n"
            #expect(await onOwnThread { connection.status(of: request) } == "HTTP/1.1 200")
            await serving.triggerGracefulShutdown()
            let response = await onOwnThread {
                while true {
                    let response = connection.response(to: request).lowercased()
                    if response.isEmpty || response.contains("\r\nconnection: close\r\n") { return response }
                }
            }
            #expect(response.hasPrefix("http/1.1 200 "))
        }
    }

    @Test func countsLargeBodyAsSeveralConnections() async throws {
        let limits = ConnectionLimits(total: 40, idleTime: Self.never, transferTime: Self.never)
        let responses = try await serve(limits) { port in
            let head = "POST /api/oauth2/token HTTP/1.1\r\nHost: x\r\nContent-Length: 262144\r\n\r\n"
            // Each body counts as four of the ten connections of an address.
            var held: [RawConnection] = []
            var third: String?
            for _ in 0..<1000 where third != "HTTP/1.1 503" {
                // Two others each time: an attempt may arrive before the held bodies, which are rejected in its place.
                held = (0..<2).compactMap { _ in RawConnection(to: port) }
                for connection in held { connection.writeWithoutReading(head + "{") }
                third = RawConnection(to: port)?.status(of: head + String(repeating: " ", count: 262_144))
            }
            var small: String?
            // The connections of the attempts count until the server has noticed their end.
            for _ in 0..<1000 where small != "HTTP/1.1 200" {
                small = RawConnection(to: port)?.status(of: "GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n")
            }
            return withExtendedLifetime(held) { [third, small] }
        }
        #expect(responses == ["HTTP/1.1 503", "HTTP/1.1 200"])
    }

    @Test func addsSecurityFieldsToResponseToMalformedHTTP() async throws {
        let received = try await serve(ConnectionLimits(idleTime: Self.never, transferTime: Self.never)) { port in
            RawConnection(to: port)?.exchange("NONSENSE\r\n\r\n")
        }
        #expect(received?.hasPrefix("HTTP/1.1 400 ") == true)
        #expect(received?.contains("X-Content-Type-Options: nosniff\r\n") == true)
        #expect(received?.contains("Strict-Transport-Security: max-age=31536000\r\n") == true)
    }

    @Test func closesConnectionAfterUnreadableHead() async throws {
        let received = try await serve(ConnectionLimits(idleTime: Self.never, transferTime: Self.never)) { port in
            let marks = String(repeating: "\u{345}", count: 4000)
            return RawConnection(to: port)?.exchange(
                "GET /health/live HTTP/1.1\r\nHost: x\r\nConnection: a\(marks)\r\n\r\n"
            )
        }
        #expect(received?.hasPrefix("HTTP/1.1 400 ") == true)
    }

    @Test func closesConnectionWhosePeerDoesNotRead() async throws {
        let isClosed = try await serve(ConnectionLimits(idleTime: Self.never, transferTime: Self.soon)) { port in
            RawConnection(to: port)?.isClosed(whileSending: "GET /device HTTP/1.1\r\nHost: x\r\n\r\n")
        }
        #expect(isClosed == true)
    }

    @Test func limitsAddressToQuarterOfConnections() async throws {
        let limits = ConnectionLimits(total: 40, idleTime: Self.never, transferTime: Self.never)
        let received = try await serve(limits) { port in
            let held = (0..<10).compactMap { _ in RawConnection(to: port) }
            // The response ensures that the connection is counted before the next one.
            let responses = held.map { $0.status(of: "GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n") }
            let rejected = RawConnection(to: port)?.exchange("")
            return withExtendedLifetime(held) { (responses, rejected) }
        }
        #expect(received.0 == Array(repeating: "HTTP/1.1 200", count: 10))
        #expect(received.1 == "")
    }

    @Test(arguments: [(8, 8), (40, 10), (4_096, 1_024), (8_192, 1_024)])
    func limitsOneAddressTo1024Connections(total: Int, limit: Int) {
        #expect(ConnectionLimits(total: total).perAddress == limit)
    }

    @Test func countsNoConnectionsOfATrustedProxy() async throws {
        let limits = ConnectionLimits(total: 40, idleTime: Self.never, transferTime: Self.never)
        let proxies = try #require(TrustedProxies(["127.0.0.1"]))
        let answers = try await serve(limits, behind: proxies) { port in
            let held = (0..<20).compactMap { _ in RawConnection(to: port) }
            let answers = held.map { $0.status(of: "GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n") }
            return withExtendedLifetime(held) { answers }
        }
        #expect(answers == Array(repeating: "HTTP/1.1 200", count: 20))
    }

    @Test func releasesClosedConnections() async throws {
        let limits = ConnectionLimits(total: 8, idleTime: Self.never, transferTime: Self.never)
        let responses = try await serve(limits) { port in
            (0..<20).map { _ in
                RawConnection(to: port)?.exchange("GET /health/live HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
                    .prefix(12)
            }
        }
        #expect(responses == Array(repeating: "HTTP/1.1 200", count: 20))
    }
}
