import Foundation

extension SessionKeeper {
    /// Stores the step that a sign-up waits at, in the place of the one before; returns when that is stored, or could not be.
    func keepSignUp(at saved: SavedSignUp) async {
        let pending = PendingSignUp(saved: saved, deadline: clock.now.addingTimeInterval(PendingSignIn.lifetime))
        try? await settle { .change(.keepSignUp(pending), ticket: $0) }
    }

    /// Forgets the sign-up, if there is one; returns when that is stored, or could not be.
    ///
    /// - Parameter place: The one that is meant; `nil` for any.
    func abandonSignUp(at place: NativePlace? = nil) async {
        guard let pending = known.pendingSignUp,
            place == nil || pending.saved.place.correlationID == place?.correlationID
        else { return }
        try? await settle { .change(.keepSignUp(nil), ticket: $0) }
    }
}
