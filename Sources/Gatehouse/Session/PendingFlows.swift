import Foundation

/// The pending sign-in and sign-up of a client, stored so that another process can complete them.
struct PendingFlows: Sendable {
    let manager: SessionManager

    /// The sign-in whose page is open.
    ///
    /// - Throws: ``AuthError`` with a `store…` code if the store cannot be read.
    var signIn: PendingAuthorization? {
        get async throws(AuthError) { try await manager.sessions().pendingSignIn }
    }

    /// Stores a sign-in before its page is shown.
    func store(_ pending: PendingAuthorization) async throws(AuthError) {
        try await manager.submit(.setPendingSignIn(pending))
    }

    /// Discards the sign-in whose page was shown, if it was started here; returns when the store has been written, or
    /// could not be.
    ///
    /// - Parameter wasStarted: Whether a sign-in with this state was started in this process.
    func discardSignIn(ifStarted wasStarted: (_ state: String) -> Bool) async {
        guard let pending = await manager.knownSessions.pendingSignIn, wasStarted(pending.state.reveal()) else {
            return
        }
        try? await manager.submit(.clearPendingSignIn(pending))
    }

    /// Removes the sign-in from the store, so that its code is redeemed only once.
    ///
    /// - Returns: Whether it was still stored; `false` if another process has taken it.
    func consume(_ pending: PendingAuthorization) async throws(AuthError) -> Bool {
        do throws(TokenStoreError) {
            return try await manager.persistence.save(.clearPendingSignIn(pending)) { $0.pendingSignIn == pending }
        } catch {
            throw error.authError
        }
    }

    /// The current step of the pending sign-up; `nil` if there is none or it has expired.
    ///
    /// - Throws: ``AuthError`` with a `store…` code if the store cannot be read.
    var signUp: SavedSignUp? {
        get async throws(AuthError) {
            guard let pending = try await manager.sessions().pendingSignUp, manager.clock.now < pending.deadline else {
                return nil
            }
            return pending.saved
        }
    }

    /// Stores the current step of a sign-up; returns when the store has been written, or could not be.
    ///
    /// - Parameters:
    ///   - saved: The step.
    ///   - position: The previous position: nothing is stored if it was discarded, or an account signed in, meanwhile.
    ///     `nil` for a new sign-up.
    func storeSignUp(at saved: SavedSignUp, from position: NativeFlowPosition?) async {
        let deadline = manager.clock.now.addingTimeInterval(PendingAuthorization.lifetime)
        let pending = PendingSignUp(saved: saved, deadline: deadline)
        let change: StoreMutation =
            if let position { .advancePendingSignUp(pending, from: position.correlationID) } else {
                .setPendingSignUp(pending)
            }
        try? await manager.submit(change)
    }

    /// Discards the pending sign-up; returns when the store has been written, or could not be.
    ///
    /// - Parameter position: The position of the sign-up to discard; `nil` for any.
    func discardSignUp(at position: NativeFlowPosition? = nil) async {
        guard let pending = await manager.knownSessions.pendingSignUp?.saved.position,
            position == nil || pending == position
        else { return }
        try? await manager.submit(.clearPendingSignUp(at: pending))
    }

    /// Discards the pending sign-up if the server reports that it has expired.
    func discardingExpiredSignUp<Value: Sendable>(
        _ position: NativeFlowPosition,
        _ body: () async throws(AuthError) -> Value
    ) async throws(AuthError) -> Value {
        do throws(AuthError) {
            return try await body()
        } catch {
            if error.code == .flowExpired { await discardSignUp(at: position) }
            throw error
        }
    }
}
