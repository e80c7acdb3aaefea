import Foundation
import GatehouseTestSupport

/// A server of the folder `Interop` in its own process, for one test; it prints one line per received item.
final class InteropProcess {
    struct DidNotStart: Error {}

    let port: Int
    /// The folder with the server's certificates.
    let directory: URL
    private let process = Process()
    private let lines: AsyncStream<String>

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
        lines = Self.lines(of: output.fileHandleForReading)
        guard let port = await Self.next(of: lines).flatMap({ Int($0) }) else { throw DidNotStart() }
        self.port = port
    }

    deinit {
        process.terminate()
        try? FileManager.default.removeItem(at: directory)
    }

    /// Returns the next item that the server receives.
    func next<Item: Decodable>(_ type: Item.Type) async throws -> Item {
        try await JSONDecoder().decode(type, from: Data((Self.next(of: lines) ?? "").utf8))
    }

    private static func next(of lines: AsyncStream<String>) async -> String? {
        for await line in lines { return line }
        return nil
    }

    private static func lines(of handle: FileHandle) -> AsyncStream<String> {
        let (stream, continuation) = AsyncStream.makeStream(of: String.self)
        let thread = Thread {
            var pending = Data()
            while true {
                let data = handle.availableData
                guard !data.isEmpty else { break }
                pending += data
                while let end = pending.firstIndex(of: UInt8(ascii: "\n")) {
                    continuation.yield(String(decoding: pending[..<end], as: UTF8.self))
                    pending = Data(pending[pending.index(after: end)...])
                }
            }
            continuation.finish()
        }
        thread.start()
        return stream
    }
}
