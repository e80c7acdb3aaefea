/// The turn to refresh among the clients of one process, and what it was taken for.
struct MemoryTurn: Sendable {
    /// Held by whoever has the turn.
    final class Holder: Sendable {
        let interrupted: RefreshIntent?

        init(interrupted: RefreshIntent?) {
            self.interrupted = interrupted
        }
    }

    var intents: [String: RefreshIntent] = [:]
    private weak var holder: Holder?

    var isTaken: Bool { holder != nil }

    /// Takes the turn; `nil` while somebody has it.
    mutating func take(for intent: RefreshIntent) -> Holder? {
        guard holder == nil else { return nil }
        let holder = Holder(interrupted: intents.updateValue(intent, forKey: intent.grant))
        self.holder = holder
        return holder
    }
}
