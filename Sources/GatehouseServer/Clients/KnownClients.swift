import Foundation
import GatehouseStore
import Synchronization

/// Clients as they were registered a moment ago: every request of theirs, and every one with a token of theirs, begins with the same question.
final class KnownClients: Sendable {
    private let lifetime: TimeInterval
    private let capacity: Int
    private let clients = Mutex<[Client.ID: (client: Client, read: Date)]>([:])

    /// - Parameters:
    ///   - lifetime: How long, in seconds, a client is taken for what it was; none is kept for zero.
    ///   - capacity: How many are kept at most.
    init(lifetime: TimeInterval, capacity: Int = 1024) {
        self.lifetime = lifetime
        self.capacity = capacity
    }

    /// The client, if it was read not long ago.
    func client(_ id: Client.ID, at now: Date) -> Client? {
        clients.withLock { clients in
            guard let known = clients[id], 0..<lifetime ~= now.timeIntervalSince(known.read) else { return nil }
            return known.client
        }
    }

    /// Keeps a client that was read at that time; one that is not there is asked for each time, as it may be registered any moment.
    func keep(_ client: Client, at now: Date) {
        guard lifetime > 0 else { return }
        clients.withLock { clients in
            if clients.count >= capacity { clients.removeAll() }
            clients[client.id] = (client, now)
        }
    }
}
