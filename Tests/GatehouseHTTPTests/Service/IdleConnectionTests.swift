import Foundation
import GatehouseHTTP
import GatehouseTesting
import Logging
import ServiceLifecycle
import Testing

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Connections on a real socket that say nothing more.
@Suite struct IdleConnectionTests {
    @Test(.timeLimit(.minutes(1)), arguments: ["", "GET /health/live HTTP/1.1\r\nHo"])
    func aConnectionOnWhichNothingHappensIsClosed(sent: String) async throws {
        let (ports, ready) = AsyncStream.makeStream(of: Int.self)
        let application = try TestServer().service.application(
            listeningOn: ListenAddress(host: "127.0.0.1", port: 0),
            certificates: nil,
            services: [],
            idleTime: .milliseconds(50),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
            onReady: { ready.yield($0) }
        )
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await application.run() }
            let port = try #require(await ports.first { _ in true })
            let answer = await withCheckedContinuation { continuation in
                Thread.detachNewThread { continuation.resume(returning: Self.everythingSaid(to: sent, at: port)) }
            }
            // The end came from the server, and nothing before it.
            #expect(answer == Data())
            group.cancelAll()
            while await group.nextResult() != nil {}
        }
    }

    /// What comes back until the other end closes; `nil` when there is no connection.
    private static func everythingSaid(to text: String, at port: Int) -> Data? {
        let connection = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(connection) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(UInt16(port)).bigEndian
        address.sin_addr.s_addr = unsafe inet_addr("127.0.0.1")
        let isConnected = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe connect(connection, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
        guard isConnected else { return nil }
        return try? FileHandle(fileDescriptor: connection).writeAndReadToEnd(Data(text.utf8))
    }
}

extension FileHandle {
    fileprivate func writeAndReadToEnd(_ data: Data) throws -> Data {
        try write(contentsOf: data)
        return try readToEnd() ?? Data()
    }
}
