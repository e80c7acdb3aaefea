import Synchronization

@testable import Gatehouse

/// A turn to refresh that whoever has it loses when their process is killed.
final class HeldTurn: Sendable {
    private let turn: Mutex<RefreshTurn?>

    init(_ turn: RefreshTurn) {
        self.turn = Mutex(turn)
    }

    /// What was begun is over; nothing happens to it after the end of the process.
    func settle() async {
        await turn.withLock(\.self)?.settle()
    }

    /// The process is gone, and what it had begun is open.
    func drop() {
        turn.withLock { $0 = nil }
    }
}

/// The turn that a process has, as long as somebody there holds it.
struct WeakTurn {
    weak var held: HeldTurn?
}
