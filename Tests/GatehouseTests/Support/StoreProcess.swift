import Foundation
import Testing

/// A process of its own that uses the same store: `Tests/StoreProbe`.
final class StoreProcess: Sendable {
    private let process = Process()
    private let input = Pipe()
    private let output: LineReader

    /// Starts it, with the environment that it finds its store by, and after what the shell does, such as setting limits.
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

    /// What it answers to a line, and after how long by its own clock.
    func timed(_ line: String) async throws -> (answer: String, time: Duration) {
        try input.fileHandleForWriting.write(contentsOf: Data("\(line)\n".utf8))
        let words = try #require(await output.next(), "The process has ended.").split(separator: " ", maxSplits: 1)
        return (String(words[1]), .microseconds(Int(words[0]) ?? 0))
    }

    func ask(_ line: String) async throws -> String {
        try await timed(line).answer
    }
}
