package import Foundation

/// The lines that another process writes.
package struct LineReader: Sendable {
    private let lines: AsyncStream<String>

    package init(_ handle: FileHandle) {
        let (stream, continuation) = AsyncStream.makeStream(of: String.self)
        lines = stream
        Thread.detachNewThread {
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
    }

    /// Returns the next line, or `nil` when the process has ended.
    package func next() async -> String? {
        for await line in lines { return line }
        return nil
    }
}
