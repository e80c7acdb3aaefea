import Foundation
import Gatehouse
import GatehouseConcurrency

/// Writes diagnostic events to a file that the tests search for secrets; see `Scripts/search-trace.py`.
final class FileEventLog: Sendable {
    private let file: Mutex<FileHandle>

    /// The log file of this process; `nil` if no trace was requested.
    init?() {
        guard let folder = ProcessInfo.processInfo.environment["GATEHOUSE_TEST_TRACE"] else { return nil }
        let name = "RefreshProcess-\(ProcessInfo.processInfo.processIdentifier).log"
        let path = URL(filePath: folder).appending(path: name).path
        guard FileManager.default.createFile(atPath: path, contents: nil),
            let handle = FileHandle(forWritingAtPath: path)
        else { return nil }
        file = Mutex(handle)
    }

    func write(_ line: String) {
        file.withLock { try? $0.write(contentsOf: Data("\(line)\n".utf8)) }
    }
}
