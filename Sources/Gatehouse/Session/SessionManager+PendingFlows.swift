import Foundation

extension SessionManager {
    /// Stores a sign-in before its page is shown.
    func storePendingSignIn(_ pending: PendingAuthorization) async throws(AuthError) {
        try await submit { .mutationRequested(.setPendingSignIn(pending), requestID: $0) }
    }

    /// Discards the sign-in whose page was shown, if it was started here; returns when the store has been written, or
    /// could not be.
    func discardPendingSignIn(startedIn requests: ActiveUserAgentRequests) async {
        guard let pending = knownSessions.pendingSignIn, requests.hasStarted(pending.state.reveal()) else { return }
        try? await submit { .mutationRequested(.clearPendingSignIn(pending), requestID: $0) }
    }

    /// Removes the sign-in from the store, so that its code is redeemed only once.
    ///
    /// - Returns: Whether it was still stored; `false` if another process has taken it.
    func consume(_ pending: PendingAuthorization) async throws(AuthError) -> Bool {
        do throws(TokenStoreError) {
            let stored = try await store.update(key) { found in
                found?.pendingSignIn == pending ? found?.applying([.clearPendingSignIn(pending)]) : nil
            }
            return stored != nil
        } catch {
            throw AuthError(error)
        }
    }
}

extension SessionManager {
    /// Stores the current step of a sign-up; returns when the store has been written, or could not be.
    ///
    /// - Parameters:
    ///   - saved: The step.
    ///   - position: The previous position: nothing is stored if it was discarded, or an account signed in, meanwhile.
    ///     `nil` for a new sign-up.
    func storeSignUp(at saved: SavedSignUp, from position: NativeFlowPosition?) async {
        let pending = PendingSignUp(saved: saved, deadline: clock.now.addingTimeInterval(PendingAuthorization.lifetime))
        let change: StoreMutation =
            if let position { .advancePendingSignUp(pending, from: position.correlationID) } else {
                .setPendingSignUp(pending)
            }
        try? await submit { .mutationRequested(change, requestID: $0) }
    }

    /// Discards the pending sign-up; returns when the store has been written, or could not be.
    ///
    /// - Parameter position: The position of the sign-up to discard; `nil` for any.
    func discardPendingSignUp(at position: NativeFlowPosition? = nil) async {
        guard let pending = knownSessions.pendingSignUp,
            position == nil || pending.saved.position == position
        else { return }
        try? await submit { .mutationRequested(.clearPendingSignUp(pending), requestID: $0) }
    }
}
