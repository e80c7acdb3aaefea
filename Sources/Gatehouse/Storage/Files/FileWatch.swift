import Foundation
import GatehouseConcurrency

/// A watch for changes of one file.
struct FileWatch: Sendable {
    /// The interval at which the file is compared where the system reports no changes.
    private static let pollInterval = Duration.milliseconds(500)

    let path: String
    /// The directory of the file.
    let directory: String
    let queue: BlockingQueue
    /// Whether to poll even where the system reports changes.
    let polls: Bool
    /// Waits between two comparisons.
    let sleep: @Sendable (Duration) async throws -> Void

    /// Returns a stream with an element at once and one for one or more changes.
    func changes() -> AsyncStream<Void> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let last = Mutex<FileStamp??>(nil)
            let exists: @Sendable () -> Bool = {
                let present = FileStamp(at: path)
                let isNew = last.withLock { last in
                    defer { last = .some(present) }
                    return last != .some(present)
                }
                if isNew { continuation.yield() }
                return present != nil
            }
            let task = Task(name: "gatehouse file watch") {
                while !Task.isCancelled {
                    await watch(while: exists)
                    // Bounds the work where the directory is replaced again and again.
                    guard (try? await sleep(Self.pollInterval)) != nil else { break }
                }
                continuation.finish()
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    /// Compares the file once, and again after each change that the system reports, until its directory is replaced.
    ///
    /// The directory is watched, because the file is replaced as a whole; other files cause events, too. The watch also
    /// ends with the file: the directory may be about to go, which is not reported while a process has it open.
    ///
    /// - Parameter exists: Compares the file; returns whether it exists.
    private func watch(while exists: @escaping @Sendable () -> Bool) async {
        let (events, end) = AsyncStream.makeStream(of: Void.self)
        let watch = try? await queue.run { [directory, polls] () throws(TokenStoreError) -> DirectoryWatch? in
            guard exists(), !polls else { return nil }
            let watch = DirectoryWatch(directory) { isOver in
                if !exists() || isOver { end.finish() }
            }
            // Something may have changed before the watch began.
            return exists() ? watch : nil
        }
        guard let watch = watch ?? nil else { return }
        for await _ in events {}
        watch.cancel()
    }
}
