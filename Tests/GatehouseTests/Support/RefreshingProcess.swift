import Foundation
import Testing

@testable import Gatehouse

/// An app in a process of its own: see `Tests/RefreshProcess`.
final class RefreshingProcess {
    /// What came of a wish for an access token.
    struct Report: Codable, Hashable, Sendable {
        var token: String?
        var code: String?
        var reason: String?
    }

    /// How the process ended.
    enum End: Hashable, Sendable {
        case exited(Int32)
        case killed(Int32)
    }

    private let process = Process()
    private let input = Pipe()
    private let output: LineReader
    private let ended = OneShot<End>()

    /// Starts it.
    ///
    /// - Parameters:
    ///   - directory: Where its sessions are.
    ///   - port: Where its server listens.
    ///   - key: Its server and its client identifier.
    ///   - hasLocks: Whether turns are taken by locks of the system, and not by leases.
    ///   - killPoint: Where it ends; `nil` for nowhere.
    /// - Throws: When the process cannot be started.
    init(
        in directory: URL,
        port: Int,
        key: TokenKey = TestApp.key,
        hasLocks: Bool = true,
        killPoint: String? = nil
    ) throws {
        let pipe = Pipe()
        output = LineReader(pipe.fileHandleForReading)
        // The build puts it beside these tests.
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

    /// Has it ask for an access token.
    func ask(at time: Date) throws {
        try input.fileHandleForWriting.write(contentsOf: Data("\(time.timeIntervalSince1970)\n".utf8))
    }

    /// What came of that.
    var report: Report {
        get async throws {
            let line = try #require(await output.next(), "The process has ended.")
            return try JSONDecoder().decode(Report.self, from: Data(line.utf8))
        }
    }

    /// Tells it that it was asked for the last time.
    func finish() throws {
        try input.fileHandleForWriting.write(contentsOf: Data("\n".utf8))
    }

    /// How it ends.
    var end: End {
        get async throws { try #require(await ended.value) }
    }
}
