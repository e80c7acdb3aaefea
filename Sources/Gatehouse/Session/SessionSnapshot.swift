import Foundation
import Synchronization

/// The sessions as they were known last, for callers who would lose time by asking the actor that keeps them.
final class SessionSnapshot: Sendable {
    private struct State {
        var grants: [String: StoredGrant] = [:]
        /// The sessions that were ended by a caller who did not wait for the actor.
        var ended: Set<String> = []
        /// Those of them that the actor has not heard of.
        var untold: Set<String> = []
    }

    private let state = Mutex(State())

    func update(_ sessions: StoredSessions) {
        let known = Dictionary(sessions.grants.map { ($0.id, $0) }) { $1 }
        state.withLock { $0.grants = known }
    }

    /// Takes note that a session is about to be ended in the store itself.
    func noteEnd(of id: String) {
        state.withLock {
            $0.ended.insert(id)
            $0.untold.insert(id)
        }
    }

    /// The sessions that were ended since the last call.
    func takeEnded() -> Set<String> {
        state.withLock { state in
            defer { state.untold = [] }
            return state.untold
        }
    }

    /// The session, when its own token is good for so long that there is nothing to be done.
    ///
    /// - Parameters:
    ///   - id: The session.
    ///   - leeway: How many seconds the token must still be valid.
    ///   - now: The time, by the server's clock.
    /// - Returns: The session; `nil` when the actor has to be asked.
    func grant(_ id: String, validFor leeway: TimeInterval, at now: Date) -> StoredGrant? {
        state.withLock { state in
            guard !state.ended.contains(id), let grant = state.grants[id],
                grant.expiresAt.timeIntervalSince(now) > leeway
            else { return nil }
            return grant
        }
    }
}
