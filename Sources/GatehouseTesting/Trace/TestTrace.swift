package import Foundation
package import Gatehouse
package import HTTPTypes
package import Logging

/// A folder in which tests leave what was printed and what went over the wire; `Scripts/search-trace.py` looks for secrets of the
/// one in the other.
///
/// A whole run of tests has one, where the environment variable `GATEHOUSE_TEST_TRACE` names it.
package final class TestTrace: Sendable {
    /// That of the whole run; `nil` where nobody wants one.
    package static let run = ProcessInfo.processInfo.environment["GATEHOUSE_TEST_TRACE"].map {
        TestTrace(in: URL(filePath: $0))
    }

    package let folder: URL
    private let file: TraceFile?

    package init(in folder: URL) {
        self.folder = folder
        file = TraceFile(in: folder)
    }

    // MARK: What was printed

    /// Takes note of what was printed.
    package func print(_ text: String, from source: String) {
        file?.write(TraceRecord(source: source, printed: text))
    }

    /// Takes note of an error in every way that an app can print one.
    package func print(_ error: any Error) {
        var text = "\(error) \(String(reflecting: error)) \(error.localizedDescription) "
        dump(error, to: &text)
        if let error = error as? AuthError { text += "\(error.message) \(error.underlying ?? "")" }
        if let error = error as? any LocalizedError { text += error.errorDescription ?? "" }
        print(text, from: "error")
    }

    /// A logger that takes note of everything, down to the lowest level.
    package var logger: Logger {
        var logger = Logger(label: "gatehouse.test") { _ in TraceLogHandler(trace: self) }
        logger.logLevel = .trace
        return logger
    }

    /// The logger of the whole run; where nobody wants its trace, one that says what must not happen and nothing else.
    package static var runLogger: Logger {
        if let run { return run.logger }
        var logger = Logger(label: "gatehouse.test")
        logger.logLevel = .critical
        return logger
    }

    /// Takes note of what the flight recorder of a client keeps.
    package static let flightLog: @Sendable (FlightEvent) -> Void = { event in
        run?.print(event.description, from: "flight recorder")
    }

    // MARK: What went over the wire

    /// Takes note of a secret that is seen nowhere else.
    package func keep(_ secret: String, as name: String) {
        file?.write(TraceRecord(secret: secret, name: name))
    }

    /// Takes note of a page that somebody was sent to.
    package func keep(_ url: URL) {
        file?.write(TraceRecord(target: url.absoluteString))
    }

    /// Takes note of a message to a person.
    package func keep(mail text: String, to address: String) {
        file?.write(TraceRecord(secret: address, name: "address", mail: text))
    }

    /// Takes note of a request.
    package func keep(_ request: HTTPRequest, body: Data?) {
        file?.write(TraceRecord(target: request.path ?? "", fields: request.headerFields, body: body))
    }

    /// Takes note of an answer; of a page, what is in its form comes back with the next request.
    package func keep(_ fields: HTTPFields, body: Data) {
        let isPage = fields[.contentType]?.hasPrefix("text/html") ?? false
        file?.write(TraceRecord(target: "", fields: fields, body: isPage ? nil : body))
    }
}

extension TestTrace? {
    /// Takes note of a request and of its answer, where there is a trace.
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
