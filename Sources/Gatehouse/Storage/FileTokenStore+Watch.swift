import Foundation
import Synchronization

extension FileTokenStore: WatchableStore {
    /// The interval at which the file is compared where the system reports no changes.
    private static let pollInterval = Duration.milliseconds(500)

    func changes(
        of key: TokenKey,
        sleep: @escaping @Sendable (Duration) async throws -> Void
    ) -> AsyncStream<Void> {
        let (path, directory) = (path(of: key), directory)
        return AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let last = Mutex<FileStamp?>(nil)
            // The directory is watched, because the file is replaced as a whole; other files cause events, too.
            let look: @Sendable () -> Void = {
                guard FileStamp(at: directory) != nil else { return continuation.finish() }
                let present = FileStamp(at: path)
                let isNew = last.withLock { last in
                    defer { last = present }
                    return last != present
                }
                if isNew { continuation.yield() }
            }
            if !polls, let watch = DirectoryWatch(directory, onChange: look) {
                continuation.onTermination = { _ in watch.cancel() }
                look()
            } else {
                let poll = Task(name: "gatehouse watch poll") { [queue] in
                    repeat {
                        try? await queue.run { () throws(TokenStoreError) in look() }
                    } while (try? await sleep(Self.pollInterval)) != nil
                    continuation.finish()
                }
                continuation.onTermination = { _ in poll.cancel() }
            }
        }
    }
}
