import Synchronization

/// Keeps the last events of a client, the oldest first.
final class FlightRecorder: Sendable {
    /// How many events are kept.
    static let size = 256

    private let ring = Mutex<(events: [FlightEvent], oldest: Int)>(([], 0))

    func record(_ event: FlightEvent) {
        ring.withLock { ring in
            if ring.events.count < Self.size {
                ring.events.append(event)
            } else {
                ring.events[ring.oldest] = event
                ring.oldest = (ring.oldest + 1) % Self.size
            }
        }
    }

    var events: [FlightEvent] {
        ring.withLock { Array($0.events[$0.oldest...] + $0.events[..<$0.oldest]) }
    }
}
