import Foundation
import Gatehouse
import Synchronization

/// Writes down what the flight recorder keeps, where the tests want to search it for secrets: see `Scripts/search-trace.py`.
final class FlightLog: Sendable {
    private let file: Mutex<FileHandle>

    /// A file of this process; `nil` where nobody wants it.
    init?() {
        guard let folder = ProcessInfo.processInfo.environment["GATEHOUSE_TEST_TRACE"] else { return nil }
        let name = "RefreshProcess-\(ProcessInfo.processInfo.processIdentifier).log"
        let path = URL(filePath: folder).appending(path: name).path
        guard FileManager.default.createFile(atPath: path, contents: nil),
            let handle = FileHandle(forWritingAtPath: path)
        else { return nil }
        file = Mutex(handle)
    }

    func write(_ event: FlightEvent) {
        file.withLock { try? $0.write(contentsOf: Data("\(event)\n".utf8)) }
    }
}
