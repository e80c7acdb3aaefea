import Foundation
import GatehouseStore

extension RefreshToken {
    /// What an authentic token is worth now.
    enum Standing: Sendable, Equatable {
        /// It is the current token, or the one before it while the client may still repeat it.
        case good
        /// It was replaced, and the client may no longer repeat it: a copy is in use.
        case replayed
        /// The session has not come that far: the store was set back.
        case neverIssued
    }

    /// Judges an authentic token of the session (RFC 9700 §4.14.2).
    ///
    /// - Parameters:
    ///   - session: The session as it is stored.
    ///   - now: The time of the request.
    ///   - recovery: How long the client may repeat the previous token.
    ///   - overlap: The seconds after a rotation in which every client may repeat it.
    /// - Returns: The token's standing.
    func standing(
        in session: Session,
        at now: Date,
        recovery: RefreshRecovery,
        overlap: TimeInterval
    ) -> Standing {
        if counter > session.counter { return .neverIssued }
        if counter == session.counter { return .good }
        guard counter == session.counter - 1 else { return .replayed }
        switch recovery {
        case .journalled: return .good
        case .immediate:
            // The clock of this node may be a little behind the one that rotated. A clock that was set back opens no
            // window.
            return abs(now.timeIntervalSince(session.rotatedAt)) < overlap ? .good : .replayed
        }
    }
}
