import Foundation

/// The mail server in `Interop/smtp_server.py`, running in a process of its own for one test.
final class SMTPServer {
    /// One mail as the server took it and Python's own parser read it.
    struct Mail: Decodable {
        let from: String
        let to: [String]
        let encrypted: Bool
        let user: String?
        /// The port the client connected from, which tells connections apart.
        let peer: Int
        let subject: String
        let sender: String
        let messageID: String
        let date: String
        let defects: [String]
        let text: String
        let html: String
    }

    struct DidNotStart: Error {}

    /// A Python with aiosmtpd, from the environment variable `GATEHOUSE_PYTHON`.
    static let python = ProcessInfo.processInfo.environment["GATEHOUSE_PYTHON"]

    let port: Int
    private let process = Process()
    private let directory: URL
    private let lines: AsyncStream<String>

    var certificate: String { directory.appending(path: "certificate.pem").path }

    init(tls: String = "none", auth: String? = nil) async throws {
        directory = FileManager.default.temporaryDirectory.appending(path: "smtp-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        let root = URL(filePath: #filePath).appending(path: "../../../..").standardized
        let output = Pipe()
        process.executableURL = URL(filePath: Self.python ?? "")
        process.arguments =
            [root.appending(path: "Interop/smtp_server.py").path, "--tls", tls, "--directory", directory.path]
            + (auth.map { ["--auth", $0] } ?? [])
        // The server ends when this end of the pipe does, even if the test is killed.
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

    /// The next mail the server took.
    func nextMail() async throws -> Mail {
        try await JSONDecoder().decode(Mail.self, from: Data((Self.next(of: lines) ?? "").utf8))
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
