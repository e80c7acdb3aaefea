import Foundation
import GatehouseTestSupport
import Testing

/// A process that uses the same store: `Tests/StoreProbe`.
final class StoreProcess: Sendable {
    private let process = Process()
    private let input = Pipe()
    private let output: LineReader

    /// Starts the process with the environment that locates its store, after the shell command, such as one that sets
    /// limits.
    init(_ environment: [String: String], protection: String = "automatic", shell: String = ":") throws {
        let probe = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: "StoreProbe")
        let output = Pipe()
        self.output = LineReader(output.fileHandleForReading)
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", "\(shell); exec \"$0\" \"$1\"", probe.path, protection]
        process.environment = environment
        process.standardInput = input
        process.standardOutput = output
        try process.run()
    }

    deinit { try? input.fileHandleForWriting.close() }

    /// Sends a command and returns its response and the time it took, by the process's clock.
    func timed(_ command: String) async throws -> (response: String, time: Duration) {
        try input.fileHandleForWriting.write(contentsOf: Data("\(command)\n".utf8))
        let words = try #require(await output.next(), "The process has ended.").split(separator: " ", maxSplits: 1)
        return (String(words[1]), .microseconds(Int(words[0]) ?? 0))
    }

    func send(_ command: String) async throws -> String {
        try await timed(command).response
    }
}
