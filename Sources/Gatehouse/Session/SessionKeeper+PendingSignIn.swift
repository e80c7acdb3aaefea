extension SessionKeeper {
    /// Stores a sign-in whose page is about to be shown.
    func begin(_ pending: PendingSignIn) async throws(AuthError) {
        try await settle { .change(.begin(pending), ticket: $0) }
    }

    /// Forgets the sign-in whose page was shown, if there is one; returns when that is stored, or could not be.
    func abandonSignIn() async {
        guard let pending = known.pendingSignIn else { return }
        try? await settle { .change(.abandon(pending), ticket: $0) }
    }

    /// Takes the sign-in out of the store, so that its code is redeemed once.
    ///
    /// - Returns: Whether it was still there; `false` when another process has it.
    func take(_ pending: PendingSignIn) async throws(AuthError) -> Bool {
        do throws(TokenStoreError) {
            while let found = try await store.load(key), found.pendingSignIn == pending {
                var next = found.applying([.abandon(pending)])
                next.generation += 1
                do throws(TokenStoreError) {
                    try await store.save(next, for: key, replacing: found.generation)
                    return true
                } catch {
                    guard error.kind == .conflict else { throw error }
                }
            }
            return false
        } catch {
            throw AuthError(error)
        }
    }
}
