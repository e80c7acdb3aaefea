import Foundation
import GatehouseConcurrency

/// The last known sessions, readable without an actor hop.
final class SessionCache: Sendable {
    private struct State {
        var sessions: [String: StoredSession] = [:]
        /// The sessions ended synchronously, without waiting for the actor.
        var ended: Set<String> = []
        /// Those of them that the actor has not processed yet.
        var endedWithoutRevocation: Set<String> = []
    }

    private let state = Mutex(State())

    func update(_ sessions: StoredSessions) {
        let byID = Dictionary(sessions.sessions.map { ($0.id, $0) }) { $1 }
        state.withLock { $0.sessions = byID }
    }

    /// Marks a session that is about to be ended in the store itself.
    func markEnded(_ id: String) {
        state.withLock {
            $0.ended.insert(id)
            $0.endedWithoutRevocation.insert(id)
        }
    }

    /// Returns the sessions marked since the last call.
    func drainEnded() -> Set<String> {
        state.withLock { state in
            defer { state.endedWithoutRevocation = [] }
            return state.endedWithoutRevocation
        }
    }

    /// Returns the session if its own token is valid beyond the leeway.
    ///
    /// - Parameters:
    ///   - id: The session.
    ///   - leeway: The seconds for which the token must still be valid.
    ///   - now: The time, by the server's clock.
    /// - Returns: The session; `nil` if only the actor can tell.
    func session(_ id: String, validFor leeway: TimeInterval, at now: Date) -> StoredSession? {
        state.withLock { state in
            guard !state.ended.contains(id), let session = state.sessions[id],
                session.expiresAt.timeIntervalSince(now) > leeway
            else { return nil }
            return session
        }
    }
}
