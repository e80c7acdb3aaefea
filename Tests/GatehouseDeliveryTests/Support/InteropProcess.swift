import Foundation
import GatehouseTestSupport

/// A server of the folder `Interop` in its own process, for one test; it prints one line per received item.
final class InteropProcess {
    struct DidNotStart: Error {}

    let port: Int
    /// The folder with the server's certificates.
    let directory: URL
    private let process = Process()
    private let lines: LineReader

    /// Starts the script with the given name.
    init(_ name: String, _ arguments: [String]) async throws {
        directory = FileManager.default.temporaryDirectory.appending(path: "interop-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        let root = URL(filePath: #filePath).appending(path: "../../../..").standardized
        let output = Pipe()
        process.executableURL = URL(filePath: InteropPython.path ?? "")
        process.arguments = [root.appending(path: "Interop/\(name)").path, "--directory", directory.path] + arguments
        // The server exits when this end of the pipe closes, even if the test is killed.
        process.standardInput = Pipe()
        process.standardOutput = output
        try process.run()
        lines = LineReader(output.fileHandleForReading)
        guard let port = await lines.next().flatMap({ Int($0) }) else { throw DidNotStart() }
        self.port = port
    }

    deinit {
        process.terminate()
        try? FileManager.default.removeItem(at: directory)
    }

    /// Returns the next item that the server receives.
    func next<Item: Decodable>(_ type: Item.Type) async throws -> Item {
        try await JSONDecoder().decode(type, from: Data((lines.next() ?? "").utf8))
    }
}
