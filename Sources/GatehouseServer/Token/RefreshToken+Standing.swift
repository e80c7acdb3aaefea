import Foundation
import GatehouseStore

extension RefreshToken {
    /// What an authentic token is worth now.
    enum Standing: Sendable, Equatable {
        /// It is current, was so before the last rotation, or the last rotation was a moment ago.
        case good
        /// It was replaced too often or too long ago to be in honest hands.
        case replayed
        /// The session has not come that far: the store was set back.
        case neverIssued
    }

    /// Judges an authentic token of the session.
    ///
    /// For `overlap` seconds after a rotation older tokens are taken for late ones, not for stolen ones.
    func standing(in session: Session, at now: Date, overlap: TimeInterval) -> Standing {
        if counter > session.counter { return .neverIssued }
        let isRecent = now.timeIntervalSince(session.rotatedAt) < overlap
        return counter >= session.counter - 1 || isRecent ? .good : .replayed
    }
}
