extension SessionKeeper {
    /// Stores a sign-in whose page is about to be shown.
    func begin(_ pending: PendingSignIn) async throws(AuthError) {
        try await settle { .change(.begin(pending), ticket: $0) }
    }

    /// Forgets the sign-in whose page was shown, if there is one that was begun here; returns when that is stored, or could not be.
    func abandonSignIn(begunIn visits: PendingVisits) async {
        guard let pending = known.pendingSignIn, visits.hasBegun(pending.state.reveal()) else { return }
        try? await settle { .change(.abandon(pending), ticket: $0) }
    }

    /// Takes the sign-in out of the store, so that its code is redeemed once.
    ///
    /// - Returns: Whether it was still there; `false` when another process has it.
    func take(_ pending: PendingSignIn) async throws(AuthError) -> Bool {
        do throws(TokenStoreError) {
            let stored = try await store.update(key) { found in
                found?.pendingSignIn == pending ? found?.applying([.abandon(pending)]) : nil
            }
            return stored != nil
        } catch {
            throw AuthError(error)
        }
    }
}
