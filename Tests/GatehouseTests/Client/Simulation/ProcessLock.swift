import GatehouseConcurrency

@testable import Gatehouse

/// A refresh lock that is lost when the process is killed.
final class ProcessLock: Sendable {
    private let lock: Mutex<RefreshLockHandle?>

    init(_ lock: RefreshLockHandle) {
        self.lock = Mutex(lock)
    }

    /// Clears the journal entry, unless the process has been killed.
    func clearJournal() async {
        await lock.withLock(\.self)?.clearJournal()
    }

    /// Releases the lock without clearing the journal entry, as when the process is killed.
    func release() {
        lock.withLock { $0 = nil }
    }
}

/// The lock of a process, as long as it is held.
struct WeakProcessLock {
    weak var held: ProcessLock?
}
