import GatehouseConcurrency

/// The pauses of sequences of messages whose recipient is slow or fails, in which the messages of others are delivered.
///
/// All sequences of a queue share its batches: a recipient that takes seconds for each message would fill them, and one
/// that is down would fail for each message.
final class SequencePauses: Sendable {
    private struct Pause {
        let end: Duration
        /// The number of failures since the last success.
        let failures: Int
    }

    /// The time that a sequence can take before it pauses for as long as it took.
    private static let turn = Duration.seconds(2)
    /// The bounds of the pause after a failure, which doubles with each further one.
    private static let lengths = Duration.seconds(5)...Duration.seconds(60)

    private let pauses = Mutex<[String: Pause]>([:])

    /// Returns the rest of a sequence's pause; zero without one.
    func rest(of sequence: String, at uptime: Duration) -> Duration {
        pauses.withLock { max(.zero, ($0[sequence]?.end ?? uptime) - uptime) }
    }

    /// Records the result of a delivery and the time that its sequence has taken since its batch began.
    func record(
        _ result: Result<Void, DeliveryError>,
        after time: Duration,
        of sequence: String,
        at uptime: Duration
    ) {
        pauses.withLock { pauses in
            var failures = pauses[sequence]?.failures ?? 0
            var length = time > Self.turn ? time : .zero
            switch result {
            case .success: failures = 0
            case .failure(.transient):
                length = max(length, min(Self.lengths.upperBound, Self.lengths.lowerBound * (1 << min(failures, 10))))
                failures += 1
            // Concerns the message, and may have been found without a request.
            case .failure(.permanent): break
            }
            pauses[sequence] = Pause(end: uptime + length, failures: failures)
        }
    }
}
