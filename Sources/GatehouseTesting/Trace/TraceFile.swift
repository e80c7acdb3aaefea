import Foundation
import Synchronization

/// A file of this process in the folder of a trace, with a line of JSON for each record.
final class TraceFile: Sendable {
    /// What this process has opened; a number tells the files in one folder apart.
    private static let count = Atomic(0)

    private let file: Mutex<FileHandle>

    /// A new file; `nil` where there can be none.
    init?(in folder: URL) {
        let number = Self.count.add(1, ordering: .relaxed).newValue
        let name = "trace-\(ProcessInfo.processInfo.processIdentifier)-\(number).jsonl"
        let path = folder.appending(path: name).path
        guard FileManager.default.createFile(atPath: path, contents: nil),
            let handle = FileHandle(forWritingAtPath: path)
        else { return nil }
        file = Mutex(handle)
    }

    /// What cannot be written is missed by the search, which counts.
    func write(_ record: TraceRecord) {
        guard let line = try? JSONEncoder().encode(record) else { return }
        file.withLock { try? $0.write(contentsOf: line + Data("\n".utf8)) }
    }
}
