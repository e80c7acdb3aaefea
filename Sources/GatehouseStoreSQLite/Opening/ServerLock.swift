import Foundation
import GatehouseStore
import Synchronization

/// A lock that lets one process at a time serve a database file.
///
/// The kernel releases it when the process ends. Commands do not take it and so work beside a server. The lock is on a
/// file of its own, because closing the database file would drop the locks that SQLite holds in this process.
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
