import GatehouseConcurrency

/// The pauses of sequences of messages whose recipient is slow, in which the messages of others are delivered.
///
/// All sequences of a queue share its batches: a recipient that takes seconds for each message would fill them.
final class SequencePauses: Sendable {
    /// The time that a sequence can take before it pauses for as long as it took.
    private static let turn = Duration.seconds(2)

    private let ends = Mutex<[String: Duration]>([:])

    /// Returns the rest of a sequence's pause; zero without one.
    func rest(of sequence: String, at uptime: Duration) -> Duration {
        ends.withLock { max(.zero, ($0[sequence] ?? uptime) - uptime) }
    }

    /// Records the time that a sequence has taken since its batch began.
    func record(_ time: Duration, of sequence: String, at uptime: Duration) {
        guard time > Self.turn else { return }
        ends.withLock { $0[sequence] = uptime + time }
    }
}
