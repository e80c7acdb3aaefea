import Foundation

extension SessionKeeper {
    /// Stores the step that a sign-up waits at; returns when that is stored, or could not be.
    ///
    /// - Parameters:
    ///   - saved: The step.
    ///   - place: Where it comes from: nothing is stored when somebody has abandoned that, or signed in, meanwhile. `nil` for a new sign-up.
    func keepSignUp(at saved: SavedSignUp, from place: NativePlace?) async {
        let pending = PendingSignUp(saved: saved, deadline: clock.now.addingTimeInterval(PendingSignIn.lifetime))
        let change: StoreChange =
            if let place { .advanceSignUp(pending, from: place.correlationID) } else { .beginSignUp(pending) }
        try? await settle { .change(change, ticket: $0) }
    }

    /// Forgets the sign-up, if there is one; returns when that is stored, or could not be.
    ///
    /// - Parameter place: Where the one that is meant waits; `nil` for any.
    func abandonSignUp(at place: NativePlace? = nil) async {
        guard let pending = known.pendingSignUp,
            place == nil || pending.saved.place == place
        else { return }
        try? await settle { .change(.abandonSignUp(pending), ticket: $0) }
    }
}
