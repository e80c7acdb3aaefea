import Foundation
import GatehouseTestSupport
import Testing

@testable import Gatehouse

/// An app in its own process: see `Tests/RefreshProcess`.
final class RefreshingProcess {
    /// The result of a request for an access token.
    struct Report: Codable, Hashable, Sendable {
        var token: String?
        var code: String?
        var reason: String?
    }

    /// The way in which the process ended.
    enum End: Hashable, Sendable {
        case exited(Int32)
        case killed(Int32)
    }

    private let process = Process()
    private let input = Pipe()
    private let output: LineReader
    private let ended = Promise<End>()

    /// Starts the process.
    ///
    /// - Parameters:
    ///   - directory: The directory of its sessions.
    ///   - port: The port of its server.
    ///   - key: The issuer and client identifier.
    ///   - hasLocks: Whether refreshes use file locks rather than leases.
    ///   - killPoint: The point at which the process is killed, or `nil` for none.
    /// - Throws: An error if the process cannot be started.
    init(
        in directory: URL,
        port: Int,
        key: TokenStoreKey = TestApp.key,
        hasLocks: Bool = true,
        killPoint: String? = nil
    ) throws {
        let pipe = Pipe()
        output = LineReader(pipe.fileHandleForReading)
        // The build puts it next to the tests.
        process.executableURL = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
            .appending(path: "RefreshProcess")
        process.arguments =
            [directory.path, String(port), key.issuer, key.clientID, hasLocks ? "locks" : "leases"]
            + (killPoint.map { [$0] } ?? [])
        process.standardInput = input
        process.standardOutput = pipe
        process.terminationHandler = { [ended] in
            ended.resolve($0.terminationReason == .exit ? .exited($0.terminationStatus) : .killed($0.terminationStatus))
        }
        try process.run()
    }

    deinit {
        if process.isRunning { process.terminate() }
    }

    /// Makes the process request an access token.
    func requestToken(at time: Date) throws {
        try input.fileHandleForWriting.write(contentsOf: Data("\(time.timeIntervalSince1970)\n".utf8))
    }

    /// The result of the request.
    var report: Report {
        get async throws {
            let line = try #require(await output.next(), "The process has ended.")
            return try JSONDecoder().decode(Report.self, from: Data(line.utf8))
        }
    }

    /// Ends the input after the last request.
    func finish() throws {
        try input.fileHandleForWriting.write(contentsOf: Data("\n".utf8))
    }

    /// The way in which the process ends.
    var end: End {
        get async throws { try #require(await ended.value) }
    }
}
