import Foundation
import GatehouseHTTP
import GatehouseTesting
import ServiceLifecycle
import Testing

/// Connections on a real socket that say nothing more, or never stop.
@Suite(.timeLimit(.minutes(1))) struct ConnectionLimitsTests {
    private static let never = Duration.seconds(3600)
    private static let soon = Duration.milliseconds(50)

    /// Runs the body, off the cooperative threads, against a server on the port it is given.
    private func serve<Value: Sendable>(
        _ limits: ConnectionLimits,
        _ body: @escaping @Sendable (Int) -> Value
    ) async throws -> Value {
        let (ports, ready) = AsyncStream.makeStream(of: Int.self)
        let serving = try TestServer().service.serving(
            on: ListenAddress(host: "127.0.0.1", port: 0),
            certificates: nil,
            services: [],
            limits: limits,
            logger: TestTrace.runLogger,
            onReady: { ready.yield($0) }
        )
        return try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await serving.run() }
            let port = try #require(await ports.first { _ in true })
            let value = await withCheckedContinuation { continuation in
                Thread.detachNewThread { continuation.resume(returning: body(port)) }
            }
            group.cancelAll()
            while await group.nextResult() != nil {}
            return value
        }
    }

    @Test(arguments: ["", "GET /health/live HTTP/1.1\r\nHo"])
    func aConnectionOnWhichNothingHappensIsClosed(sent: String) async throws {
        let said = try await serve(ConnectionLimits(idleTime: Self.soon, transferTime: Self.never)) { port in
            RawConnection(to: port)?.exchange(sent)
        }
        #expect(said == "")
    }

    @Test func aBodyThatDoesNotComeInTimeEndsTheConnection() async throws {
        let said = try await serve(ConnectionLimits(idleTime: Self.never, transferTime: Self.soon)) { port in
            RawConnection(to: port)?.exchange("POST /oauth2/token HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\na=b")
        }
        #expect(said == "")
    }

    @Test func aBodyThatIsTooLargeIsTheLastOfItsConnection() async throws {
        let said = try await serve(ConnectionLimits(idleTime: Self.never, transferTime: Self.never)) { port in
            let head = "POST /oauth2/token HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\n"
            return RawConnection(to: port)?.exchange(head + String(repeating: "a", count: HTTPCall.bodyLimit + 1))
        }
        #expect(said?.hasPrefix("HTTP/1.1 413 ") == true)
        #expect(said?.lowercased().contains("\r\nconnection: close\r\n") == true)
    }

    @Test func closesAConnectionWhoseRequestIsNotWholeWhenTheServerStops() async throws {
        let limits = ConnectionLimits(idleTime: Self.never, transferTime: Self.never, stopTime: Self.soon)
        let (ports, ready) = AsyncStream.makeStream(of: Int.self)
        let serving = try TestServer().service.serving(
            on: ListenAddress(host: "127.0.0.1", port: 0),
            certificates: nil,
            services: [],
            limits: limits,
            logger: TestTrace.runLogger,
            onReady: { ready.yield($0) }
        )
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await serving.run() }
            let port = try #require(await ports.first { _ in true })
            let connection = try #require(RawConnection(to: port))
            let whole = "GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n"
            #expect(connection.status(of: whole) == "HTTP/1.1 200")
            connection.begin("POST /oauth2/token HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\na=b")
            try await Task.sleep(for: Self.soon)
            await serving.triggerGracefulShutdown()
            // The server ends although the client keeps its half of the connection; without the bound this never
            // returns.
            try await group.waitForAll()
            withExtendedLifetime(connection) {}
        }
    }

    @Test func countsALargeBodyAsSeveralConnections() async throws {
        let limits = ConnectionLimits(total: 40, idleTime: Self.never, transferTime: Self.never)
        let answers = try await serve(limits) { port in
            let head = "POST /api/oauth2/token HTTP/1.1\r\nHost: x\r\nContent-Length: 262144\r\n\r\n"
            // Of ten connections of an address, each of these takes four.
            let held = (0..<2).compactMap { _ in RawConnection(to: port) }
            for connection in held { connection.begin(head + "{") }
            // The first of these may come before both are read.
            let third = (0..<1000).lazy.map { _ in
                RawConnection(to: port)?.status(of: head + String(repeating: " ", count: 262_144))
            }.first { $0 == "HTTP/1.1 503" }
            let small = RawConnection(to: port)?.status(of: "GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n")
            return withExtendedLifetime(held) { [third ?? nil, small] }
        }
        #expect(answers == ["HTTP/1.1 503", "HTTP/1.1 200"])
    }

    @Test func addsTheSecurityFieldsToWhatIsNotHTTP() async throws {
        let said = try await serve(ConnectionLimits(idleTime: Self.never, transferTime: Self.never)) { port in
            RawConnection(to: port)?.exchange("NONSENSE\r\n\r\n")
        }
        #expect(said?.hasPrefix("HTTP/1.1 400 ") == true)
        #expect(said?.contains("X-Content-Type-Options: nosniff\r\n") == true)
        #expect(said?.contains("Strict-Transport-Security: max-age=31536000\r\n") == true)
    }

    @Test func closesTheConnectionAfterAnUnreadableHead() async throws {
        let said = try await serve(ConnectionLimits(idleTime: Self.never, transferTime: Self.never)) { port in
            let marks = String(repeating: "\u{345}", count: 4000)
            return RawConnection(to: port)?.exchange(
                "GET /health/live HTTP/1.1\r\nHost: x\r\nConnection: a\(marks)\r\n\r\n"
            )
        }
        #expect(said?.hasPrefix("HTTP/1.1 400 ") == true)
    }

    @Test func whoeverAsksAndDoesNotListenIsHungUpOn() async throws {
        let isClosed = try await serve(ConnectionLimits(idleTime: Self.never, transferTime: Self.soon)) { port in
            RawConnection(to: port)?.isClosed(whileSending: "GET /device HTTP/1.1\r\nHost: x\r\n\r\n")
        }
        #expect(isClosed == true)
    }

    @Test func anAddressHoldsAQuarterOfTheConnections() async throws {
        let limits = ConnectionLimits(total: 40, idleTime: Self.never, transferTime: Self.never)
        let said = try await serve(limits) { port in
            let held = (0..<10).compactMap { _ in RawConnection(to: port) }
            // Each of them is there before the next one comes.
            let answers = held.map { $0.status(of: "GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n") }
            let refused = RawConnection(to: port)?.exchange("")
            return withExtendedLifetime(held) { (answers, refused) }
        }
        #expect(said.0 == Array(repeating: "HTTP/1.1 200", count: 10))
        #expect(said.1 == "")
    }

    @Test func anEndedConnectionMakesRoomForAnother() async throws {
        let limits = ConnectionLimits(total: 8, idleTime: Self.never, transferTime: Self.never)
        let answers = try await serve(limits) { port in
            (0..<20).map { _ in
                RawConnection(to: port)?.exchange("GET /health/live HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
                    .prefix(12)
            }
        }
        #expect(answers == Array(repeating: "HTTP/1.1 200", count: 20))
    }
}
