import Foundation
import GatehouseStore
import Synchronization

/// The right to serve a database file, which one process has at a time.
///
/// The kernel takes it back when the process ends, however it ends. Commands do without it, and so work beside a
/// server. The lock is on a file of its own: closing the database file would drop the locks that SQLite holds on it in
/// this process.
final class ServerLock: Sendable {
    private let descriptor: Mutex<Int32?>

    /// Takes the lock of the database at a path.
    ///
    /// - Throws: ``StoreError/unavailable(_:)`` when another process has it.
    init(of path: String) throws(StoreError) {
        let file = path + "-server"
        let descriptor = unsafe open(file, O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .unavailable("The file \(file) cannot be made.") }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            _ = close(descriptor)
            throw .unavailable(
                "Another server is running on \(path). Stop it first, or give this one a folder of its own."
            )
        }
        self.descriptor = Mutex(descriptor)
    }

    func release() {
        let descriptor = descriptor.withLock { held in
            defer { held = nil }
            return held
        }
        if let descriptor { _ = close(descriptor) }
    }

    deinit { release() }
}
