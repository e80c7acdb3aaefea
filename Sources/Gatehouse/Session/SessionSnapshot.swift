import Foundation
import Synchronization

/// The sessions as they were known last, for callers who would lose time by asking the actor that keeps them.
final class SessionSnapshot: Sendable {
    private let grants = Mutex<[String: StoredGrant]>([:])

    func update(_ sessions: StoredSessions) {
        let known = Dictionary(sessions.grants.map { ($0.id, $0) }) { $1 }
        grants.withLock { $0 = known }
    }

    /// The session, when its own token is good for so long that there is nothing to be done.
    ///
    /// - Parameters:
    ///   - id: The session.
    ///   - leeway: How many seconds the token must still be valid.
    ///   - now: The time, by the server's clock.
    /// - Returns: The session; `nil` when the actor has to be asked.
    func grant(_ id: String, validFor leeway: TimeInterval, at now: Date) -> StoredGrant? {
        grants.withLock { grants in
            guard let grant = grants[id], grant.expiresAt.timeIntervalSince(now) > leeway else { return nil }
            return grant
        }
    }
}
