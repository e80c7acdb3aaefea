package import Foundation
import Gatehouse
import GatehouseConcurrency
package import HTTPTypes
package import Logging

/// A folder with the output and network traffic of tests; `Scripts/search-trace.py` searches the output for secrets of
/// the traffic.
///
/// The environment variable `GATEHOUSE_TEST_TRACE` names the folder for a whole test run.
package final class TestTrace: Sendable {
    /// The trace of the test run; `nil` if none is configured.
    package static let run = ProcessInfo.processInfo.environment["GATEHOUSE_TEST_TRACE"].map {
        TestTrace(in: URL(filePath: $0))
    }

    package let folder: URL
    private let file: TraceFile?

    package init(in folder: URL) {
        self.folder = folder
        file = TraceFile(in: folder)
    }

    // MARK: Output

    /// Records output.
    package func print(_ text: String, from source: String) {
        file?.write(TraceRecord(source: source, printed: text))
    }

    /// Records an error in every form that an app can print.
    package func print(_ error: any Error) {
        var text = "\(error) \(String(reflecting: error)) \(error.localizedDescription) "
        dump(error, to: &text)
        if let error = error as? AuthError { text += "\(error.message) \(error.underlying ?? "")" }
        if let error = error as? any LocalizedError { text += error.errorDescription ?? "" }
        print(text, from: "error")
    }

    /// A logger that records messages of all levels.
    package var logger: Logger {
        var logger = Logger(label: "gatehouse.test") { _ in TraceLogHandler(trace: self) }
        logger.logLevel = .trace
        return logger
    }

    /// The logger of the test run; without a trace, one that prints critical messages only.
    package static var runLogger: Logger {
        if let run { return run.logger }
        var logger = Logger(label: "gatehouse.test")
        logger.logLevel = .critical
        return logger
    }

    /// Records a client's diagnostic events.
    package static let eventLog: @Sendable (String) -> Void = { line in
        run?.print(line, from: "event log")
    }

    // MARK: Network traffic

    /// Records a secret that does not appear in the traffic.
    package func keep(_ secret: String, as name: String) {
        file?.write(TraceRecord(secret: secret, name: name))
    }

    /// Records the URL of a page.
    package func keep(_ url: URL) {
        file?.write(TraceRecord(target: url.absoluteString))
    }

    /// Records a message to a user.
    package func keep(mail text: String, to address: String) {
        file?.write(TraceRecord(secret: address, name: "address", mail: text))
    }

    /// Records a request.
    package func keep(_ request: HTTPRequest, body: Data?) {
        file?.write(TraceRecord(target: request.path ?? "", fields: request.headerFields, body: body))
    }

    /// Records a response; the form of a page returns with the next request.
    package func keep(_ fields: HTTPFields, body: Data) {
        let isPage = fields[.contentType]?.hasPrefix("text/html") ?? false
        file?.write(TraceRecord(target: "", fields: fields, body: isPage ? nil : body))
    }
}

extension TestTrace? {
    /// Records a request and its response, if there is a trace.
    package func keep<Failure: Error>(
        _ request: HTTPRequest,
        body: Data?,
        answer: () async throws(Failure) -> (HTTPResponse, Data)
    ) async throws(Failure) -> (HTTPResponse, Data) {
        self?.keep(request, body: body)
        let (response, data) = try await answer()
        self?.keep(response.headerFields, body: data)
        return (response, data)
    }
}

/// A JSON Lines file of this process in a trace folder.
final class TraceFile: Sendable {
    /// The number of files opened by this process, for their names.
    private static let count = Mutex(0)

    private let file: Mutex<FileHandle>

    /// Creates a file; `nil` if that fails.
    init?(in folder: URL) {
        let number = Self.count.withLock { count in
            count += 1
            return count
        }
        let name = "trace-\(ProcessInfo.processInfo.processIdentifier)-\(number).jsonl"
        let path = folder.appending(path: name).path
        guard FileManager.default.createFile(atPath: path, contents: nil),
            let handle = FileHandle(forWritingAtPath: path)
        else { return nil }
        file = Mutex(handle)
    }

    /// Writes a record; the search detects missing records by their count.
    func write(_ record: TraceRecord) {
        guard let line = try? JSONEncoder().encode(record) else { return }
        file.withLock { try? $0.write(contentsOf: line + Data("\n".utf8)) }
    }
}

/// A log handler that writes to a trace.
struct TraceLogHandler: LogHandler {
    let trace: TestTrace
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.trace

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        trace.print("\(event.message) \(event.metadata ?? [:]) \(metadata)", from: "log")
    }
}

/// A record of a trace, as read by `Scripts/search-trace.py`.
struct TraceRecord: Encodable {
    /// The source of printed text.
    var source: String?
    var printed: String?
    var secret: String?
    var name: String?
    /// The text of a message to a user.
    var mail: String?
    /// The path and query of a request.
    var target: String?
    var fields: [[String]]?
    var body: String?
}

extension TraceRecord {
    init(target: String, fields: HTTPFields, body: Data?) {
        self.init(
            target: target,
            fields: fields.map { [$0.name.canonicalName, $0.value] },
            body: body.map { String(decoding: $0, as: UTF8.self) }
        )
    }
}
